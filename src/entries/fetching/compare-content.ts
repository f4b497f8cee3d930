import { countWords } from './count-words.ts'

/** Shorter texts come and go for good reasons: a note, a correction, a picture with a line below it. */
const LEAST_WORDS = 100
/** A new text with a smaller share of the old one's words has lost something, most often to a wall. */
const LEAST_SHARE = 0.6

export interface ContentComparison {
  readonly oldWords: number
  readonly newWords: number
  /** whether the old text is the better one to keep */
  readonly isWorse: boolean
}

/**
 * Decides whether a new version of a text may take the place of the one that is there.
 * @param before sanitised content that was made of the page
 * @param after sanitised content; empty when there is none
 */
export function compareContent(before: string, after: string): ContentComparison {
  const [oldWords, newWords] = [countWords(before), countWords(after)]
  const isLost = oldWords > 0 && newWords === 0 && !after.includes('<img')
  return { oldWords, newWords, isWorse: isLost || (oldWords >= LEAST_WORDS && newWords < oldWords * LEAST_SHARE) }
}

/** @returns what the log of the extraction says when the old text was kept */
export function keptNote({ oldWords, newWords }: ContentComparison): string {
  return `${newWords} words instead of ${oldWords}: the text that was there is kept`
}
