import { parseQuery } from '../../query/parse-query.ts'
import { printQuery } from '../../query/print-query.ts'
import { quote } from '../../query/read-value.ts'
import { flag, someOf, text, texts, type Field, type Values } from '../wire/form.ts'

/** Maximum length of the query of a list in bytes (docs/query.md). */
const MAX_QUERY = 4096
const MAX_TEXT = 1000
/** Maximum number of ids in a request. The Obsidian plugin sends those of all changed bookmarks. */
const MAX_IDS = 1000

/** A day, or an age such as `-7d`. The value is a time of the query language. */
const bound: Field<string> = {
  empty: '',
  parse: (given) => {
    const value = String(given).trim()
    const isTime = /^\d{4}(?:-\d\d){0,2}(?:T[\d:.Z+-]*)?$/.test(value) || /^-\d{1,6}[dwmy]$/.test(value)
    return isTime || value === '' ? { value } : { reason: 'invalid date' }
  },
}

/** The conditions of a list. */
export const FILTERS = {
  author: text(MAX_TEXT),
  bf: flag,
  has_errors: flag,
  has_labels: flag,
  id: texts(MAX_IDS, 40),
  is_archived: flag,
  is_loaded: flag,
  is_marked: flag,
  labels: text(MAX_TEXT),
  note: text(MAX_TEXT),
  range_end: bound,
  range_start: bound,
  read_status: someOf(['unread', 'reading', 'read']),
  search: text(MAX_TEXT),
  site: text(MAX_TEXT),
  title: text(MAX_TEXT),
  type: someOf(['article', 'photo', 'video']),
} as const

export type Filters = Values<typeof FILTERS>

const STATUS = { unread: '-is:reading -is:finished', reading: 'is:reading', read: 'is:finished' } as const
const TYPES = { article: '-type:image -type:video', photo: 'type:image', video: 'type:video' } as const

/**
 * @returns the conditions in the query language (docs/query.md), except those on ids; undefined if they are too long for it
 */
export function queryOf(filters: Filters): string | undefined {
  const parts = [
    searchIn(filters.search),
    ...(['title', 'author', 'site', 'note'] as const).flatMap((name) => wordsOf(filters[name], name)),
    ...wordsOf(filters.labels, 'tag'),
    anyOf(filters.type, TYPES),
    anyOf(filters.read_status, STATUS),
    flagTerm(filters.is_loaded, '-is:fetching', 'is:fetching'),
    flagTerm(filters.has_errors, 'is:broken', '-is:broken'),
    flagTerm(filters.has_labels, 'is:tagged', '-is:tagged'),
    flagTerm(filters.is_marked, 'is:starred', '-is:starred'),
    flagTerm(filters.is_archived, 'is:archived', '-is:archived'),
    ...rangeTerms(filters),
  ]
  const query = parts.filter((part) => part !== '').join(' ')
  return Buffer.byteLength(query) > MAX_QUERY ? undefined : query
}

/** @returns the search in canonical form, so that it cannot change the meaning of the conditions beside it */
function searchIn(search = ''): string {
  const printed = printQuery({ ...parseQuery(search), sort: [], limit: undefined })
  return printed === '' ? '' : `(${printed})`
}

/** @returns a term for each word and each phrase; a minus before a word excludes it, and a star after it finds beginnings */
function wordsOf(given: string | undefined, field: string): string[] {
  const words = (given ?? '').matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+?)(\*?)(?=\s|$|"))/g)
  return [...words].flatMap(([, minus = '', phrase, word = '', star = '']) => {
    const value = phrase ?? word
    if (!/[\p{L}\p{N}#&/]/u.test(value)) return []
    return [`${minus}${field}:${star === '' ? quote(value) : `${value.replaceAll(/[",()\\]/g, ' ').trim()}*`}`]
  })
}

function anyOf<Name extends string>(names: readonly Name[] | undefined, terms: Readonly<Record<Name, string>>): string {
  if (!names || names.length === 0) return ''
  return `(${names.map((name) => `(${terms[name]})`).join(' OR ')})`
}

function flagTerm(value: boolean | undefined, isTrue: string, isFalse: string): string {
  if (value === undefined) return ''
  return value ? isTrue : isFalse
}

/** @returns the day of a time */
const dayOf = (time: string): string => time.slice(0, 10)

function rangeTerms({ range_start: start = '', range_end: end = '' }: Filters): string[] {
  const from = start.startsWith('-') ? `saved:${start.slice(1)}` : `saved:>=${dayOf(start)}`
  const to = end.startsWith('-') ? `saved:>${end.slice(1)}` : `saved:<=${dayOf(end)}`
  return [...(start === '' ? [] : [from]), ...(end === '' ? [] : [to])]
}
