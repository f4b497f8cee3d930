/** Default maximum of the count, so that a book takes no longer to count than a long article. */
const MAX_WORDS = 50_000

/** Matches an HTML tag, a word of letters and digits, or one character of Han, kana or Hangul. */
const WORD_OR_TAG =
  /<[^<>]*>|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]]+/gv

/**
 * Counts words to compare two versions of a text. Reading times are calculated differently.
 * @param html sanitised content
 * @param max number of words at which counting stops
 * @returns the number of words, at most `max`
 */
export function countWords(html: string, max = MAX_WORDS): number {
  let words = 0
  for (const [piece] of html.matchAll(WORD_OR_TAG)) {
    if (piece.startsWith('<')) continue
    words += 1
    if (words === max) break
  }
  return words
}
