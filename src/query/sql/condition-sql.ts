import type { ColumnTest, Condition, Flag, MediaKind, NumberColumn, StoredRange, TimeColumn } from '../condition.ts'
import { VIDEO_ADDRESSES } from '../video-address.ts'
import { isFullTextOnly } from './full-text-match.ts'

/** Functions and SQL that depend on the database or on the statement around a condition. */
export interface ConditionTarget {
  /** adds a value to the parameters of the statement, and returns its placeholder */
  readonly bind: (value: string | number) => string
  /**
   * returns SQL that tests a row of `entry` with the full-text index. The full-text index alone must be able to decide
   * the condition.
   */
  readonly fullText: (condition: Condition) => string
  /**
   * returns SQL that is true if a column contains a text. The text is in lower case, and the case of the column is
   * ignored.
   */
  readonly contains: (column: string, part: string) => string
  /** SQL that is true for an entry without tags */
  readonly isUntagged: string
}

/**
 * @returns SQL that is true or false for each row of `entry`, never null. The statement's first parameter, `$1`, must
 *   be the id of the owner. Table and column names are constants; all values are parameters.
 */
export function conditionSql(condition: Condition, target: ConditionTarget): string {
  if (isFullTextOnly(condition)) return target.fullText(condition)
  switch (condition.type) {
    case 'and':
    case 'or':
      return groupSql(condition.type, condition.parts, target)
    case 'not':
      return negationSql(condition.part, target)
    case 'constant':
      return condition.value ? '(1 = 1)' : '(1 = 0)'
    case 'tokens':
      return target.fullText(condition)
    default:
      return columnSql(condition, target)
  }
}

/** SQL for the negations of flags, written so that the database can use an index on the column. */
const NEGATED_FLAGS: Readonly<Partial<Record<Flag, string>>> = {
  archived: '(entry.is_archived = 0)',
  starred: '(entry.is_starred = 0)',
}

function negationSql(part: Condition, target: ConditionTarget): string {
  if (part.type === 'flag' && part.flag === 'tagged') return target.isUntagged
  const known = part.type === 'flag' ? NEGATED_FLAGS[part.flag] : undefined
  return known ?? `not ${conditionSql(part, target)}`
}

/**
 * Combines all parts that the full-text index alone can decide into one, because each lookup in the index takes time.
 */
function groupSql(type: 'and' | 'or', parts: readonly Condition[], target: ConditionTarget): string {
  const indexed = parts.filter(isFullTextOnly)
  const others = parts.filter((part) => !isFullTextOnly(part)).map((part) => conditionSql(part, target))
  const lookup =
    indexed.length === 0 ? [] : [target.fullText(indexed.length === 1 ? indexed[0]! : { type, parts: indexed })]
  return `(${[...others, ...lookup].join(` ${type} `)})`
}

const FROM_PROGRESS = 'from entry_progress as place where place.user_id = $1 and place.entry_id = entry.id'
/** Few entries have a reading position, so reading all positions is faster than looking up each entry. */
const positionWhere = (condition: string) =>
  `(entry.id in (select place.entry_id from entry_progress as place where place.user_id = $1 and ${condition}))`
const SHARE_SQL = `case when ${positionWhere('1 = 1')} then (select place.share ${FROM_PROGRESS}) else 0 end`

/** SQL that is true for an entry with at least one tag. */
export const TAGGED_CONDITION =
  'exists (select 1 from entry_tag where entry_tag.user_id = $1 and entry_tag.entry_id = entry.id)'

const FLAG_CONDITIONS: Readonly<Record<Flag, string>> = {
  archived: '(entry.is_archived = 1)',
  starred: '(entry.is_starred = 1)',
  shared: '(entry.uid is not null)',
  failed: "(entry.fetch_state = 'failed')",
  pending: "(entry.fetch_state = 'pending')",
  tagged: TAGGED_CONDITION,
  annotated:
    '(entry.id in (select annotation.entry_id from annotation where annotation.user_id = $1' +
    ' union all select noted.id from entry as noted where noted.user_id = $1 and noted.note is not null))',
  pictured: "(coalesce(entry.preview_picture, '') <> '')",
  authored: "(coalesce(entry.published_by, '[]') <> '[]')",
  opened: positionWhere('1 = 1'),
  // These bounds are the same as those of the list "Reading" (src/entries/listing/entry-filter.ts).
  begun: positionWhere('place.share between 0.01 and 0.97'),
  finished: positionWhere('place.share > 0.97'),
  collected:
    'exists (select 1 from collection_entry where collection_entry.user_id = $1 and collection_entry.entry_id = entry.id)',
}

const NUMBER_EXPRESSIONS: Readonly<Record<Exclude<NumberColumn, 'share' | 'annotations'>, string>> = {
  id: 'entry.id',
  import: 'coalesce(entry.import_id, 0)',
  minutes: 'entry.reading_time',
  minutesLeft: `(entry.reading_time * (1 - ${SHARE_SQL}))`,
}

/** Times as text; empty if the event never happened. */
const TIME_EXPRESSIONS: Readonly<Record<TimeColumn, string>> = {
  saved: 'entry.created_at',
  archived: "coalesce(entry.archived_at, '')",
  starred: "coalesce(entry.starred_at, '')",
  updated: 'entry.updated_at',
  published: "coalesce(entry.published_at, '')",
  opened: `coalesce((select place.updated_at ${FROM_PROGRESS}), '')`,
}

/** Media types as patterns of SQL's `like`. */
const MEDIA_PATTERNS: Readonly<Record<MediaKind, readonly string[]>> = {
  article: ['', 'text/html%', 'application/xhtml+xml%'],
  pdf: ['application/pdf%'],
  image: ['image/%'],
  video: ['video/%'],
  audio: ['audio/%'],
  text: ['text/%'],
}

function columnSql(test: ColumnTest, { bind, contains }: ConditionTarget): string {
  switch (test.type) {
    case 'flag':
      return FLAG_CONDITIONS[test.flag]
    case 'number':
      return numberSql(test.column, test.range, bind)
    case 'time':
      return rangeSql(TIME_EXPRESSIONS[test.column], { ...test.range, from: test.range.from ?? '0' }, bind)
    case 'address':
      return contains('entry.url', test.text)
    case 'collected':
      return `exists (select 1 from collection_entry as picked where picked.user_id = $1
        and picked.collection_id = ${bind(test.collection)} and picked.entry_id = entry.id)`
    case 'media': {
      const types = MEDIA_PATTERNS[test.kind].map((type) => `coalesce(entry.mimetype, '') like '${type}'`)
      const pages = test.kind === 'video' ? VIDEO_ADDRESSES.map((one) => `lower(entry.url) like '${one}'`) : []
      return `(${[...types, ...pages].join(' or ')})`
    }
  }
}

/**
 * An entry without a reading position or annotations has no row to test, and its value is zero. Therefore, a range that
 * contains zero is tested by excluding the entries outside the range.
 */
function numberSql(column: NumberColumn, range: StoredRange<number>, bind: ConditionTarget['bind']): string {
  if (column !== 'share' && column !== 'annotations') return rangeSql(NUMBER_EXPRESSIONS[column], range, bind)
  const isOutside = containsZero(range)
  const test = `${isOutside ? 'not ' : ''}${rangeSql(column === 'share' ? 'place.share' : 'count(*)', range, bind)}`
  const found =
    column === 'share'
      ? positionWhere(test)
      : `(entry.id in (select annotation.entry_id from annotation where annotation.user_id = $1
          group by annotation.entry_id having ${test}))`
  return isOutside ? `(not ${found})` : found
}

function containsZero({
  from = 0,
  to = 0,
  isFromExclusive = false,
  isToExclusive = false,
}: StoredRange<number>): boolean {
  return (isFromExclusive ? from < 0 : from <= 0) && (isToExclusive ? to > 0 : to >= 0)
}

function rangeSql<Value extends string | number>(
  column: string,
  { from, to, isFromExclusive, isToExclusive }: StoredRange<Value>,
  bind: ConditionTarget['bind'],
): string {
  const bounds = [
    ...(from === undefined ? [] : [`${column} ${isFromExclusive ? '>' : '>='} ${bind(from)}`]),
    ...(to === undefined ? [] : [`${column} ${isToExclusive ? '<' : '<='} ${bind(to)}`]),
  ]
  return bounds.length === 0 ? '(1 = 1)' : `(${bounds.join(' and ')})`
}
