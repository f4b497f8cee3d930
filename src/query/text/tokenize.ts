import { cutText } from '../../kernel/storable-text.ts'
import { foldText } from './fold-text.ts'

/**
 * Maximum number of indexed characters of a word. Longer words are cut. Words in common use are shorter in every
 * language.
 */
const MAX_LENGTH = 64

/**
 * Matches a run of Han, kana or Hangul, a word of letters and digits in any other script, or a pictograph such as an
 * emoji. Each alternative repeats a single class, so matching takes linear time.
 */
const TOKEN =
  /(?<run>[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]&&[\p{L}\p{N}\p{M}]]+)|[[\p{L}\p{N}\p{M}]--[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]&&[\p{L}\p{N}\p{M}]]]+|\p{Extended_Pictographic}/gv

/**
 * Splits a text into tokens for the index. Han, kana and Hangul have no spaces between words. Therefore, a run of these
 * characters becomes its bigrams and its last character: 東京都 gives 東京, 京都 and 都. Each character starts exactly one
 * token. So a search for one character is a prefix search, and a search for several characters is a search for a phrase
 * of bigrams.
 * @returns folded tokens in order. They contain only letters, digits, marks and pictographs.
 */
export function* tokenize(text: string): Generator<string, void, undefined> {
  for (const piece of foldText(text).matchAll(TOKEN)) {
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

/** The tokens of a word or phrase in a query. */
interface QueryTokens {
  /** tokens that must follow each other */
  readonly tokens: readonly string[]
  /**
   * true if the last token is a single character of Han, kana or Hangul. In the index, it is usually the start of a
   * bigram, so it must match as a prefix.
   */
  readonly endsInCharacter: boolean
}

/**
 * @returns the tokens of a word or phrase in a query. If it ends in a run of several Han, kana or Hangul characters,
 *   the last one gets no token of its own, because the run may be longer in a matching text.
 */
export function tokenizeQuery(text: string): QueryTokens {
  const tokens = [...tokenize(text)]
  const last = [...foldText(text).matchAll(TOKEN)].at(-1)?.groups?.['run']
  if (last === undefined) return { tokens, endsInCharacter: false }
  const isSingle = [...last].length === 1
  return { tokens: isSingle ? tokens : tokens.slice(0, -1), endsInCharacter: isSingle }
}
