import { countWords } from './count-words.ts'

/** An old text with fewer words than this, such as a note or caption, may be replaced by any text that is not empty. */
const MIN_WORDS = 100
/**
 * A new text with less than this share of the old text's words counts as incomplete, most often because of a paywall.
 */
const MIN_SHARE = 0.6

export interface ContentComparison {
  readonly oldWords: number
  readonly newWords: number
  /** true if the old text must be kept */
  readonly isWorse: boolean
}

/**
 * Compares the lengths of two versions of a text, to decide whether the new one may replace the old one.
 * @param before sanitised content from an earlier extraction of the page
 * @param after sanitised content of the new version; empty if it has none
 */
export function compareContent(before: string, after: string): ContentComparison {
  const [oldWords, newWords] = [countWords(before), countWords(after)]
  const isLost = oldWords > 0 && newWords === 0 && !after.includes('<img')
  return { oldWords, newWords, isWorse: isLost || (oldWords >= MIN_WORDS && newWords < oldWords * MIN_SHARE) }
}

/** @returns the note in the extraction log that explains why the old text was kept */
export function keptTextNote({ oldWords, newWords }: ContentComparison): string {
  return `the new text has ${newWords} words instead of ${oldWords}, so the previous text is kept`
}
