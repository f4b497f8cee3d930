import type { SqlValue } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { storableText } from '../kernel/storable-text.ts'
import { type Color, parseColor } from './annotation-color.ts'

/** Selects and sorts the annotations of a user. An empty filter selects all annotations, newest first. */
export interface AnnotationFilter {
  /** words that must occur in the quote, the note or the title of the entry */
  readonly text?: string
  readonly color?: Color
  /** label of a tag that the entry has */
  readonly tag?: string
  readonly site?: string
  /** first and last day of creation, in UTC, as `YYYY-MM-DD` */
  readonly from?: string
  readonly to?: string
  /** `time`: newest first; `place`: grouped by entry, and in the order of the entry's text */
  readonly order?: 'time' | 'place'
}

/** Maximum length of a search text, tag or site in a filter, in UTF-16 units. Longer values are cut. */
const MAX_TEXT = 200

/** @param given query parameters; unknown and invalid ones are ignored */
export function parseAnnotationFilter(given: Readonly<Record<string, unknown>>): AnnotationFilter {
  const [text, tag, site] = ['q', 'tag', 'site'].map((name) => shortText(given[name]))
  const color = parseColor(given['color'])
  const [from, to] = ['from', 'to'].map((name) => parseDay(given[name]))
  return {
    ...(text !== undefined && { text }),
    ...(color && { color }),
    ...(tag !== undefined && { tag: tag.toLowerCase() }),
    ...(site !== undefined && { site: site.toLowerCase() }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(given['order'] === 'place' && { order: 'place' as const }),
  }
}

function shortText(value: unknown): string | undefined {
  const text = typeof value === 'string' ? storableText(value.slice(0, MAX_TEXT)).trim() : ''
  return text === '' ? undefined : text
}

function parseDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined
  return Number.isNaN(Date.parse(value)) ? undefined : value
}

/** @returns query parameters from which `parseAnnotationFilter` makes the same filter */
export function filterParameters({ text, order, ...rest }: AnnotationFilter): Record<string, string> {
  return { ...(text !== undefined && { q: text }), ...rest, ...(order === 'place' && { order }) }
}

/** @returns SQL for the condition and the order of a filter, with the parameters. The first parameter is the owner. */
export function annotationSql(
  owner: UserId,
  filter: AnnotationFilter,
): { readonly where: string; readonly orderBy: string; readonly parameters: readonly SqlValue[] } {
  const parameters: SqlValue[] = [owner]
  const bind = (value: SqlValue): string => `$${parameters.push(value)}`
  const { text, color, tag, site, from, to, order } = filter
  const conditions = [
    'annotation.user_id = $1',
    ...(text === undefined ? [] : text.split(/\s+/).map((word) => contains(bind(`%${likeText(word)}%`)))),
    ...(color === undefined ? [] : [`annotation.color = ${bind(color)}`]),
    ...(site === undefined ? [] : [`entry.domain_name = ${bind(site)}`]),
    ...(from === undefined ? [] : [`annotation.created_at >= ${bind(from)}`]),
    // Times are ISO text, with a `T` after the day. `U` sorts after `T`, so this value sorts after all times of the
    // day.
    ...(to === undefined ? [] : [`annotation.created_at < ${bind(`${to}U`)}`]),
    ...(tag === undefined ? [] : [TAGGED_CONDITION.replace('LABEL', bind(tag))]),
  ]
  const orderBy = order === 'place' ? 'annotation.entry_id desc, annotation.id' : 'annotation.id desc'
  return { where: conditions.join(' and '), orderBy, parameters }
}

const TAGGED_CONDITION =
  'annotation.entry_id in (select entry_tag.entry_id from entry_tag join tag on tag.user_id = entry_tag.user_id ' +
  'and tag.id = entry_tag.tag_id where entry_tag.user_id = $1 and tag.label = LABEL)'

const contains = (pattern: string): string =>
  `lower(annotation.quote || ' ' || annotation.text || ' ' || coalesce(entry.title, '')) like ${pattern} escape '!'`

const likeText = (word: string): string => word.toLowerCase().replaceAll(/[!%_]/g, '!$&')
