import { indexWords, type IndexedEntry } from './index-words.ts'

/** Last place that PostgreSQL tells from others, and places of one word it keeps (its manual, section 12.11). */
const LAST_PLACE = 16_383
const MAX_PLACES = 256

/**
 * @returns the words of an entry as text of PostgreSQL's type `tsvector`, with places and weights. A gap between the
 * fields keeps phrases inside one.
 */
export function searchVector(entry: IndexedEntry): string {
  const words = indexWords(entry)
  const places = new Map<string, string[]>()
  let place = 0
  const add = (tokens: readonly string[], weight: string) => {
    for (const token of tokens) {
      place = Math.min(place + 1, LAST_PLACE)
      const known = places.get(token)
      if (!known) places.set(token, [place + weight])
      else if (known.length < MAX_PLACES) known.push(place + weight)
    }
    place = Math.min(place + 1, LAST_PLACE)
  }
  add(words.title, 'A')
  add(words.people, 'B')
  add(words.address, 'C')
  add(words.notes, 'C')
  add(words.content, '')
  // Tokens hold no quotes and no backslashes, which would have to be doubled.
  return [...places].map(([token, where]) => `'${token}':${where.join(',')}`).join(' ')
}
