import { countWords } from './count-words.ts'

/** Shorter texts may shrink for good reasons: a note, a correction, a picture with its caption. */
const LEAST_WORDS = 100
/** A new text with a smaller share of the old one's words has lost content, most often to a wall. */
const LEAST_SHARE = 0.6

export interface ContentComparison {
  readonly oldWords: number
  readonly newWords: number
  /** whether the old text should be kept */
  readonly isWorse: boolean
}

/**
 * Decides whether a new version of a text may replace the current one.
 * @param before sanitised content from an earlier extraction of the page
 * @param after sanitised content; empty if there is none
 */
export function compareContent(before: string, after: string): ContentComparison {
  const [oldWords, newWords] = [countWords(before), countWords(after)]
  const isLost = oldWords > 0 && newWords === 0 && !after.includes('<img')
  return { oldWords, newWords, isWorse: isLost || (oldWords >= LEAST_WORDS && newWords < oldWords * LEAST_SHARE) }
}

/** @returns the note in the extraction log when the old text was kept */
export function keptNote({ oldWords, newWords }: ContentComparison): string {
  return `${newWords} words instead of ${oldWords}: the text that was there is kept`
}
