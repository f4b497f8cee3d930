import type { ScriptArticle } from './articles.fixture.ts'

/** How many words of an article a reader of its PDF finds. */
export interface FoundWords {
  /** number of words of the article */
  readonly total: number
  /** number of words that a search in the extracted text finds */
  readonly found: number
  /** number of words that are in the right order too, so that a sentence can be searched and copied */
  readonly inOrder: number
}

const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Counts the words of an article in the text that a reader extracts from its PDF. A word is found as often as it is in
 * the extracted text, at most as often as in the article. In a script with spaces the word must stand alone, with
 * punctuation beside it at most. In a script without spaces the line breaks are ignored. Soft hyphens of the
 * article and the bidi controls that pdftotext adds are ignored.
 */
export function foundWords({ paragraphs, language, isUnspaced }: ScriptArticle, extracted: string): FoundWords {
  const written = paragraphs.join('\n').replaceAll('\u00ad', '').normalize('NFC')
  const text = extracted.replaceAll(BIDI_CONTROLS, '').normalize('NFC')
  if (!isUnspaced) {
    const [wanted, read] = [spacedWords(written), spacedWords(text)]
    return { total: wanted.length, found: commonCount(wanted, read), inOrder: commonSequence(wanted, read) }
  }
  const wanted = segmentedWords(written, language)
  const joined = text.replaceAll(/\s*[\r\n\f]+\s*/g, '')
  const inOrder = commonSequence(wanted, segmentedWords(joined, language))
  return { total: wanted.length, found: foundInText(wanted, written, joined), inOrder }
}

function spacedWords(text: string): string[] {
  return text
    .split(/\s+/)
    .map((word) => word.replace(/^[\p{P}\p{S}]+/u, '').replace(/[\p{P}\p{S}]+$/u, ''))
    .filter((word) => word !== '')
}

function segmentedWords(text: string, language: string): string[] {
  const segments = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)]
  return segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}

function commonCount(wanted: readonly string[], read: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const word of read) counts.set(word, (counts.get(word) ?? 0) + 1)
  return wanted.filter((word) => {
    const count = counts.get(word) ?? 0
    counts.set(word, count - 1)
    return count > 0
  }).length
}

function foundInText(wanted: readonly string[], written: string, text: string): number {
  let found = 0
  for (const word of new Set(wanted)) {
    const count = wanted.filter((other) => other === word).length
    const share = Math.min(1, (text.split(word).length - 1) / (written.split(word).length - 1))
    found += Math.floor(count * share)
  }
  return found
}

/** @returns the length of the longest common subsequence */
function commonSequence(wanted: readonly string[], read: readonly string[]): number {
  let before: readonly number[] = Array.from({ length: read.length + 1 }, () => 0)
  for (const word of wanted) {
    const row = [0]
    for (const [index, other] of read.entries())
      row.push(word === other ? before[index]! + 1 : Math.max(before[index + 1]!, row[index]!))
    before = row
  }
  return before.at(-1)!
}
