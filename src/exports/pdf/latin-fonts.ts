import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { transliterate } from 'transliteration'
import type { TextStyle } from '@dogear/extractor/content'

/** One font for each style: a built-in font of pdfkit by name, or the path of a font file to embed. */
export interface FontFamily {
  /** the characters of the family */
  readonly covers: RegExp
  readonly regular: string
  readonly bold: string
  readonly italic: string
  readonly boldItalic: string
  readonly code: string
}

/** In order of preference. */
const FAMILIES: readonly FontFamily[] = [
  {
    // Windows code page 1252: the characters of the fonts built into every PDF reader (ISO 32000-1, annex D).
    covers: /[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u,
    regular: 'Helvetica',
    bold: 'Helvetica-Bold',
    italic: 'Helvetica-Oblique',
    boldItalic: 'Helvetica-BoldOblique',
    code: 'Courier',
  },
  ...notoSans(['latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari']),
]

/** The package lists the characters of each of its files in CSS (`unicode-range`, CSS Fonts 4). */
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

/** @returns the Latin, Cyrillic, Greek or Devanagari family with this character, or undefined */
export function latinFamily(character: string): FontFamily | undefined {
  return FAMILIES.find(({ covers }) => covers.test(character))
}

/** @returns the closest spelling in Latin letters of a character without a font; empty if there is none */
export function spelled(character: string): string {
  return [...transliterate(character)].filter((letter) => FAMILIES[0]!.covers.test(letter)).join('')
}

/** @returns the name or the path of the font for a style; without a family, the font for Latin letters */
export function latinFace(family: FontFamily | undefined, { isBold, isItalic, isCode }: TextStyle): string {
  const { code, bold, boldItalic, italic, regular } = family ?? FAMILIES[0]!
  if (isCode) return code
  if (isBold) return isItalic ? boldItalic : bold
  return isItalic ? italic : regular
}
