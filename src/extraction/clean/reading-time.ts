/** One cut: a run that is neither letter, digit nor apostrophe, or one or two Han, kana or Hangul characters. */
const CUT = /[^\p{L}\p{N}']+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{1,2}/gu

const WORDS_PER_MINUTE = 200

/**
 * The rule of the wallabag contract, section 4.4: the text is cut at every run of characters that are neither letter,
 * digit nor apostrophe, and at every one or two Han, Hiragana, Katakana or Hangul characters; the pieces, empty ones
 * too, are counted.
 *
 * @param text plain text, tags already stripped
 * @returns whole minutes at 200 pieces a minute, rounded down
 */
export function readingTime(text: string): number {
  return Math.floor(countPieces(text) / WORDS_PER_MINUTE)
}

function countPieces(text: string): number {
  let cuts = 0
  for (const _ of text.matchAll(CUT)) cuts += 1
  return cuts + 1
}
