import { findAddresses } from '../../../entries/saving/find-addresses.ts'
import { isYes } from '../../parsing/named-cells.ts'
import type { ImportFormat } from '../../parsing/row-parser.ts'
import { isoOfTable, type DayOrder } from '../../parsing/table-date.ts'
import { highlightsOfRaindrop } from '../raindrop.ts'

/** Names of columns and members for each field, in lower case and without spaces and punctuation. */
export const FIELD_NAMES = {
  url: [
    'url',
    'urls',
    'link',
    'links',
    'href',
    'address',
    'uri',
    'website',
    'pageurl',
    'articleurl',
    'bookmarkurl',
    'permalink',
  ],
  doi: ['doi'],
  title: ['title', 'name', 'headline', 'pagetitle'],
  tags: ['tags', 'tag', 'labels', 'keywords', 'keyword', 'topics', 'documenttags', 'manualtags', 'automatictags'],
  folder: ['folder', 'folders', 'collection', 'list', 'category', 'path'],
  note: [
    'note',
    'notes',
    'description',
    'comment',
    'comments',
    'excerpt',
    'summary',
    'selection',
    'annotations',
    'abstract',
    'abstractnote',
  ],
  highlights: ['highlights'],
  highlight: ['highlight', 'quote'],
  color: ['color', 'colour'],
  created: ['created', 'createdat', 'creationdate', 'timeadded', 'timestamp', 'date', 'time'],
  saved: ['saved', 'savedat', 'saveddate', 'added', 'addedat', 'dateadded', 'accessed', 'accessdate'],
  archived: ['archived', 'isarchived', 'archive', 'archivedat', 'read', 'isread', 'readat', 'dateread'],
  unread: ['unread', 'toread', 'isunread'],
  state: ['state', 'status', 'location'],
  starred: ['starred', 'isstarred', 'favorite', 'favourite', 'isfavorite', 'favorited', 'fav', 'liked'],
  authors: ['author', 'authors', 'creator'],
  language: ['language', 'lang'],
  published: ['published', 'publishedat', 'publicationdate', 'publisheddate', 'issued'],
  picture: ['cover', 'image', 'thumbnail'],
  content: ['content', 'html'],
} as const

/** A field of a page in a table or object. */
export type Field = keyof typeof FIELD_NAMES

/** @returns the name of a column or member as it stands in `FIELD_NAMES` */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Matches a file whose first line names a column of addresses, and contains none itself. */
export const NAMES_ADDRESSES =
  /^(?![^\r\n]*:\/\/)(?:[^\r\n]*[,;\t])?[ "]{0,5}(?:(?:url|link)s?|href|address|uri|website|(?:page|article|bookmark)[ _]?url|permalink)[ "]{0,5}(?:[,;\t\r\n]|$)/i

/**
 * A table with a column of addresses, such as one of a spreadsheet. The first row names the columns, which are separated by
 * commas, semicolons or tabs, and may be in any order. Not imported: columns with names that are not in `FIELD_NAMES`.
 *
 * wallabag's CSV, which Dogear exports too, has this form (wallabag contract, section 8). Its dates are `dd/mm/yyyy`, and
 * the clock of wallabag has 12 hours without am and pm.
 */
export const namedColumns: ImportFormat = {
  kind: 'csv',
  hasAnySeparator: true,
  read: (cells, index, head) => {
    // Spreadsheets write rows without content below the table.
    if (index === 0 || cells.every((cell) => cell.trim() === '')) return undefined
    const { names, ...fields } = cellsByField(cells, head)
    return readFields(fields, dayOrderOf(names))
  },
}

/** @returns the row with the fields of a page */
export function readFields(fields: Cells, dayOrder: DayOrder) {
  const { all, first } = fields
  const content = first('content')
  const dateOf = (cell: string) => isoOfTable(cell, dayOrder)
  return {
    ...addressOf([...all('url'), ...all('doi').map(addressOfPaper)]),
    title: first('title'),
    tags: all('tags').flatMap(tagsOf),
    ...stateOf(fields),
    note: all('note'),
    annotations: all('highlights').flatMap(highlightsOfRaindrop),
    createdAt: dateOf(first('saved') || first('created')),
    ...highlightOf(fields, dateOf),
    isStarred: isMarked(first('starred')),
    authors: first('authors').split(';'),
    language: first('language'),
    publishedAt: dateOf(first('published')),
    previewPicture: first('picture'),
    ...(/<\w/.test(content) && { content }),
  }
}

/** The fields of a page, as texts. */
export interface Cells {
  /** Returns the cells of all columns of the field that are not empty, in the order of `FIELD_NAMES`. */
  readonly all: (field: Field) => readonly string[]
  /** Returns the first of these cells, or an empty text. */
  readonly first: (field: Field) => string
}

function cellsByField(
  cells: readonly string[],
  head: readonly string[],
): Cells & { readonly names: readonly string[] } {
  const names = head.map(plainName)
  // In a table of one column, a comma can only be part of the address.
  const values = (head.length === 1 ? [cells.join(',')] : cells).map((cell) => cell.replace(BEFORE_FORMULA, ''))
  const all: Cells['all'] = (field) =>
    FIELD_NAMES[field].flatMap((name) => values.filter((cell, at) => names[at] === name && cell.trim() !== ''))
  return { names, all, first: (field) => all(field)[0] ?? '' }
}

/**
 * In a table with one highlight in each row, such as those that Dogear exports and Readwise imports, note, colour and date
 * belong to the highlight.
 */
function highlightOf({ all, first }: Cells, dateOf: (cell: string) => string) {
  const quote = first('highlight')
  if (quote === '') return {}
  const highlight = {
    quote,
    text: all('note').join('\n\n'),
    color: first('color'),
    created_at: dateOf(first('created')),
  }
  return { annotations: [highlight], note: [], createdAt: undefined }
}

/** Matches the apostrophe with which exports keep a spreadsheet from reading a cell as a formula. */
const BEFORE_FORMULA = /^'(?=[=+\-@\t\r\n＝＋－＠])/

/** @returns the first address with a scheme; otherwise that of the first cell, which may lack one */
function addressOf(cells: readonly string[]) {
  const [first = ''] = cells
  const url = cells.find((cell) => /^\s*https?:\/\//i.test(cell)) ?? first
  const isBare = url.length < 2000 && /^\s*[^\s,;:./]+\.[^\s,;]+\s*$/.test(url)
  const [found] = isBare ? findAddresses(url) : []
  return found ? { url: found.url, givenUrl: found.sent } : { url }
}

/** @returns the address of a paper with a Digital Object Identifier (DOI Handbook, 3.7.3) */
const addressOfPaper = (doi: string): string => (/^\s*10\.\d/.test(doi) ? `https://doi.org/${doi.trim()}` : doi)

/** wallabag's dates start with the day. Those of other tables may start with the month. */
function dayOrderOf(names: readonly string[]): DayOrder {
  return names.includes('creationdate') && names.includes('mimetype') ? 'dayFirst' : 'unknown'
}

/**
 * @param cell tags separated by commas, semicolons or vertical bars, a list in the syntax of JSON, Python or PostgreSQL, or
 *   words with `#`
 */
function tagsOf(cell: string): string[] {
  const text = cell.trim()
  const list = /^(?:\[.*\]|\{.*\})$/s.test(text) ? text.slice(1, -1) : text
  const separator = /^#\S+(?:\s+#\S+)*$/.test(list) ? /[\s,;|]+/ : /[,;|]/
  return list.split(separator).map((tag) => {
    const plain = tag.trim().replace(/^(["'])(.*)\1$/s, '$2')
    return plain.replaceAll('"', '').replace(/^#(?=\S)/, '')
  })
}

/** Folders in which services keep all pages of a state. They do not become tags. */
const STATE_FOLDERS = /^(?:unread|archived?|read|unsorted)$/i

function stateOf({ all, first }: Cells) {
  const folder = first('folder').trim()
  const isArchived =
    all('archived').some((cell) => isMarked(cell) || isTime(cell)) ||
    isNo(first('unread')) ||
    /^(?:archived?|read|done|completed?|finished)$/i.test(first('state').trim()) ||
    /^(?:archived?|read)$/i.test(folder)
  return { isArchived, folders: STATE_FOLDERS.test(folder) ? [] : folder.split(/[/>]/) }
}

/** @returns true for a mark of a checkbox, or a yes, which spreadsheets write in the language of the user */
function isMarked(cell: string): boolean {
  return (
    isYes(cell) || /^(?:y|x|✓|✔|✅|☑|★|⭐|checked|wahr|vrai|vero|verdadero|ja|oui|s[ií]|sì)\ufe0f?$/iu.test(cell.trim())
  )
}

/** @returns whether a cell contains a date, or the seconds or milliseconds since 1970 */
const isTime = (cell: string): boolean => /^(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{9,16}$)/.test(cell.trim())

function isNo(cell: string): boolean {
  return /^(?:false|no|n|0|falsch|faux|falso|nein|non)$/i.test(cell.trim())
}
