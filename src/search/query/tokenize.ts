import { cutText } from '../../kernel/plain-text.ts'
import { foldText } from './fold-text.ts'

/** Characters of a word that count; longer ones are nobody's words. */
const MAX_LENGTH = 64

/**
 * In order: a run of Han, kana or Hangul, a word of letters and digits of any other script, a picture such as an emoji.
 * Each alternative is one class repeated, so the time is linear.
 */
const PIECE =
  /(?<run>[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]&&[\p{L}\p{N}\p{M}]]+)|[[\p{L}\p{N}\p{M}]--[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]&&[\p{L}\p{N}\p{M}]]]+|\p{Extended_Pictographic}/gv

/**
 * The words of a text as they are indexed. A run of Han, kana or Hangul, where words are not set apart, becomes its
 * pairs of neighbours and its last character: 東京都 is 東京, 京都, 都. So each character begins exactly one token, one
 * character is found as a beginning, and a longer piece as a phrase of its pairs.
 * @returns folded tokens in order; they consist of letters, digits, marks and pictures only
 */
export function* tokenize(text: string): Generator<string, void, undefined> {
  for (const piece of foldText(text).matchAll(PIECE)) {
    if (piece.groups?.['run'] === undefined) yield cutText(piece[0], MAX_LENGTH)
    else yield* pairs(piece[0])
  }
}

function* pairs(run: string): Generator<string, void, undefined> {
  let before = ''
  for (const character of run) {
    if (before !== '') yield before + character
    before = character
  }
  yield before
}

/** What a piece of a query stands for in the index. */
export interface AskedTokens {
  /** to be found one after the other */
  readonly tokens: readonly string[]
  /** the last token is one character of Han, kana or Hangul, which is the beginning of a pair wherever it is not last */
  readonly endsInCharacter: boolean
}

/** @returns the tokens of a piece of a query: those of a text that may go on after it */
export function tokenizeAsked(text: string): AskedTokens {
  const tokens = [...tokenize(text)]
  const last = [...foldText(text).matchAll(PIECE)].at(-1)?.groups?.['run']
  if (last === undefined) return { tokens, endsInCharacter: false }
  const isSingle = [...last].length === 1
  return { tokens: isSingle ? tokens : tokens.slice(0, -1), endsInCharacter: isSingle }
}
