import type {
  ColumnTest,
  Condition,
  Flag,
  NumberColumn,
  StoredRange,
  TextPart,
  TimeColumn,
  TokenTest,
} from './condition.ts'
import type { QuickTest } from './text/index-words.ts'
import { isVideoAddress } from './video-address.ts'
import { containsSequence } from './contains-sequence.ts'

/** The properties of an entry that conditions test. */
export interface QueryableEntry {
  /** tokens of each part, in order; `people` includes the tokens of fields such as `.tag.news` */
  readonly texts: Readonly<Record<TextPart | 'people' | 'address', readonly string[]>>
  /** a faster test, which is tried before `texts`; absent if there is none */
  readonly quickTest?: QuickTest | undefined
  /** tests the words of the content; if absent, `texts` contains them */
  readonly contentTest?: ((test: TokenTest) => boolean) | undefined
  readonly flags: Readonly<Record<Flag, boolean>>
  readonly numbers: Readonly<Record<NumberColumn, number>>
  /** times as ISO 8601 in UTC; null if the event never happened */
  readonly times: Readonly<Record<TimeColumn, string | null>>
  readonly url: string
  /** ids of the collections to which the entry was added by hand */
  readonly collections: readonly number[]
  /** media type, such as `application/pdf`; null if unknown */
  readonly mediaType: string | null
}

/**
 * Tests a condition in memory. The result is the same as that of the SQL of the condition on both databases.
 * @returns true if the entry meets the condition
 */
export function evaluateCondition(condition: Condition, entry: QueryableEntry): boolean {
  switch (condition.type) {
    case 'and':
      return condition.parts.every((part) => evaluateCondition(part, entry))
    case 'or':
      return condition.parts.some((part) => evaluateCondition(part, entry))
    case 'not':
      return !evaluateCondition(condition.part, entry)
    case 'constant':
      return condition.value
    case 'tokens':
      return hasTokens(condition, entry)
    default:
      return hasProperty(condition, entry)
  }
}

function hasTokens(test: TokenTest, entry: QueryableEntry): boolean {
  const { tokens, isPrefix, part } = test
  const isInContent = part === undefined || part === 'content'
  if (isInContent && entry.contentTest?.(test)) return true
  const { quickTest } = entry
  if (quickTest) {
    const answers = tokens.map((token, index) => quickTest(token, isPrefix && index === tokens.length - 1))
    if (answers.includes(false)) return false
    if (part === undefined && tokens.length === 1 && answers[0]) return true
  }
  const { texts } = entry
  const searched = part === undefined ? Object.values(texts) : [texts[part]]
  return searched.some((words) => containsSequence(words, tokens, isPrefix))
}

function hasProperty(test: ColumnTest, entry: QueryableEntry): boolean {
  switch (test.type) {
    case 'flag':
      return entry.flags[test.flag]
    case 'number':
      return isWithin(entry.numbers[test.column], test.range)
    case 'time': {
      const time = entry.times[test.column]
      return time !== null && isWithin(time, test.range)
    }
    case 'address':
      return entry.url.toLowerCase().includes(test.text)
    case 'collected':
      return entry.collections.includes(test.collection)
    case 'media':
      return isOfKind(entry.mediaType ?? '', test.kind) || (test.kind === 'video' && isVideoAddress(entry.url))
  }
}

function isWithin<Value extends number | string>(value: Value, range: StoredRange<Value>): boolean {
  const { from, to, isFromExclusive, isToExclusive } = range
  if (from !== undefined && (isFromExclusive ? value <= from : value < from)) return false
  return to === undefined || (isToExclusive ? value < to : value <= to)
}

function isOfKind(mediaType: string, kind: string): boolean {
  if (kind === 'article') return mediaType === '' || /^(?:text\/html|application\/xhtml\+xml)/.test(mediaType)
  return kind === 'pdf' ? mediaType.startsWith('application/pdf') : mediaType.startsWith(`${kind}/`)
}
