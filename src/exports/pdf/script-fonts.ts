import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * What happens to letters beside each other: nothing; or the font decides; or it does, and draws letters in parts, which
 * are to be put together again.
 */
type Shaping = 'none' | 'by_font' | 'in_parts'

/** One file of a font: some of its characters, in all weights. */
export interface FontSubset {
  readonly name: string
  /** of a WOFF2 file */
  readonly path: string
  readonly shaping: Shaping
  /** every character that the package says is in it; a few are not */
  readonly characters: () => string
}

/** A font whose characters are spread over many files, as the web has them. */
export interface ScriptFont {
  /** @returns the file that has a character, or undefined */
  subsetOf(codePoint: number): FontSubset | undefined
}

/** Its own numbered files are those of its script; the named ones hold letters that other fonts have too. */
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
 * Chinese, Japanese and Korean write many characters differently that are one in Unicode, so the text decides whose font
 * is asked first. The others fill in what that one lacks.
 * @param language BCP 47, or undefined
 * @param sample some of the text; looked at when the language does not tell
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
  /** the number of the file for each character, counted from 1; 0 for none */
  readonly numbers: Uint8Array
}

/** Past the last ideographs that a font has a number for (Unicode, plane 3). */
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

/** The package says which characters each of its files holds, as CSS does (`unicode-range`, CSS Fonts 4). */
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
