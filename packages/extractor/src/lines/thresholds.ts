import type { PageLine } from './page-lines.ts'

/** Minimum probabilities of lines that are kept. The rules are the extraction steps before the model. */
interface Thresholds {
  /** For lines that the rules selected. */
  readonly kept: number
  /** For all other lines. */
  readonly notKept: number
}

/**
 * Amount that is added to the threshold of lines that the rules did not select, on pages that declare themselves
 * articles.
 */
const UNSELECTED_PENALTY = 0.2

/**
 * Computes the thresholds of a page. The best threshold for F1 is half of the greatest expected F1 (Lipton, Elkan and
 * Naryanaswamy 2014). The threshold is therefore high for articles, whose lines are clear cases, and low for lists and
 * shops.
 *
 * @param lines lines of the page
 * @param probabilities the model's probabilities of the lines
 */
export function thresholds(lines: readonly PageLine[], probabilities: Float32Array, isArticle: boolean): Thresholds {
  const half = greatestF1(lines, probabilities) / 2
  return { kept: half, notKept: isArticle ? half + UNSELECTED_PENALTY : half }
}

/**
 * @returns the greatest F1 that can be expected, weighted by characters. Keeping the most probable lines gives the best
 * F1, so the function tries every number of lines in the order of their probabilities.
 */
function greatestF1(lines: readonly PageLine[], probabilities: Float32Array): number {
  const order = new Uint32Array(probabilities.length)
  for (let index = 0; index < order.length; index++) order[index] = index
  order.sort((a, b) => probabilities[b]! - probabilities[a]!)
  let expected = 0
  for (let index = 0; index < lines.length; index++) expected += lines[index]!.text.length * probabilities[index]!
  let [best, kept, right] = [0, 0, 0]
  for (const index of order) {
    const { length } = lines[index]!.text
    kept += length
    right += length * probabilities[index]!
    best = Math.max(best, (2 * right) / (kept + expected))
  }
  return best
}
