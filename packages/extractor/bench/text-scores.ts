/** Precision is the share of the found text that is wanted. Recall is the share of the wanted text that was found. */
export interface Shares {
  readonly precision: number
  readonly recall: number
}

/**
 * Numbers of phrases: `right` are wanted and found, `wrong` are unwanted and found, `missing` are wanted and not found.
 */
export interface PhraseCounts {
  readonly right: number
  readonly wrong: number
  readonly missing: number
}

/** @returns precision and recall of sequences of four words, as in the article extraction benchmark */
export function shingleShares(truth: string, found: string): Shares {
  return shares(fours(wordsOf(truth)), fours(wordsOf(found)))
}

/** @returns precision and recall of words in any order, as in WCXB */
export function wordShares(truth: string, found: string): Shares {
  const [wanted, words] = [wordsOf(truth.toLowerCase()), wordsOf(found.toLowerCase())]
  if (wanted.length === 0 && words.length === 0) return { precision: 1, recall: 1 }
  return shares(wanted, words)
}

/** @returns the numbers of phrases, as in the evaluation of trafilatura */
export function phraseCounts(wanted: readonly string[], unwanted: readonly string[], found: string): PhraseCounts {
  const text = squeezed(found)
  const countIn = (phrases: readonly string[]): number =>
    text === '' ? 0 : phrases.filter((phrase) => text.includes(squeezed(phrase))).length
  const right = countIn(wanted)
  return { right, wrong: countIn(unwanted), missing: wanted.length - right }
}

/** @returns the harmonic mean of precision and recall */
export function f1Of({ precision, recall }: Shares): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

/** @returns the words of a text, as the benchmarks define them */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? []
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function fours(words: readonly string[]): string[] {
  return Array.from({ length: Math.max(1, words.length - 3) }, (_, i) => words.slice(i, i + 4).join(' '))
}

function shares(truth: readonly string[], found: readonly string[]): Shares {
  const wanted = countOf(truth)
  let right = 0
  for (const [word, count] of countOf(found)) right += Math.min(count, wanted.get(word) ?? 0)
  return { precision: right / (found.length || 1), recall: right / (truth.length || 1) }
}

function countOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
