import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** One file of a font. It contains all weights of some of the font's characters. */
export interface FontSubset {
  readonly name: string
  /** path of the WOFF2 file */
  readonly path: string
  /** true if the glyphs for a text are chosen by the layout rules of the font; false if each character has one glyph */
  readonly isShaped: boolean
  /** @returns the characters that the package lists for the file. A few of them have no glyph in the file. */
  readonly characters: () => string
}

/** A font whose characters are divided into many files. */
export interface ScriptFont {
  /** @returns the file that contains the given character, or undefined if there is none */
  subsetOf(codePoint: number): FontSubset | undefined
}

/**
 * Matches the names of the files that contain the characters of the font's own script. All other files of the font
 * contain characters that other fonts have too.
 */
const NUMBERED_FILE = /^\[\d+\]$/

const CHINESE = scriptFont('@fontsource-variable/noto-sans-sc', NUMBERED_FILE, false)
const JAPANESE = scriptFont('@fontsource-variable/noto-sans-jp', NUMBERED_FILE, false)
const KOREAN = scriptFont('@fontsource-variable/noto-sans-kr', NUMBERED_FILE, false)
const OTHER_SCRIPTS: readonly ScriptFont[] = [
  scriptFont('@fontsource-variable/noto-naskh-arabic', /^arabic$/, true),
  scriptFont('@fontsource-variable/noto-sans-hebrew', /^hebrew$/, true),
  scriptFont('@fontsource-variable/noto-sans-thai', /^thai$/, true),
]

/**
 * Orders the fonts by the language of a text. Chinese, Japanese and Korean share code points that they draw
 * differently, so the font of the text's language comes first. The other fonts supply missing characters.
 * @param language BCP 47 tag, or undefined if unknown
 * @param sample part of the text, examined if the language is not Chinese, Japanese or Korean
 */
export function scriptFonts(language: string | undefined, sample: string): readonly ScriptFont[] {
  const written = language?.split('-')[0] ?? ''
  const isStated = ['zh', 'ja', 'ko'].includes(written)
  const isJapanese = isStated ? written === 'ja' : /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sample)
  const isKorean = isStated ? written === 'ko' : /\p{Script=Hangul}/u.test(sample)
  if (isJapanese) return [...OTHER_SCRIPTS, JAPANESE, CHINESE, KOREAN]
  return isKorean ? [...OTHER_SCRIPTS, KOREAN, JAPANESE, CHINESE] : [...OTHER_SCRIPTS, CHINESE, JAPANESE, KOREAN]
}

interface Loaded {
  readonly subsets: readonly FontSubset[]
  /** for each code point, the number of its file, starting at 1; 0 if no file contains it */
  readonly numbers: Uint8Array
}

/** Number of code points that are looked up. The last ideographs are in plane 3, below this limit. */
const MAX_CODE_POINT = 0x32000

function scriptFont(packageName: string, wanted: RegExp, isShaped: boolean): ScriptFont {
  let loaded: Loaded | undefined
  return {
    subsetOf: (codePoint) => {
      loaded ??= loadSubsets(packageName, wanted, isShaped)
      return loaded.subsets[(loaded.numbers[codePoint] ?? 0) - 1]
    },
  }
}

/**
 * Finds the files of a package. The package lists the characters of each file as a CSS `unicode-range` (CSS Fonts 4).
 */
function loadSubsets(packageName: string, wanted: RegExp, isShaped: boolean): Loaded {
  const { resolve } = createRequire(import.meta.url)
  const ranges = JSON.parse(readFileSync(resolve(`${packageName}/unicode.json`), 'utf8')) as Record<string, string>
  const numbers = new Uint8Array(MAX_CODE_POINT)
  const family = packageName.split('/')[1]!
  const subsets = Object.entries(ranges)
    .filter(([key]) => wanted.test(key))
    .map(([key, range], index): FontSubset => {
      const pairs = range.split(',').map(pairOf)
      for (const [first, last] of pairs) numbers.fill(index + 1, first, last + 1)
      const name = `${family}-${key.replaceAll(/[[\]]/g, '')}`
      return {
        name,
        isShaped,
        path: resolve(`${packageName}/files/${name}-wght-normal.woff2`),
        characters: () => rangesText(range),
      }
    })
  return { subsets, numbers }
}

/**
 * @param ranges Unicode ranges such as `U+0400-045F,U+2116`
 * @returns all their characters
 */
export function rangesText(ranges: string): string {
  return ranges
    .split(',')
    .map((range) => charactersOf(pairOf(range)))
    .join('')
}

type Pair = readonly [first: number, last: number]

/** @param range Unicode range such as `U+0400-045F` or `U+2116` */
function pairOf(range: string): Pair {
  const [first = '', last = first] = range.trim().slice(2).split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

function charactersOf([first, last]: Pair): string {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')
}
