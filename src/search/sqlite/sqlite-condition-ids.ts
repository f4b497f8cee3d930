import type { Condition, Flag } from '../../query/condition.ts'
import { currentIds, unpack } from './sqlite-id-cache.ts'
import type { Numbers } from '../sorted-numbers.ts'
import type { IndexConnection } from '../sqlite-index.ts'

/** Flags that change without the revision of the entry: states of the fetch, reading positions and collections. */
const OTHER_FLAGS: ReadonlySet<Flag> = new Set(['failed', 'pending', 'opened', 'begun', 'finished', 'collected'])

/**
 * Whether entries can start or stop meeting a condition only with a change of their revision. That is the case for
 * everything that the JSON of an entry contains, which is cached by the revision too. It is not for words, which depend on
 * the index. False for times too, because most ranges of times begin or end now, so they are not requested again.
 */
export function followsRevision(condition: Condition): boolean {
  switch (condition.type) {
    case 'and':
    case 'or':
      return condition.parts.every(followsRevision)
    case 'not':
      return followsRevision(condition.part)
    case 'flag':
      return !OTHER_FLAGS.has(condition.flag)
    case 'number':
      return condition.column !== 'share' && condition.column !== 'minutesLeft'
    default:
      return condition.type === 'constant' || condition.type === 'address' || condition.type === 'media'
  }
}

/**
 * @param condition a condition that follows the revision (`followsRevision`); undefined for all entries
 * @param read reads the ids of the entries that meet the condition, or those of the given ids
 * @returns the ids of all entries that meet the condition, from a cache if possible
 */
export function conditionIds(
  connection: IndexConnection,
  owner: number,
  condition: Condition | undefined,
  read: (among?: Numbers) => Numbers,
): Numbers {
  const query = { key: JSON.stringify(condition ?? null), source: 'columns', all: () => read(), among: read } as const
  return unpack(connection.snapshot(() => currentIds(connection, owner, query)).ids)
}
