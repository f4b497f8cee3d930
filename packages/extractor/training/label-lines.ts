import { wordsOf } from '../bench/text-scores.ts'
import type { Truth } from '../bench/corpus.ts'
import type { PageLine } from '../src/lines/page-lines.ts'

/** Labels of lines: 1 for a line of the article, otherwise 0. A line whose label is not known has the weight 0. */
interface LabelledLines {
  readonly labels: Float32Array
  readonly weights: Float32Array
}

/** Length in words of the sequences that are looked up in the annotated text. Lines with fewer words are short lines. */
const SEQUENCE = 4
/** Maximum distance in lines between a short line and a longer line whose place in the annotated text is known. */
const NEAR = 12
/** Maximum distance in words between the place of a longer line and that of a short line after or before it. */
const NEAR_WORDS = 40
/** The same distance for a short line between two longer lines. */
const BETWEEN_WORDS = 400
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
  const words = lines.map((line) => wordsOf(line.text.toLowerCase()))
  const spans = spansOf(words, wanted)
  const paragraphs = new Set(text.split('\n').map((paragraph) => wordsOf(paragraph.toLowerCase()).join(' ')))
  const isPart = (line: readonly string[], index: number): boolean => {
    if (line.length === 0 || line.length >= SEQUENCE) return spans[index] !== undefined
    const places = placesBetween(spans, index)
    if (places.length > 0 && paragraphs.has(line.join(' '))) return true
    return places.some(([start, end]) => contains(wanted.slice(Math.max(0, start), end), line))
  }
  return {
    labels: Float32Array.from(words, (line, index) => (isPart(line, index) ? 1 : 0)),
    weights: Float32Array.from(words, ({ length }) =>
      length === 0 ? 0 : Math.min(MAX_WEIGHT, (length + 1) / (wanted.length + 20)),
    ),
  }
}

/** The place of a line in the annotated text: indexes of its first word, and of the word after its last one. */
type Span = readonly [start: number, end: number]

/** @returns the place of each line; undefined if it has few words, or if most of them are not in the annotated text */
function spansOf(lines: readonly (readonly string[])[], wanted: readonly string[]): readonly (Span | undefined)[] {
  const places = new Map<string, number[]>()
  for (const [at, sequence] of sequencesOf(wanted).entries()) {
    const known = places.get(sequence)
    if (known === undefined) places.set(sequence, [at])
    else known.push(at)
  }
  let last = 0
  return lines.map((line) => {
    const found = sequencesOf(line).map((sequence) => places.get(sequence))
    const known = found.filter((one) => one !== undefined)
    if (known.length === 0 || known.length < found.length / 2) return undefined
    const start = nextPlace(known[0]!, last) - found.indexOf(known[0])
    last = nextPlace(known.at(-1)!, last) + SEQUENCE
    return [start, last]
  })
}

function sequencesOf(words: readonly string[]): string[] {
  const count = Math.max(0, words.length - SEQUENCE + 1)
  return Array.from({ length: count }, (_, at) => words.slice(at, at + SEQUENCE).join(' '))
}

/** @returns the first place that is not clearly before `last`; the first of all if there is none */
function nextPlace(places: readonly number[], last: number): number {
  return places.find((place) => place > last - SEQUENCE) ?? places[0]!
}

/**
 * @returns the parts of the annotated text in which a short line is looked up: between the places of the longer lines
 * before and after it. The same few words may also occur elsewhere in the text, and elsewhere on the page in a menu.
 */
function placesBetween(spans: readonly (Span | undefined)[], index: number): readonly Span[] {
  const before = spans.slice(Math.max(0, index - NEAR), index).findLast((span) => span !== undefined)?.[1]
  const after = spans.slice(index + 1, index + NEAR + 1).find((span) => span !== undefined)?.[0]
  if (before !== undefined && after !== undefined && before <= after)
    return [[before, Math.min(after, before + BETWEEN_WORDS)]]
  const behind: Span[] = before === undefined ? [] : [[before, before + NEAR_WORDS]]
  return after === undefined ? behind : [...behind, [after - NEAR_WORDS, Math.max(0, after)]]
}

function contains(words: readonly string[], wanted: readonly string[]): boolean {
  return ` ${words.join(' ')} `.includes(` ${wanted.join(' ')} `)
}

function labelByPhrases(lines: readonly PageLine[], { wanted, unwanted }: Truth): LabelledLines {
  const labels = new Float32Array(lines.length)
  const weights = new Float32Array(lines.length)
  for (const [index, { text }] of lines.entries()) {
    const [isWanted, isUnwanted] = [containsAny(text, wanted), containsAny(text, unwanted)]
    if (isWanted === isUnwanted) continue
    labels[index] = isWanted ? 1 : 0
    weights[index] = 1 / (wanted.length + unwanted.length)
  }
  return { labels, weights }
}

function containsAny(text: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => text.includes(squeezed(phrase)))
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
