import { wordsOf } from '../bench/text-scores.ts'
import type { Truth } from '../bench/corpus.ts'
import type { PageLine } from '../src/lines/page-lines.ts'

/** Labels of lines: 1 for a line of the article, otherwise 0. A line whose label is not known has the weight 0. */
export interface LabelledLines {
  readonly labels: Float32Array
  readonly weights: Float32Array
}

/** Length in words of the sequences that are looked up in the annotated text. */
const SEQUENCE = 4
/**
 * A short line counts as part of the article only if it is at most this many lines away from a longer line of the
 * article. The same few words may also occur elsewhere on the page, for example in a menu.
 */
const NEAR = 12
const MAX_WEIGHT = 0.5

/**
 * Compares the lines of a page with the text that an annotator marked.
 *
 * @returns a label and a weight for each line. A weight is the line's share of the words in the annotated text, so that
 * all pages have about the same influence
 */
export function labelLines(lines: readonly PageLine[], truth: Truth): LabelledLines {
  return truth.text === undefined ? labelByPhrases(lines, truth) : labelByText(lines, truth.text)
}

function labelByText(lines: readonly PageLine[], text: string): LabelledLines {
  const wanted = wordsOf(text.toLowerCase())
  const sequences = new Set(wanted.map((_, at) => wanted.slice(at, at + SEQUENCE).join(' ')))
  const joined = ` ${wanted.join(' ')} `
  const words = lines.map((line) => wordsOf(line.text.toLowerCase()))
  const labels = new Float32Array(lines.length)
  const weights = new Float32Array(lines.length)
  const isAnchor = words.map((line) => line.length >= SEQUENCE && shareFound(line, sequences) >= 0.5)
  for (const [index, line] of words.entries()) {
    weights[index] = Math.min(MAX_WEIGHT, (line.length + 1) / (wanted.length + 20))
    if (line.length === 0) weights[index] = 0
    else if (line.length >= SEQUENCE) labels[index] = isAnchor[index] ? 1 : 0
    else {
      const isNear = isAnchor.slice(Math.max(0, index - NEAR), index + NEAR + 1).some(Boolean)
      labels[index] = isNear && joined.includes(` ${line.join(' ')} `) ? 1 : 0
    }
  }
  return { labels, weights }
}

function shareFound(line: readonly string[], sequences: ReadonlySet<string>): number {
  const count = line.length - SEQUENCE + 1
  let found = 0
  for (let at = 0; at < count; at++) if (sequences.has(line.slice(at, at + SEQUENCE).join(' '))) found += 1
  return found / count
}

function labelByPhrases(lines: readonly PageLine[], { wanted, unwanted }: Truth): LabelledLines {
  const labels = new Float32Array(lines.length)
  const weights = new Float32Array(lines.length)
  for (const [index, { text }] of lines.entries()) {
    const [isWanted, isUnwanted] = [contains(text, wanted), contains(text, unwanted)]
    if (isWanted === isUnwanted) continue
    labels[index] = isWanted ? 1 : 0
    weights[index] = 1 / (wanted.length + unwanted.length)
  }
  return { labels, weights }
}

function contains(text: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => text.includes(squeezed(phrase)))
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
