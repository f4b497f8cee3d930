import { cutText } from '../../kernel/plain-text.ts'
import { foldText } from './fold-text.ts'

/** Maximum number of indexed characters of a word. No language has longer words in use. */
const MAX_LENGTH = 64

/**
 * In order: a run of Han, kana or Hangul, a word of letters and digits of any other script, a pictograph such as an emoji.
 * Each alternative is one class repeated, so the time is linear.
 */
const PIECE =
  /(?<run>[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]&&[\p{L}\p{N}\p{M}]]+)|[[\p{L}\p{N}\p{M}]--[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]&&[\p{L}\p{N}\p{M}]]]+|\p{Extended_Pictographic}/gv

/**
 * Tokens of a text for the index. A run of Han, kana or Hangul, which has no spaces between words, becomes its bigrams
 * and its last character: 東京都 is 東京, 京都, 都. So each character starts exactly one token, a search for one character is a
 * prefix, and a search for more is a phrase of bigrams.
 * @returns folded tokens in order; they consist of letters, digits, marks and pictographs only
 */
export function* tokenize(text: string): Generator<string, void, undefined> {
  for (const piece of foldText(text).matchAll(PIECE)) {
    if (piece.groups?.['run'] === undefined) yield cutText(piece[0], MAX_LENGTH)
    else yield* bigrams(piece[0])
  }
}

function* bigrams(run: string): Generator<string, void, undefined> {
  let before = ''
  for (const character of run) {
    if (before !== '') yield before + character
    before = character
  }
  yield before
}

/** The tokens of a piece of a query. */
export interface QueryTokens {
  /** a phrase */
  readonly tokens: readonly string[]
  /** the last token is one character of Han, kana or Hangul, which starts a bigram except at the end of a run */
  readonly endsInCharacter: boolean
}

/** @returns the tokens of a piece of a query; the text of an entry may continue after them */
export function tokenizeQuery(text: string): QueryTokens {
  const tokens = [...tokenize(text)]
  const last = [...foldText(text).matchAll(PIECE)].at(-1)?.groups?.['run']
  if (last === undefined) return { tokens, endsInCharacter: false }
  const isSingle = [...last].length === 1
  return { tokens: isSingle ? tokens : tokens.slice(0, -1), endsInCharacter: isSingle }
}
