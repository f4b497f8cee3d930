import { nameWords, textWords } from './line-words.ts'
import { isHeadingLine, type PageLine, type PageLines } from './page-lines.ts'
import { addStatistics, NO_SCORES, statisticsOf, statisticsOfText, type ScoreStatistics } from './score-statistics.ts'
import { WordTable } from './word-score-table.ts'

/**
 * Scores of words for each place. The score of a word is the change in the log odds that a line with the word belongs
 * to the article.
 */
export type WordScores = Readonly<Record<WordSource, WordTable>>

/** The scores in the format of the training script: for each place and score, the words separated by commas. */
export type WordData = Readonly<Record<WordSource, Readonly<Record<string, string>>>>

/**
 * Places of words. `near`: class names and ids of the nearest elements around the line; `far`: those of elements
 * further out; `text`: the line itself; `head`: the heading before the line.
 */
const WORD_SOURCES = ['near', 'far', 'text', 'head'] as const
type WordSource = (typeof WORD_SOURCES)[number]

/** Names of the word features of a line, in the order in which `wordFeatures` returns the values. */
export const WORD_FEATURES: readonly string[] = WORD_SOURCES.flatMap((place) =>
  ['sum', 'min', 'max'].map((fact) => `${place}:${fact}`),
)

/** Scores without any words; all features are 0. */
export const NO_WORDS: WordScores = wordScores({ near: {}, far: {}, text: {}, head: {} })

/** @returns the scores as hash tables, for fast look-ups */
export function wordScores({ near, far, text, head }: WordData): WordScores {
  return { near: tableOf(near), far: tableOf(far), text: tableOf(text), head: tableOf(head) }
}

function tableOf(lists: Readonly<Record<string, string>>): WordTable {
  return new WordTable(
    Object.entries(lists).flatMap(([score, words]) => words.split(',').map((word) => [word, Number(score)] as const)),
  )
}

/** Maximum number of elements around a line whose names are used. Elements further out are ignored. */
const MAX_NAMES = 14
/**
 * The innermost names outside of the line's block are `near`, up to this number. Names inside of the block are always
 * `near`.
 */
const NEAR_NAMES = 2

/**
 * The words of a line by place. `near` and `far` have one list for each named element, `text` and `head` have one list.
 */
export type LineWords = Readonly<Record<WordSource, readonly (readonly string[])[]>>

/** Calls `use` with the words of each line, in document order. */
export function readLineWords(page: PageLines, use: (words: LineWords) => void): void {
  const wordsOf = nameReader(page)
  let head: readonly string[] = []
  for (const line of page.lines) {
    const [near, far]: [(readonly string[])[], (readonly string[])[]] = [[], []]
    namesAround(page, line, (name, isNear) => (isNear ? near : far).push(wordsOf(name)))
    const text = textWords(line.text)
    use({ near, far, text: [text], head: [head] })
    if (isHeadingLine(page, line)) head = text
  }
}

/**
 * @param lines indexes of the lines to describe, in document order
 * @returns the values of `WORD_FEATURES` for each of these lines, concatenated
 */
export function wordFeatures(page: PageLines, scores: WordScores, lines: Uint32Array): Float32Array {
  const values = new Float32Array(lines.length * WORD_FEATURES.length)
  const wordsOf = nameReader(page)
  const [nearTotals, farTotals]: [ScoreStatistics[], ScoreStatistics[]] = [[], []]
  let head: Readonly<ScoreStatistics> = NO_SCORES
  let [at, next] = [0, 0]
  for (let index = 0; index < page.lines.length; index++) {
    const line = page.lines[index]!
    if (lines[next] === index) {
      next += 1
      const [near, far] = [{ ...NO_SCORES }, { ...NO_SCORES }]
      namesAround(page, line, (name, isNear) => {
        if (isNear) addStatistics(near, (nearTotals[name] ??= statisticsOf(wordsOf(name), scores.near)))
        else addStatistics(far, (farTotals[name] ??= statisticsOf(wordsOf(name), scores.far)))
      })
      for (const { sum, min, max } of [near, far, statisticsOfText(line.text, scores.text), head]) {
        values[at++] = sum
        values[at++] = min
        values[at++] = max
      }
    }
    if (isHeadingLine(page, line)) head = statisticsOfText(line.text, scores.head)
  }
  return values
}

/** @returns a function that splits the name with a number into words, each name only once */
function nameReader({ names }: PageLines): (name: number) => readonly string[] {
  const words: (readonly string[])[] = []
  return (name) => (words[name] ??= nameWords(names.texts[name]!))
}

/** Calls `use` with the number of each name around a line, starting with the innermost. */
function namesAround(
  { parents, names }: PageLines,
  { inner, block }: PageLine,
  use: (name: number, isNear: boolean) => void,
): void {
  let [count, outside, isPassed] = [0, 0, false]
  for (let at = inner; at >= 0 && count < MAX_NAMES; at = parents[at]!) {
    const name = names.numberOf(at)
    if (name !== 0) {
      count += 1
      if (isPassed) outside += 1
      use(name, outside <= NEAR_NAMES)
    }
    if (at === block) isPassed = true
  }
}
