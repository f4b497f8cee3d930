import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * The shaping that a script needs: none, that of the font, or in addition composing letters that the font draws in
 * parts (see whole-letters.ts).
 */
type Shaping = 'none' | 'by_font' | 'in_parts'

/** One file of a font: a subset of its characters, in all weights. */
export interface FontSubset {
  readonly name: string
  /** of a WOFF2 file */
  readonly path: string
  readonly shaping: Shaping
  /** the characters listed by the package; a few of them are missing in the file */
  readonly characters: () => string
}

/** A web font whose characters are spread over many files. */
export interface ScriptFont {
  /** @returns the file that has a character, or undefined */
  subsetOf(codePoint: number): FontSubset | undefined
}

/** The numbered files contain the font's own script; the named ones contain characters that other fonts have too. */
const NUMBERED = /^\[\d+\]$/

const CHINESE = scriptFont('@fontsource-variable/noto-sans-sc', NUMBERED, 'none')
const JAPANESE = scriptFont('@fontsource-variable/noto-sans-jp', NUMBERED, 'none')
const KOREAN = scriptFont('@fontsource-variable/noto-sans-kr', NUMBERED, 'none')
const OTHERS: readonly ScriptFont[] = [
  scriptFont('@fontsource-variable/noto-naskh-arabic', /^arabic$/, 'in_parts'),
  scriptFont('@fontsource-variable/noto-sans-hebrew', /^hebrew$/, 'by_font'),
  scriptFont('@fontsource-variable/noto-sans-thai', /^thai$/, 'by_font'),
]

/**
 * Chinese, Japanese and Korean draw many characters differently that share a code point, so the language of the text
 * decides the first font to try. The other fonts supply missing characters.
 * @param language BCP 47, or undefined
 * @param sample a part of the text, examined if the language is undefined
 */
export function scriptFonts(language: string | undefined, sample: string): readonly ScriptFont[] {
  const written = language?.split('-')[0] ?? ''
  const isStated = ['zh', 'ja', 'ko'].includes(written)
  const isJapanese = isStated ? written === 'ja' : /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sample)
  const isKorean = isStated ? written === 'ko' : /\p{Script=Hangul}/u.test(sample)
  if (isJapanese) return [...OTHERS, JAPANESE, CHINESE, KOREAN]
  return isKorean ? [...OTHERS, KOREAN, JAPANESE, CHINESE] : [...OTHERS, CHINESE, JAPANESE, KOREAN]
}

interface Loaded {
  readonly subsets: readonly FontSubset[]
  /** number of the file of each character, from 1; 0 for none */
  readonly numbers: Uint8Array
}

/** End of the ideographs with a font (Unicode, plane 3). */
const MAX_CODE_POINT = 0x32000

function scriptFont(packageName: string, wanted: RegExp, shaping: Shaping): ScriptFont {
  let loaded: Loaded | undefined
  return {
    subsetOf: (codePoint) => {
      loaded ??= loadSubsets(packageName, wanted, shaping)
      return loaded.subsets[(loaded.numbers[codePoint] ?? 0) - 1]
    },
  }
}

/** The package lists the characters of each of its files in CSS (`unicode-range`, CSS Fonts 4). */
function loadSubsets(packageName: string, wanted: RegExp, shaping: Shaping): Loaded {
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
        shaping,
        path: resolve(`${packageName}/files/${name}-wght-normal.woff2`),
        characters: () => pairs.map(charactersOf).join(''),
      }
    })
  return { subsets, numbers }
}

type Pair = readonly [first: number, last: number]

/** @param range such as `U+0400-045F` or `U+2116` */
function pairOf(range: string): Pair {
  const [first = '', last = first] = range.trim().slice(2).split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

function charactersOf([first, last]: Pair): string {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')
}
