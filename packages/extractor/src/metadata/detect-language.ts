import { createRequire } from 'node:module'
import type { detectAll as DetectAll } from 'tinyld'

/** Number of characters that are checked: more do not improve the result. */
const SAMPLE = 2000
/** Minimum number of letters for a detection. */
const LEAST_LETTERS = 150
/** tinyld's accuracy score, 0 to 1, that is sufficient by itself; below it, the minimum lead over the next guess. */
const SURE = 0.3
const LEAST = 0.05
const AHEAD = 1.6
/** Languages that are wrongly detected for lists of names and numbers, and practically never used for publishing. */
const UNLIKELY = new Set(['tlh', 'vo'])

/** Scripts that only some languages use. A page that states another language than these is wrong. */
const SCRIPTS: readonly { readonly pattern: RegExp; readonly languages: ReadonlySet<string> }[] = [
  {
    pattern: /\p{Script=Cyrillic}/gu,
    languages: new Set([
      'ru',
      'uk',
      'be',
      'bg',
      'sr',
      'mk',
      'kk',
      'ky',
      'mn',
      'tg',
      'uz',
      'tt',
      'ba',
      'cv',
      'os',
      'ab',
      'bs',
      'cu',
    ]),
  },
  { pattern: /\p{Script=Greek}/gu, languages: new Set(['el', 'grc']) },
  { pattern: /\p{Script=Hebrew}/gu, languages: new Set(['he', 'iw', 'yi', 'lad']) },
  {
    pattern: /\p{Script=Arabic}/gu,
    languages: new Set([
      'ar',
      'arz',
      'fa',
      'ur',
      'ps',
      'sd',
      'ug',
      'ckb',
      'ku',
      'pnb',
      'azb',
      'ks',
      'ms',
      'az',
      'kk',
      'ky',
      'pa',
      'ha',
    ]),
  },
  { pattern: /\p{Script=Hangul}/gu, languages: new Set(['ko']) },
  { pattern: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, languages: new Set(['ja', 'ryu', 'ain']) },
  { pattern: /\p{Script=Thai}/gu, languages: new Set(['th']) },
]

/** Letters of these scripts; between the two parts are punctuation and symbols. */
const OTHER_SCRIPT = /[\u0370-\u1fff\u2c00-\uffff]/

let detectAll: typeof DetectAll | undefined

/**
 * @param text the article
 * @returns its language as a BCP 47 tag, or undefined if it is uncertain. The library is loaded with the first text:
 *   for worker threads only
 */
export function detectLanguage(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE)
  if (!saysEnough(sample)) return undefined
  detectAll ??= (createRequire(import.meta.url)('tinyld') as { readonly detectAll: typeof DetectAll }).detectAll
  const [best, next] = detectAll(sample)
  if (!best || UNLIKELY.has(best.lang)) return undefined
  const isAhead = best.accuracy >= LEAST && best.accuracy >= AHEAD * (next?.accuracy ?? 0)
  return best.accuracy >= SURE || isAhead ? best.lang : undefined
}

/** A word of Chinese, Japanese or Korean is one or two letters. */
function saysEnough(text: string): boolean {
  return lettersIn(text) >= LEAST_LETTERS || /[\p{Script=Han}\p{Script=Hangul}]{40}/u.test(text)
}

function lettersIn(text: string): number {
  let letters = 0
  for (const [word] of text.matchAll(/\p{L}+/gu)) letters += word.length
  return letters
}

/**
 * @param stated the language that a page declares
 * @returns whether most letters of the text belong to a script that this language does not use. Themes of sites often
 *   declare `en` for any language
 */
export function contradictsScript(stated: string, text: string): boolean {
  const language = stated.toLowerCase().split('-')[0]!
  const sample = text.slice(0, SAMPLE)
  if (!OTHER_SCRIPT.test(sample)) return false
  const letters = lettersIn(sample)
  if (letters < 40) return false
  return SCRIPTS.some(
    ({ pattern, languages }) => !languages.has(language) && (sample.match(pattern)?.length ?? 0) * 2 > letters,
  )
}
