import type { ColumnTest, Condition, Flag, MediaKind, NumberColumn, StoredRange, TimeColumn } from '../condition.ts'
import { isFullText } from './full-text-match.ts'

/** The parts of a condition's SQL that depend on the database or on the surrounding statement. */
export interface ConditionTarget {
  /** adds a value to the parameters of the statement, and returns its placeholder */
  readonly bind: (value: string | number) => string
  /** returns SQL about a row of `entry` for a condition that the full-text index decides */
  readonly fullText: (condition: Condition) => string
  /** returns SQL that is true if the first text contains the second */
  readonly contains: (text: string, part: string) => string
}

/**
 * @returns SQL that is true or false for each row of `entry`, never null. The statement's first parameter, `$1`, must
 *   be the id of the owner. Table and column names are constants; all values are parameters.
 */
export function conditionSql(condition: Condition, target: ConditionTarget): string {
  if (isFullText(condition)) return target.fullText(condition)
  switch (condition.type) {
    case 'and':
    case 'or':
      return groupSql(condition.type, condition.parts, target)
    case 'not':
      return `not ${conditionSql(condition.part, target)}`
    case 'constant':
      return condition.value ? '(1 = 1)' : '(1 = 0)'
    case 'tokens':
      return target.fullText(condition)
    default:
      return columnSql(condition, target)
  }
}

/** Combines all parts that the full-text index can decide into one lookup. */
function groupSql(type: 'and' | 'or', parts: readonly Condition[], target: ConditionTarget): string {
  const indexed = parts.filter(isFullText)
  const others = parts.filter((part) => !isFullText(part)).map((part) => conditionSql(part, target))
  const lookup =
    indexed.length === 0 ? [] : [target.fullText(indexed.length === 1 ? indexed[0]! : { type, parts: indexed })]
  return `(${[...others, ...lookup].join(` ${type} `)})`
}

const PROGRESS = 'from entry_progress as place where place.user_id = $1 and place.entry_id = entry.id'
const SHARE = `coalesce((select place.share ${PROGRESS}), 0)`

const FLAGS: Readonly<Record<Flag, string>> = {
  archived: '(entry.is_archived = 1)',
  starred: '(entry.is_starred = 1)',
  shared: '(entry.uid is not null)',
  failed: "(entry.fetch_state = 'failed')",
  pending: "(entry.fetch_state = 'pending')",
  tagged: 'exists (select 1 from entry_tag where entry_tag.user_id = $1 and entry_tag.entry_id = entry.id)',
  annotated: 'exists (select 1 from annotation where annotation.user_id = $1 and annotation.entry_id = entry.id)',
  pictured: "(coalesce(entry.preview_picture, '') <> '')",
  authored: "(coalesce(entry.published_by, '[]') <> '[]')",
  opened: `exists (select 1 ${PROGRESS})`,
  // The same bounds as in the list "Reading" (src/entries/listing/entry-filter.ts).
  begun: `exists (select 1 ${PROGRESS} and place.share between 0.01 and 0.97)`,
  finished: `exists (select 1 ${PROGRESS} and place.share > 0.97)`,
  collected:
    'exists (select 1 from collection_entry where collection_entry.user_id = $1 and collection_entry.entry_id = entry.id)',
}

const NUMBERS: Readonly<Record<NumberColumn, string>> = {
  id: 'entry.id',
  minutes: 'entry.reading_time',
  minutesLeft: `(entry.reading_time * (1 - ${SHARE}))`,
  share: SHARE,
  annotations: '(select count(*) from annotation where annotation.user_id = $1 and annotation.entry_id = entry.id)',
}

const TIMES: Readonly<Record<TimeColumn, string>> = {
  saved: 'entry.created_at',
  archived: 'entry.archived_at',
  starred: 'entry.starred_at',
  updated: 'entry.updated_at',
  published: 'entry.published_at',
  opened: `(select place.updated_at ${PROGRESS})`,
}

/** Media types as patterns of SQL's `like`. */
const MEDIA: Readonly<Record<MediaKind, readonly string[]>> = {
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
      return FLAGS[test.flag]
    case 'number':
      return rangeSql(NUMBERS[test.column], test.range, bind)
    case 'time':
      return rangeSql(`coalesce(${TIMES[test.column]}, '')`, { ...test.range, from: test.range.from ?? '0' }, bind)
    case 'address':
      return contains('lower(entry.url)', bind(test.text))
    case 'collected':
      return `exists (select 1 from collection_entry as picked where picked.user_id = $1
        and picked.collection_id = ${bind(test.collection)} and picked.entry_id = entry.id)`
    case 'media': {
      const types = MEDIA[test.kind].map((type) => `coalesce(entry.mimetype, '') like '${type}'`)
      return `(${types.join(' or ')})`
    }
  }
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
