import { ownerLexeme, ownerMark } from '../../query/sql/full-text-match.ts'
import { indexWords, type IndexedEntry } from '../../query/text/index-words.ts'

/**
 * PostgreSQL's limits (its manual, section 12.11): the highest position of a lexeme, and the maximum number of
 * positions of one lexeme.
 */
const MAX_POSITION = 16_383
const MAX_POSITIONS = 256

/**
 * Converts an entry to text of PostgreSQL's type `tsvector` (its manual, section 8.11.1). It consists of the owner's
 * lexeme and of its words with the owner's mark, positions and weights: A for the title, B for tags, authors and address, C for
 * annotations, D for the content. Gaps between the parts prevent phrases from matching across them. All words beyond
 * the highest position share that position, so that a search finds them as single words but not as part of a phrase.
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
  // Quotation marks and backslashes would need escaping, but tokens contain none.
  const mark = ownerMark(owner)
  const lexemes = [...positions].map(([token, where]) => `'${mark}${token}':${where.join(',')}`)
  return [`'${ownerLexeme(owner)}'`, ...lexemes].join(' ')
}
