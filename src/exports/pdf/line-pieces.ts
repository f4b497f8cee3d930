/** Where a line may break in a script without blanks. */
const IDEOGRAPH = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`
/** No line begins with these, and none ends with those (JIS X 4051, GB/T 15834). */
const CLOSING = '、。，．・：；？！」』）〕］｝〉》】〗〙’”…々ゝヽ'
const OPENING = '「『（〔［｛〈《【〖〘‘“'

/** A blank, or one character of a script without blanks with the marks about it, or a word. */
const PIECES = new RegExp(
  String.raw`\n|[ \u00a0]|[${OPENING}]{0,3}[${IDEOGRAPH}][${CLOSING}]{0,4}|[^\s${IDEOGRAPH}]+|[^\S\n]`,
  'gu',
)
/** A line may break beside these wherever they stand. */
const FREE = String.raw`[${IDEOGRAPH}\p{Script=Thai}]`
const ENDS_FREE = new RegExp(`${FREE}$`, 'u')
const BEGINS_FREE = new RegExp(`^${FREE}`, 'u')
const ENDS_OPENING = new RegExp(`[${OPENING}]$`, 'u')
const BEGINS_CLOSING = new RegExp(`^[${CLOSING}]`, 'u')
const THAI = /\p{Script=Thai}/u
const THAI_WORDS = new Intl.Segmenter('th', { granularity: 'word' })

/** A part of a text that stays on one line if it fits. */
export interface LinePiece {
  readonly text: string
  /** UTF-16 units from the start */
  readonly at: number
}

/** @returns whether no line may end between two pieces that follow each other without a blank, in looks of their own */
export function isOneWord(last: string, next: string): boolean {
  if (last === '' || /\s$/.test(last) || /^\s/.test(next)) return false
  if (ENDS_OPENING.test(last) || BEGINS_CLOSING.test(next)) return true
  return !ENDS_FREE.test(last) && !BEGINS_FREE.test(next)
}

/** Divides a text where lines may break. A line break is a piece of its own; all of the text is in some piece. */
export function* linePieces(text: string): Generator<LinePiece> {
  for (const match of text.matchAll(PIECES)) {
    const [piece] = match
    if (!THAI.test(piece)) yield { text: piece, at: match.index }
    else for (const { segment, index } of THAI_WORDS.segment(piece)) yield { text: segment, at: match.index + index }
  }
}
