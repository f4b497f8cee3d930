import { isAsciiLetter, MIN_LETTERS, MAX_CHARACTERS, MAX_PHRASE, MAX_WORDS, textWords } from './line-words.ts'
import { addCharacter, hashOf, NO_CHARACTERS, type WordTable } from './word-score-table.ts'

/** Sum, minimum and maximum of the scores of words. The minimum is at most 0, and the maximum at least 0. */
export interface ScoreStatistics {
  sum: number
  min: number
  max: number
}

export const NO_SCORES: Readonly<ScoreStatistics> = { sum: 0, min: 0, max: 0 }

/** @returns the statistics of the words' scores */
export function statisticsOf(words: readonly string[], table: WordTable): ScoreStatistics {
  const statistics = { ...NO_SCORES }
  for (const word of words) addScore(statistics, table.scoreOf(hashOf(word)))
  return statistics
}

/**
 * @returns the statistics of the words of `textWords`. ASCII text is not split into words, which makes it several times
 * as fast.
 */
export function statisticsOfText(text: string, table: WordTable): ScoreStatistics {
  const end = Math.min(text.length, MAX_CHARACTERS)
  for (let at = 0; at < end; at++) if (text.charCodeAt(at) > LAST_ASCII) return statisticsOf(textWords(text), table)
  return statisticsOfAscii(text, end, table)
}

const LAST_ASCII = 0x7f
const [SPACE, EQUALS] = [0x20, 0x3d]

function statisticsOfAscii(text: string, end: number, table: WordTable): ScoreStatistics {
  const statistics = { ...NO_SCORES }
  let phrase = addCharacter(NO_CHARACTERS, EQUALS)
  let [words, start, hash] = [0, 0, NO_CHARACTERS]
  for (let at = 0; at <= end && words < MAX_WORDS; at++) {
    const code = at < end ? lowerCase(text.charCodeAt(at)) : 0
    if (isAsciiLetter(code)) {
      hash = addCharacter(hash, code)
      continue
    }
    if (at - start >= MIN_LETTERS) {
      addScore(statistics, table.scoreOf(hash))
      if (words < MAX_PHRASE)
        phrase = addWord(words === 0 ? phrase : addCharacter(phrase, SPACE), text, { start, end: at })
      words += 1
    }
    start = at + 1
    hash = NO_CHARACTERS
  }
  if (words > 0 && words <= MAX_PHRASE) addScore(statistics, table.scoreOf(phrase))
  return statistics
}

function addWord(hash: number, text: string, { start, end }: { readonly start: number; readonly end: number }): number {
  let longer = hash
  for (let at = start; at < end; at++) longer = addCharacter(longer, lowerCase(text.charCodeAt(at)))
  return longer
}

function lowerCase(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code
}

function addScore(statistics: ScoreStatistics, score: number): void {
  statistics.sum += score
  if (score < statistics.min) statistics.min = score
  if (score > statistics.max) statistics.max = score
}

/** Adds the statistics `from` to the statistics `to`. */
export function addStatistics(to: ScoreStatistics, from: Readonly<ScoreStatistics>): void {
  to.sum += from.sum
  if (from.min < to.min) to.min = from.min
  if (from.max > to.max) to.max = from.max
}
