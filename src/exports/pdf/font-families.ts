import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { transliterate } from 'transliteration'
import type { TextStyle } from '@dogear/extractor/content'
import { rangesText } from './script-fonts.ts'

/**
 * The fonts of a family, one for each style: the name of a font built into pdfkit, or the path of a font file to embed.
 */
interface FontFamily {
  /** matches a character for which the family has a glyph */
  readonly covers: RegExp
  /** the characters of the family, if the layout rules of the font choose the glyphs for a text */
  readonly shapedCharacters: string | undefined
  readonly regular: string
  readonly bold: string
  readonly italic: string
  readonly boldItalic: string
  readonly code: string
}

/** The families, in order of preference. */
const FONT_FAMILIES: readonly FontFamily[] = [
  {
    // Windows code page 1252. The fonts that every PDF reader contains have these characters (ISO 32000-1, annex D).
    covers: /[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u,
    shapedCharacters: undefined,
    regular: 'Helvetica',
    bold: 'Helvetica-Bold',
    italic: 'Helvetica-Oblique',
    boldItalic: 'Helvetica-BoldOblique',
    code: 'Courier',
  },
  ...notoSans(['latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari']),
]

/**
 * Lists the Noto Sans families by subset. The package specifies the characters of each file as a CSS `unicode-range`
 * (CSS Fonts 4).
 */
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
    shapedCharacters: subset === 'devanagari' ? rangesText(ranges[subset] ?? '') : undefined,
    regular: file(subset, '400-normal'),
    bold: file(subset, '700-normal'),
    italic: file(subset, '400-italic'),
    boldItalic: file(subset, '700-italic'),
    code: file(subset, '400-normal'),
  }))
}

/**
 * @param range Unicode range such as `U+0400-045F` or `U+2116`
 * @returns the range in the syntax of a character class in a regular expression
 */
function rangeOf(range: string): string {
  const [first = '', last = first] = range.trim().slice(2).split('-')
  return `\\u{${first}}-\\u{${last}}`
}

/** @returns the first family with a glyph for this character, or undefined if none has one */
export function fontFamilyFor(character: string): FontFamily | undefined {
  return FONT_FAMILIES.find(({ covers }) => covers.test(character))
}

/**
 * Used for characters that no font contains.
 * @returns the character in Latin letters; empty if it has no transliteration
 */
export function transliterationOf(character: string): string {
  return [...transliterate(character)].filter((letter) => FONT_FAMILIES[0]!.covers.test(letter)).join('')
}

/**
 * @param family undefined to use the default Latin family
 * @returns the name or the path of the font for a style
 */
export function fontFace(family: FontFamily | undefined, { isBold, isItalic, isCode }: TextStyle): string {
  const { code, bold, boldItalic, italic, regular } = family ?? FONT_FAMILIES[0]!
  if (isCode) return code
  if (isBold) return isItalic ? boldItalic : bold
  return isItalic ? italic : regular
}
