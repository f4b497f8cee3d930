import bidiFactory, { type Bidi } from 'bidi-js'

export type Direction = 'ltr' | 'rtl'

/** The direction of a paragraph and of its parts. */
interface TextOrder {
  readonly direction: Direction
  /**
   * bidirectional level of each UTF-16 unit: odd for right-to-left, even for left-to-right. Undefined if the whole text
   * runs from left to right.
   */
  readonly levels: Uint8Array | undefined
}

/** Right-to-left letters, and control characters that start right-to-left text (UAX 9). */
const RIGHT_TO_LEFT_TEXT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The package exports a factory function, although its type declaration describes another export. */
const createBidi = bidiFactory as unknown as () => Bidi
let library: Bidi | undefined
const bidi = (): Bidi => (library ??= createBidi())

/**
 * Determines the direction of a paragraph and the levels of its characters by the Unicode bidirectional algorithm (UAX
 * 9).
 * @param around direction of the article. In a right-to-left article, a paragraph that contains a right-to-left letter
 *   runs from right to left. Otherwise, the paragraph's first letter decides.
 */
export function textOrder(paragraph: string, around: Direction): TextOrder {
  const hasRightToLeftText = RIGHT_TO_LEFT_TEXT.test(paragraph)
  if (!hasRightToLeftText && (around === 'ltr' || /\p{L}/u.test(paragraph)))
    return { direction: 'ltr', levels: undefined }
  const base = around === 'rtl' ? 'rtl' : undefined
  const { levels, paragraphs } = bidi().getEmbeddingLevels(paragraph, base)
  return { direction: (paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr', levels }
}

/** @returns the words of a line in visual order, from left to right (UAX 9, rule L2) */
export function visualOrder<Word extends { readonly level: number }>(words: readonly Word[]): Word[] {
  const ordered = [...words]
  const highest = words.reduce((most, { level }) => Math.max(most, level), 0)
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      if (ordered[from]!.level < level) continue
      let to = from + 1
      while (to < ordered.length && ordered[to]!.level >= level) to++
      ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed())
      from = to
    }
  }
  return ordered
}

/**
 * Matches text that fontkit reverses: its first letter is Hebrew or Arabic. Characters that all scripts share, such as
 * digits, are ignored.
 */
const REVERSED_BY_FONT = /^[\p{Script=Common}\p{Script=Inherited}]*[\p{Script=Hebrew}\p{Script=Arabic}]/u
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * @param text text of one bidirectional level
 * @returns the text in the order that fontkit expects. In right-to-left text, brackets are mirrored.
 */
export function fontOrder(text: string, level: number): string {
  const isRightToLeft = level % 2 === 1
  const mirrored = isRightToLeft ? [...text].map((one) => bidi().getMirroredCharacter(one) ?? one).join('') : text
  if (isRightToLeft === REVERSED_BY_FONT.test(mirrored)) return mirrored
  return [...GRAPHEMES.segment(mirrored)]
    .map(({ segment }) => segment)
    .toReversed()
    .join('')
}
