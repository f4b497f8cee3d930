/** Maximum count, so that a book costs no more than a long article. */
const MAX_WORDS = 50_000

/** A tag in stored content, a word of letters and digits, or one character of Han, kana or Hangul. */
const PIECE =
  /<[^<>]*>|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]]+/gv

/**
 * @param html sanitised content
 * @param most count at which it stops
 * @returns its number of words, at most `most`. A measure for comparing two versions of one text, not the rule behind
 *   the reading time
 */
export function countWords(html: string, most = MAX_WORDS): number {
  let words = 0
  for (const [piece] of html.matchAll(PIECE)) {
    if (piece.startsWith('<')) continue
    words += 1
    if (words === most) break
  }
  return words
}
