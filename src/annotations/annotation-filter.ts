import type { SqlValue } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { storableText } from '../kernel/storable-text.ts'
import { type Color, parseColor } from './annotation-color.ts'

/** Selects and sorts the annotations of a user, and the notes of entries. An empty filter selects all annotations, newest first. */
export interface AnnotationFilter {
  /** words that must occur in the quote, the note or the title of the entry */
  readonly text?: string
  readonly color?: Color
  /** label of a tag that the annotation or its entry has */
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

/** SQL that selects keys of the list: the columns `listed_id`, `listed_entry` and `made_at`. The first parameter is the owner. */
interface ListedKeysSql {
  readonly annotations: string
  /** notes of entries, whose `listed_id` is 0; undefined if the filter selects none */
  readonly notes: string | undefined
  readonly parameters: readonly SqlValue[]
  readonly orderBy: string
}

/** The expressions by which the conditions of a filter differ between annotations and notes of entries. */
interface Source {
  readonly select: string
  readonly time: string
  readonly words: string
}

const ANNOTATIONS: Source = {
  select:
    'select annotation.id as listed_id, annotation.entry_id as listed_entry, annotation.created_at as made_at from annotation ' +
    'join entry on entry.user_id = annotation.user_id and entry.id = annotation.entry_id where annotation.user_id = $1',
  time: 'annotation.created_at',
  words: "annotation.quote || ' ' || annotation.text",
}

/** The time of a note is that of its last change. An imported note has the time at which its page was saved. */
const NOTE_TIME = 'coalesce(entry.note_set_at, entry.created_at)'
const NOTES: Source = {
  select:
    `select 0 as listed_id, entry.id as listed_entry, ${NOTE_TIME} as made_at from entry ` +
    'where entry.user_id = $1 and entry.note is not null',
  time: NOTE_TIME,
  words: 'entry.note',
}

/** @returns SQL for the keys of the annotations and notes that a filter selects. A filter by colour selects no notes. */
export function listedKeysSql(owner: UserId, filter: AnnotationFilter): ListedKeysSql {
  const parameters: SqlValue[] = [owner]
  const bind = (value: SqlValue): string => `$${parameters.push(value)}`
  const { text, color, tag, site, from, to, order } = filter
  const patterns = (text?.split(/\s+/) ?? []).map((word) => bind(`%${likeText(word)}%`))
  const shared = site === undefined ? [] : [`entry.domain_name = ${bind(site)}`]
  const entryTagged = tag === undefined ? [] : [TAGGED_CONDITION.replace('LABEL', bind(tag))]
  const ownTag = tag === undefined ? '' : bind(`%${likeText(JSON.stringify(tag))}%`)
  const onlyAnnotations = [
    ...entryTagged.map((condition) => `(${condition} or annotation.tags like ${ownTag} escape '!')`),
    ...(color === undefined ? [] : [`annotation.color = ${bind(color)}`]),
  ]
  const earliest = from === undefined ? undefined : bind(from)
  // Times are ISO text, with a `T` after the day. `U` sorts after `T`, so this value sorts after all times of the day.
  const latest = to === undefined ? undefined : bind(`${to}U`)
  const selectOf = ({ select, time, words }: Source, more: readonly string[] = []): string =>
    [
      select,
      ...patterns.map((pattern) => `lower(${words} || ' ' || coalesce(entry.title, '')) like ${pattern} escape '!'`),
      ...shared,
      ...more,
      ...(earliest === undefined ? [] : [`${time} >= ${earliest}`]),
      ...(latest === undefined ? [] : [`${time} < ${latest}`]),
    ].join(' and ')
  return {
    annotations: selectOf(ANNOTATIONS, onlyAnnotations),
    // Notes have no tags of their own, but PostgreSQL refuses parameters that a statement does not use.
    notes:
      color === undefined ? selectOf(NOTES, tag === undefined ? [] : [...entryTagged, `${ownTag} <> ''`]) : undefined,
    parameters,
    orderBy: order === 'place' ? 'listed_entry desc, listed_id' : 'made_at desc, listed_id desc, listed_entry desc',
  }
}

const TAGGED_CONDITION =
  'entry.id in (select entry_tag.entry_id from entry_tag join tag on tag.user_id = entry_tag.user_id ' +
  'and tag.id = entry_tag.tag_id where entry_tag.user_id = $1 and tag.label = LABEL)'

const likeText = (word: string): string => word.toLowerCase().replaceAll(/[!%_]/g, '!$&')
