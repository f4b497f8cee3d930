import bidiFactory, { type Bidi } from 'bidi-js'

export type Direction = 'ltr' | 'rtl'

/** How a paragraph runs. */
export interface TextOrder {
  readonly direction: Direction
  /** of each UTF-16 unit: odd ones run from right to left; undefined when all of it runs from left to right */
  readonly levels: Uint8Array | undefined
}

/** Letters that are written from right to left, and the signs that turn others round (UAX 9). */
const FROM_RIGHT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Its types describe the other of the two forms in which the package comes. */
const makeBidi = bidiFactory as unknown as () => Bidi
let library: Bidi | undefined
const bidi = (): Bidi => (library ??= makeBidi())

/**
 * Orders a paragraph by the Unicode bidirectional algorithm (UAX 9).
 * @param around how the article runs: in one from right to left, a paragraph with any such letter does too; elsewhere
 * the first letter of the paragraph says it
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

/** What the layout of a font turns round by itself, going by the first letter that belongs to a script. */
const TURNED_BY_FONT = /^[\p{Script=Common}\p{Script=Inherited}]*[\p{Script=Hebrew}\p{Script=Arabic}]/u
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** @returns a piece of one level as it is to be handed to its font: brackets mirrored, turned where the font does not */
export function fontOrder(text: string, level: number): string {
  const isTurned = level % 2 === 1
  const mirrored = isTurned ? [...text].map((one) => bidi().getMirroredCharacter(one) ?? one).join('') : text
  if (isTurned === TURNED_BY_FONT.test(mirrored)) return mirrored
  return [...GRAPHEMES.segment(mirrored)]
    .map(({ segment }) => segment)
    .toReversed()
    .join('')
}
