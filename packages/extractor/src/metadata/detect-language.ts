import { createRequire } from 'node:module'
import type { detectAll as DetectAll } from 'tinyld'

/** Number of characters used for detection. More do not improve the result. */
const SAMPLE_CHARACTERS = 2000
/** Minimum number of letters for detection. For exceptions, see `isLongEnough`. */
const MIN_LETTERS = 150
/**
 * The best result is accepted if its score of tinyld (0 to 1) is at least `SURE_SCORE`, or if the score is at least
 * `MIN_SCORE` and at least `MIN_SCORE_RATIO` times that of the second result.
 */
const SURE_SCORE = 0.3
const MIN_SCORE = 0.05
const MIN_SCORE_RATIO = 1.6
/** Languages that are falsely detected in lists of names and numbers, and in which hardly anything is published. */
const UNLIKELY_LANGUAGES = new Set(['tlh', 'vo'])

/**
 * Scripts that only a few languages use. If most letters of a page are in such a script, a declaration of any other
 * language is wrong.
 */
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

/**
 * Matches letters of all scripts in `SCRIPTS`, as a quick test before the single patterns. The gap between the two
 * ranges contains only punctuation and symbols.
 */
const OTHER_SCRIPT = /[\u0370-\u1fff\u2c00-\uffff]/

let detectAll: typeof DetectAll | undefined

/**
 * Detects the language of a text. The first call loads a large library, so run this in a worker thread.
 * @param text text of the article
 * @returns the BCP 47 tag of the language; undefined if it is uncertain
 */
export function detectLanguage(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE_CHARACTERS)
  if (!isLongEnough(sample)) return undefined
  detectAll ??= (createRequire(import.meta.url)('tinyld') as { readonly detectAll: typeof DetectAll }).detectAll
  const [best, next] = detectAll(sample)
  if (!best || UNLIKELY_LANGUAGES.has(best.lang)) return undefined
  const isAhead = best.accuracy >= MIN_SCORE && best.accuracy >= MIN_SCORE_RATIO * (next?.accuracy ?? 0)
  return best.accuracy >= SURE_SCORE || isAhead ? best.lang : undefined
}

/**
 * @returns true if a text is long enough for detection. A shorter text suffices in Chinese, Japanese and Korean, whose
 * words have only one or two letters.
 */
function isLongEnough(text: string): boolean {
  return lettersIn(text) >= MIN_LETTERS || /[\p{Script=Han}\p{Script=Hangul}]{40}/u.test(text)
}

function lettersIn(text: string): number {
  let letters = 0
  for (const [word] of text.matchAll(/\p{L}+/gu)) letters += word.length
  return letters
}

/**
 * Finds wrong declarations: many site themes declare `en` for texts in any language.
 * @param stated the language that the page declares
 * @returns true if most letters of the text belong to a script in which this language is not written
 */
export function contradictsScript(stated: string, text: string): boolean {
  const language = stated.toLowerCase().split('-')[0]!
  const sample = text.slice(0, SAMPLE_CHARACTERS)
  if (!OTHER_SCRIPT.test(sample)) return false
  const letters = lettersIn(sample)
  if (letters < 40) return false
  return SCRIPTS.some(
    ({ pattern, languages }) => !languages.has(language) && (sample.match(pattern)?.length ?? 0) * 2 > letters,
  )
}
