import { savingTimeOf } from '../parsing/import-date.ts'
import type { ImportFormat, JsonItem } from '../parsing/row-parser.ts'
import { collectionKey, MAX_NAME, MAX_QUERY } from '../../collections/collection.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import type { ImportedCollection } from '../import-row.ts'

/**
 * The JSON export of Karakeep, formerly Hoarder (its packages/shared/import-export/exporters.ts).
 *
 * Members of a bookmark: `createdAt`, in seconds; `title`; `tags`; `lists`, the ids of its lists, which are at the end of
 * the file; `content`, with `type` and `url` or `text`; `note`; `archived`. Not imported: `customMetadata`. Texts and files
 * have no address and are left out.
 */
export const karakeep: ImportFormat = {
  kind: 'json',
  itemsIn: ['bookmarks'],
  collections: { itemsIn: 'lists', read: collectionsOfKarakeep },
  read: (item) => {
    const { content } = item
    const url = typeof content === 'object' && content !== null ? Reflect.get(content, 'url') : undefined
    if (url === undefined) return { leftOut: 'noPage' }
    return {
      url,
      title: item['title'],
      tags: item['tags'],
      isArchived: item['archived'],
      isStarred: item['favourited'],
      collections: item['lists'],
      note: item['note'],
      createdAt: savingTimeOf(item['createdAt']),
    }
  },
}

/**
 * Maximum number of enclosing lists whose names become part of a collection's name. The names of lists further out are
 * left out.
 */
const MAX_PARENTS = 5
const MAX_ID = 100

/**
 * Converts Karakeep's lists to collections. Collections cannot be nested, so a list inside another one gets both names,
 * as in `Work / Ideas`. The query of a smart list is converted to Dogear's query language.
 * @param items the items of `lists` in the file
 */
export function collectionsOfKarakeep(items: readonly JsonItem[]): ImportedCollection[] {
  const named = items.filter((item) => textOf(item['id'], MAX_ID) !== '')
  const byId = new Map(named.map((item) => [textOf(item['id'], MAX_ID), item]))
  return named.flatMap((item) => {
    const key = textOf(item['id'], MAX_ID)
    const name = nameOf(item, byId)
    if (collectionKey(name) === '') return []
    const query = item['type'] === 'smart' ? queryFromKarakeep(textOf(item['query'], MAX_QUERY)) : ''
    return [{ key, name, ...(query !== '' && { query }) }]
  })
}

function nameOf(item: JsonItem, byId: ReadonlyMap<string, JsonItem>): string {
  const names = [textOf(item['name'], MAX_NAME)]
  let parent = byId.get(textOf(item['parentId'], MAX_ID))
  for (let level = 0; parent && level < MAX_PARENTS; level++) {
    names.unshift(textOf(parent['name'], MAX_NAME))
    parent = byId.get(textOf(parent['parentId'], MAX_ID))
  }
  const own = names.at(-1)!
  const full = names.join(' / ')
  return [...full].length <= MAX_NAME ? full : own
}

function textOf(value: unknown, length: number): string {
  return typeof value === 'string' ? cutText(storableText(value), length).trim() : ''
}

/** Matches a parenthesis or a term. A term may contain quoted text with spaces, as in `tag:"long read"`. */
const QUERY_TERM = /[()]|(?:[^\s()"]|"[^"]*"?)+/g
const MAX_DEPTH = 32

/**
 * Converts a query of Karakeep to Dogear's query language. In Karakeep, `and` and `or` have the same precedence, from
 * left to right, so parentheses are added where Dogear would read the query differently. `!` before a qualifier becomes
 * `-`. `is:link` is dropped, because every entry has an address. Unknown qualifiers are kept, so that the page of the
 * collection reports them.
 */
export function queryFromKarakeep(text: string): string {
  const pieces = text.match(QUERY_TERM) ?? []
  const { query } = groupOf(pieces, 0, 0)
  return new TextEncoder().encode(query).length <= MAX_QUERY ? query : ''
}

interface Group {
  readonly query: string
  /** index after the group's closing parenthesis */
  readonly next: number
}

function groupOf(pieces: readonly string[], from: number, depth: number): Group {
  let left: Terms = { query: '', hasOr: false }
  let operator: Operator = 'AND'
  let at = from
  while (at < pieces.length && pieces[at] !== ')') {
    const piece = pieces[at]!
    at += 1
    if (/^(?:and|or)$/i.test(piece)) {
      operator = piece.toUpperCase() as Operator
      continue
    }
    let term = termOf(piece)
    if (piece === '(') {
      if (depth >= MAX_DEPTH) return { query: left.query, next: pieces.length }
      const group = groupOf(pieces, at, depth + 1)
      term = group.query === '' ? '' : `(${group.query})`
      at = group.next
    }
    if (term === '') continue
    left = joined(left, operator, term)
    operator = 'AND'
  }
  return { query: left.query, next: at + 1 }
}

type Operator = 'AND' | 'OR'

/** The terms joined so far. `hasOr` is true if they contain an `OR` outside parentheses. */
interface Terms {
  readonly query: string
  readonly hasOr: boolean
}

function joined({ query, hasOr }: Terms, operator: Operator, term: string): Terms {
  if (query === '') return { query: term, hasOr: false }
  if (operator === 'OR') return { query: `${query} OR ${term}`, hasOr: true }
  return { query: hasOr ? `(${query}) ${term}` : `${query} ${term}`, hasOr: false }
}

function termOf(piece: string): string {
  if (/^[-!]?is:link$/i.test(piece) || piece === '(') return ''
  return piece.replace(/^!(?=[a-z]+:|#)/i, '-')
}
