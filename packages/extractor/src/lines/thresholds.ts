import type { PageLine } from './page-lines.ts'

/** Probabilities from which on a line is kept. */
export interface Thresholds {
  /** A line that the rules keep. */
  readonly kept: number
  /** Another line. */
  readonly other: number
}

/** In a page that declares itself an article, lines that the rules leave out need more evidence. */
const MORE = 0.2

/**
 * The less sure the model is of a whole page, the lower is the threshold: keeping all lines above half of the greatest
 * expected F1 gives just that F1 (Lipton, Elkan and Naryanaswamy 2014). Articles are clear, lists and shops are not.
 *
 * @param lines of a page
 * @param probabilities of the model for them
 */
export function thresholds(lines: readonly PageLine[], probabilities: Float32Array, isArticle: boolean): Thresholds {
  const half = greatestF1(lines, probabilities) / 2
  return { kept: half, other: isArticle ? half + MORE : half }
}

/** Of the words, if the most probable lines are kept. */
function greatestF1(lines: readonly PageLine[], probabilities: Float32Array): number {
  const order = Uint32Array.from(probabilities, (_, index) => index).sort(
    (a, b) => probabilities[b]! - probabilities[a]!,
  )
  let expected = 0
  for (const [index, probability] of probabilities.entries()) expected += lines[index]!.text.length * probability
  let [best, kept, right] = [0, 0, 0]
  for (const index of order) {
    const { length } = lines[index]!.text
    kept += length
    right += length * probabilities[index]!
    best = Math.max(best, (2 * right) / (kept + expected))
  }
  return best
}
