import { collectionKey, MAX_NAME, MAX_QUERY } from '../../collections/collection.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import type { ImportedCollection } from '../import-row.ts'
import type { JsonItem } from '../parsing/row-parser.ts'
import { queryFromKarakeep } from './karakeep-query.ts'

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
