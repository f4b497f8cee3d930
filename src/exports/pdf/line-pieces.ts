/** Scripts whose text has no spaces between words. */
const IDEOGRAPH = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`
/** No line begins with these, and none ends with those (JIS X 4051, GB/T 15834). */
const CLOSING = '、。，．・：；？！」』）〕］｝〉》】〗〙’”…々ゝヽ'
const OPENING = '「『（〔［｛〈《【〖〘‘“'

/** A space; one character of a script without spaces, with its combining marks; or a word. */
const PIECES = new RegExp(
  String.raw`\n|[ \u00a0]|[${OPENING}]{0,3}[${IDEOGRAPH}][${CLOSING}]{0,4}|[^\s${IDEOGRAPH}]+|[^\S\n]`,
  'gu',
)
/** A line may break before and after these anywhere. */
const FREE = String.raw`[${IDEOGRAPH}\p{Script=Thai}]`
const ENDS_FREE = new RegExp(`${FREE}$`, 'u')
const BEGINS_FREE = new RegExp(`^${FREE}`, 'u')
const ENDS_OPENING = new RegExp(`[${OPENING}]$`, 'u')
const BEGINS_CLOSING = new RegExp(`^[${CLOSING}]`, 'u')
const THAI = /\p{Script=Thai}/u
const THAI_WORDS = new Intl.Segmenter('th', { granularity: 'word' })

/** A piece of text that stays on one line if it fits. */
export interface LinePiece {
  readonly text: string
  /** offset in UTF-16 units */
  readonly at: number
}

/** @returns whether a line must not break between two adjacent pieces of different styles */
export function isOneWord(last: string, next: string): boolean {
  if (last === '' || /\s$/.test(last) || /^\s/.test(next)) return false
  if (ENDS_OPENING.test(last) || BEGINS_CLOSING.test(next)) return true
  return !ENDS_FREE.test(last) && !BEGINS_FREE.test(next)
}

/**
 * Splits a text at its possible line breaks. A line feed is a piece of its own; the pieces together are the whole text.
 */
export function* linePieces(text: string): Generator<LinePiece> {
  for (const match of text.matchAll(PIECES)) {
    const [piece] = match
    if (!THAI.test(piece)) yield { text: piece, at: match.index }
    else for (const { segment, index } of THAI_WORDS.segment(piece)) yield { text: segment, at: match.index + index }
  }
}
