import type { Condition, Flag } from '../query/condition.ts'

/** Flags that change without the revision of the entry: states of the fetch, reading positions and collections. */
const OTHER_FLAGS: ReadonlySet<Flag> = new Set(['failed', 'pending', 'opened', 'begun', 'finished', 'collected'])

interface Options {
  /** true if words are allowed: they change with the revision too, as soon as the index contains it */
  readonly mayHaveWords?: boolean
}

/**
 * Whether entries can start or stop meeting a condition only with a change of their revision. That is the case for
 * everything that the JSON of an entry contains, which is cached by the revision too. False for times, because most
 * ranges of times begin or end now, so they are not requested again.
 */
export function followsRevision(condition: Condition, options: Options = {}): boolean {
  switch (condition.type) {
    case 'and':
    case 'or':
      return condition.parts.every((part) => followsRevision(part, options))
    case 'not':
      return followsRevision(condition.part, options)
    case 'flag':
      return !OTHER_FLAGS.has(condition.flag)
    case 'number':
      return condition.column !== 'share' && condition.column !== 'minutesLeft'
    case 'tokens':
      return options.mayHaveWords === true
    default:
      return condition.type === 'constant' || condition.type === 'address' || condition.type === 'media'
  }
}
