import { ownerLexeme } from '../../query/sql/full-text-match.ts'
import { indexWords, type IndexedEntry } from '../index-words.ts'

/** Highest position that PostgreSQL stores, and maximum positions of one lexeme (its manual, section 12.11). */
const MAX_POSITION = 16_383
const MAX_POSITIONS = 256

/**
 * @returns an entry as text of PostgreSQL's type `tsvector` (its manual, section 8.11.1): the owner, and lexemes with
 * positions and weights, title A, tags, authors and address B, annotations C, content D. A gap between the fields keeps
 * phrases inside one. Words after the last position share it: they are found, but not as part of a phrase
 */
export function searchVector(owner: number, entry: IndexedEntry): string {
  const words = indexWords(entry)
  const positions = new Map<string, string[]>()
  let position = 0
  const add = (tokens: readonly string[], weight: string) => {
    for (const token of tokens) {
      position = Math.min(position + 1, MAX_POSITION)
      const known = positions.get(token)
      if (!known) positions.set(token, [position + weight])
      else if (known.length < MAX_POSITIONS) known.push(position + weight)
    }
    position = Math.min(position + 1, MAX_POSITION)
  }
  add(words.title, 'A')
  add(words.people, 'B')
  add(words.address, 'B')
  add(words.notes, 'C')
  add(words.content, '')
  // Tokens contain no quotes and no backslashes, which would have to be doubled.
  const lexemes = [...positions].map(([token, where]) => `'${token}':${where.join(',')}`)
  return [`'${ownerLexeme(owner)}'`, ...lexemes].join(' ')
}
