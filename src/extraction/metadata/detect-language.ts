import { createRequire } from 'node:module'
import type { detectAll as DetectAll } from 'tinyld'

/** Characters that are looked at: more makes it no surer. */
const SAMPLE = 4000
/** Fewer letters than this say too little. */
const LEAST_LETTERS = 150
/** tinyld's own measure, 0 to 1, of how far a guess is to be believed; below it, how far it must be before the next. */
const SURE = 0.3
const LEAST = 0.05
const AHEAD = 1.6
/** What lists of names and numbers are taken for, and what nobody publishes in. */
const UNLIKELY = new Set(['tlh', 'vo'])

/** Scripts that only some languages are written in. A page that states another language than these is mistaken. */
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

let detectAll: typeof DetectAll | undefined

/**
 * @param text the article
 * @returns its language as a BCP 47 tag, or undefined where that is not sure enough. The library is loaded with the
 *   first text: for worker threads only
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
 * @param stated the language that a page says it is in
 * @returns whether the letters of the text show that it is in another: most are of a script that this language is not
 *   written in. Themes of sites often say `en` whatever is written with them
 */
export function contradictsScript(stated: string, text: string): boolean {
  const language = stated.toLowerCase().split('-')[0]!
  const sample = text.slice(0, SAMPLE)
  if (!/[\u0370-\uffff]/.test(sample)) return false
  const letters = lettersIn(sample)
  if (letters < 40) return false
  return SCRIPTS.some(
    ({ pattern, languages }) => !languages.has(language) && (sample.match(pattern)?.length ?? 0) * 2 > letters,
  )
}
