import bidiFactory, { type Bidi } from 'bidi-js'

export type Direction = 'ltr' | 'rtl'

/** The direction of a paragraph. */
export interface TextOrder {
  readonly direction: Direction
  /**
   * bidirectional level of each UTF-16 unit, odd for right to left; undefined if the whole text runs from left to right
   */
  readonly levels: Uint8Array | undefined
}

/** Right-to-left letters, and control characters that change the direction of others (UAX 9). */
const FROM_RIGHT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The package has two forms; its types describe the other one. */
const makeBidi = bidiFactory as unknown as () => Bidi
let library: Bidi | undefined
const bidi = (): Bidi => (library ??= makeBidi())

/**
 * Orders a paragraph by the Unicode bidirectional algorithm (UAX 9).
 * @param around direction of the article: in a right-to-left article, a paragraph with any right-to-left letter runs
 *   from right to left; elsewhere its first letter decides
 */
export function textOrder(paragraph: string, around: Direction): TextOrder {
  const isTurned = FROM_RIGHT.test(paragraph)
  if (!isTurned && (around === 'ltr' || /\p{L}/u.test(paragraph))) return { direction: 'ltr', levels: undefined }
  const base = around === 'rtl' ? 'rtl' : undefined
  const { levels, paragraphs } = bidi().getEmbeddingLevels(paragraph, base)
  return { direction: (paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr', levels }
}

/** @returns the words of one line from left to right (UAX 9, rule L2) */
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

/** Text that the layout of a font reverses itself, decided by the first letter of a script. */
const TURNED_BY_FONT = /^[\p{Script=Common}\p{Script=Inherited}]*[\p{Script=Hebrew}\p{Script=Arabic}]/u
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * @returns a piece of one level in the form that its font expects: brackets mirrored, and reversed unless the font does
 *   so
 */
export function fontOrder(text: string, level: number): string {
  const isTurned = level % 2 === 1
  const mirrored = isTurned ? [...text].map((one) => bidi().getMirroredCharacter(one) ?? one).join('') : text
  if (isTurned === TURNED_BY_FONT.test(mirrored)) return mirrored
  return [...GRAPHEMES.segment(mirrored)]
    .map(({ segment }) => segment)
    .toReversed()
    .join('')
}
