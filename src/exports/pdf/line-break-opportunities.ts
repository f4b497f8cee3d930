/** Characters of scripts that have no spaces between words. */
const IDEOGRAPH = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`
/** A line must not begin with closing punctuation or end with opening punctuation (JIS X 4051, GB/T 15834). */
const CLOSING_PUNCTUATION = '、。，．・：；？！」』）〕］｝〉》】〗〙’”…々ゝヽ'
const OPENING_PUNCTUATION = '「『（〔［｛〈《【〖〘‘“'

/** Matches a space, a word, or a character of a script without spaces together with its punctuation. */
const UNBREAKABLE_TEXT = new RegExp(
  String.raw`\n|[ \u00a0]|[${OPENING_PUNCTUATION}]{0,3}[${IDEOGRAPH}][${CLOSING_PUNCTUATION}]{0,4}|[^\s${IDEOGRAPH}]+|[^\S\n]`,
  'gu',
)
/** Matches a character before and after which a line may break. */
const BREAK_OPPORTUNITY = String.raw`[${IDEOGRAPH}\p{Script=Thai}]`
const ENDS_FREE = new RegExp(`${BREAK_OPPORTUNITY}$`, 'u')
const BEGINS_FREE = new RegExp(`^${BREAK_OPPORTUNITY}`, 'u')
const ENDS_OPENING = new RegExp(`[${OPENING_PUNCTUATION}]$`, 'u')
const BEGINS_CLOSING = new RegExp(`^[${CLOSING_PUNCTUATION}]`, 'u')
const THAI = /\p{Script=Thai}/u
const THAI_WORDS = new Intl.Segmenter('th', { granularity: 'word' })

/** A piece of text that is not divided at a line break. */
interface UnbreakableText {
  readonly text: string
  /** offset in the text, in UTF-16 units */
  readonly at: number
}

/** @returns true if no line may break between two adjacent texts of different styles */
export function isUnbreakable(last: string, next: string): boolean {
  if (last === '' || /\s$/.test(last) || /^\s/.test(next)) return false
  if (ENDS_OPENING.test(last) || BEGINS_CLOSING.test(next)) return true
  return !ENDS_FREE.test(last) && !BEGINS_FREE.test(next)
}

/**
 * Splits a text at its possible line breaks. Every line feed is a separate piece. The pieces contain the whole text.
 */
export function* splitAtLineBreaks(text: string): Generator<UnbreakableText> {
  for (const match of text.matchAll(UNBREAKABLE_TEXT)) {
    const [piece] = match
    if (!THAI.test(piece)) yield { text: piece, at: match.index }
    else for (const { segment, index } of THAI_WORDS.segment(piece)) yield { text: segment, at: match.index + index }
  }
}
