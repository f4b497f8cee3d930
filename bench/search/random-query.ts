import type { Library } from './random-texts.ts'

/**
 * @returns a random query. Queries are words, pairs of words, incomplete words, phrases, words with an excluded word,
 * and words with a tag, in typical shares.
 */
export function randomQuery({ searchWord, written, random }: Library): string {
  const kind = random()
  if (kind < 0.4) return searchWord()
  if (kind < 0.7) return `${searchWord()} ${searchWord()}`
  if (kind < 0.8) return searchWord().slice(0, 3 + Math.floor(random() * 4))
  if (kind < 0.9) return `"${written()} ${written()}"`
  if (kind < 0.95) return `${searchWord()} -${searchWord()}`
  return `${searchWord()} tag:shelf-${Math.floor(random() * 50)}`
}
