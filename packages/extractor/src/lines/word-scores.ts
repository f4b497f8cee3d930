import { namesOf } from '../dom/name-hints.ts'
import { nameWords, textWords } from './line-words.ts'
import { isHeadingLine, type PageLine, type PageLines } from './page-lines.ts'
import { addStatistics, NOTHING, statisticsOf, statisticsOfText, type ScoreStatistics } from './score-statistics.ts'
import { WordTable } from './word-table.ts'

/**
 * Scores of words for each place. A score is the change in the log odds that a line with this word belongs to the
 * article.
 */
export type WordScores = Readonly<Record<Place, WordTable>>

/** The scores as the training script writes them: for each place and score, the words separated by commas. */
export type WordData = Readonly<Record<Place, Readonly<Record<string, string>>>>

/**
 * Places of words. `near`: names of the nearest elements around the line; `far`: names of elements further out; `text`:
 * the line; `head`: the heading before the line.
 */
const PLACES = ['near', 'far', 'text', 'head'] as const
type Place = (typeof PLACES)[number]

/** Names of the word features of a line, in the order in which `wordFeatures` returns the values. */
export const WORD_FEATURES: readonly string[] = PLACES.flatMap((place) =>
  ['sum', 'min', 'max'].map((fact) => `${place}:${fact}`),
)

/** Scores for no words; all features are 0. */
export const NO_WORDS: WordScores = wordScores({ near: {}, far: {}, text: {}, head: {} })

/** @returns the scores in a form in which words can be looked up */
export function wordScores({ near, far, text, head }: WordData): WordScores {
  return { near: tableOf(near), far: tableOf(far), text: tableOf(text), head: tableOf(head) }
}

function tableOf(lists: Readonly<Record<string, string>>): WordTable {
  return new WordTable(
    Object.entries(lists).flatMap(([score, words]) => words.split(',').map((word) => [word, Number(score)] as const)),
  )
}

/** Maximum number of named elements around a line that are used, starting with the innermost. */
const MAX_NAMES = 14
/** Number of names outside of the line's block that still count as `near`, like those inside it. */
const NEAR_NAMES = 2

/** The words of a line by place: one list for each named element, one for the line, one for the heading. */
export type LineWords = Readonly<Record<Place, readonly (readonly string[])[]>>

/** Calls `use` with the words of each line, in order. */
export function readLineWords(page: PageLines, use: (words: LineWords) => void): void {
  const names = new PageNames(page)
  let head: readonly string[] = []
  for (const line of page.lines) {
    const [near, far]: [(readonly string[])[], (readonly string[])[]] = [[], []]
    names.around(line, (name, isNear) => (isNear ? near : far).push(names.words[name]!))
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
  const names = new PageNames(page)
  const [nearTotals, farTotals]: [ScoreStatistics[], ScoreStatistics[]] = [[], []]
  let head: Readonly<ScoreStatistics> = NOTHING
  let [at, next] = [0, 0]
  for (let index = 0; index < page.lines.length; index++) {
    const line = page.lines[index]!
    if (lines[next] === index) {
      next += 1
      const [near, far] = [{ ...NOTHING }, { ...NOTHING }]
      names.around(line, (name, isNear) => {
        if (isNear) addStatistics(near, (nearTotals[name] ??= statisticsOf(names.words[name]!, scores.near)))
        else addStatistics(far, (farTotals[name] ??= statisticsOf(names.words[name]!, scores.far)))
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

const NO_NAME = -1

/** The distinct texts of class and id on a page, each split into words only once. */
class PageNames {
  readonly words: (readonly string[])[] = []
  readonly #page: PageLines
  readonly #numbers = new Map<string, number>([['', NO_NAME]])
  /** For each element, the number of its name, once it is known. */
  readonly #ofElement: Int32Array

  constructor(page: PageLines) {
    this.#page = page
    this.#ofElement = new Int32Array(page.elements.length).fill(NO_NAME - 1)
  }

  /** Calls `use` with the number of each name around a line, from the inside. */
  around({ inner, block }: PageLine, use: (name: number, isNear: boolean) => void): void {
    const { parents } = this.#page
    let [names, outside, isPassed] = [0, 0, false]
    for (let at = inner; at >= 0 && names < MAX_NAMES; at = parents[at]!) {
      const name = this.#numberOf(at)
      if (name !== NO_NAME) {
        names += 1
        if (isPassed) outside += 1
        use(name, outside <= NEAR_NAMES)
      }
      if (at === block) isPassed = true
    }
  }

  #numberOf(index: number): number {
    const known = this.#ofElement[index]!
    if (known >= NO_NAME) return known
    const names = namesOf(this.#page.elements[index]!)
    let number = this.#numbers.get(names)
    if (number === undefined) {
      number = this.words.push(nameWords(names)) - 1
      this.#numbers.set(names, number)
    }
    this.#ofElement[index] = number
    return number
  }
}
