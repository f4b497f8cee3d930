import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { transliterate } from 'transliteration'
import type { TextStyle } from '@dogear/extractor/content'

/** One face for each way of writing: a name that pdfkit knows, or the path of a font file that is embedded. */
export interface FontFamily {
  /** every character that the family can show */
  readonly covers: RegExp
  readonly regular: string
  readonly bold: string
  readonly italic: string
  readonly boldItalic: string
  readonly code: string
}

/** Asked in this order. */
const FAMILIES: readonly FontFamily[] = [
  {
    // Windows code page 1252: what the fonts that every reader of PDF has can show (ISO 32000-1, annex D).
    covers: /[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u,
    regular: 'Helvetica',
    bold: 'Helvetica-Bold',
    italic: 'Helvetica-Oblique',
    boldItalic: 'Helvetica-BoldOblique',
    code: 'Courier',
  },
  ...notoSans(['latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari']),
]

/** The package says which characters each of its files holds, as CSS does (`unicode-range`, CSS Fonts 4). */
function notoSans(subsets: readonly string[]): FontFamily[] {
  const { resolve } = createRequire(import.meta.url)
  const ranges = JSON.parse(readFileSync(resolve('@fontsource/noto-sans/unicode.json'), 'utf8')) as Record<
    string,
    string
  >
  const file = (subset: string, face: string): string =>
    resolve(`@fontsource/noto-sans/files/noto-sans-${subset}-${face}.woff`)
  return subsets.map((subset) => ({
    covers: new RegExp(`[${(ranges[subset] ?? '').split(',').map(rangeOf).join('')}]`, 'u'),
    regular: file(subset, '400-normal'),
    bold: file(subset, '700-normal'),
    italic: file(subset, '400-italic'),
    boldItalic: file(subset, '700-italic'),
    code: file(subset, '400-normal'),
  }))
}

/** @param range such as `U+0400-045F` or `U+2116` */
function rangeOf(range: string): string {
  const [first = '', last = first] = range.trim().slice(2).split('-')
  return `\\u{${first}}-\\u{${last}}`
}

/** @returns the family of Latin, Cyrillic, Greek or Devanagari that shows the character, or undefined */
export function latinFamily(character: string): FontFamily | undefined {
  return FAMILIES.find(({ covers }) => covers.test(character))
}

/** @returns a character that no font shows in Latin letters, as well as that can be done; empty when it cannot */
export function spelled(character: string): string {
  return [...transliterate(character)].filter((letter) => FAMILIES[0]!.covers.test(letter)).join('')
}

/** @returns the name or the path of the font in a style; of no family that of plain Latin letters */
export function latinFace(family: FontFamily | undefined, { isBold, isItalic, isCode }: TextStyle): string {
  const { code, bold, boldItalic, italic, regular } = family ?? FAMILIES[0]!
  if (isCode) return code
  if (isBold) return isItalic ? boldItalic : bold
  return isItalic ? italic : regular
}
