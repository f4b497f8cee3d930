import { wordScores, type WordData, type WordScores } from './word-scores.ts'

/** Gradient-boosted decision trees, in the format that the training script writes. */
export interface ModelData {
  /** Names of the features that the trees use. */
  readonly features: readonly string[]
  /**
   * Three lists for each tree, with one value for each node: the index of the feature (-1 for a leaf), the threshold
   * (for a leaf, its value), and the index of the right child. The left child is the next node.
   */
  readonly trees: readonly (readonly (readonly number[])[])[]
  readonly words: WordData
}

export interface LineModel {
  /** Scores of words, for computing the word features of lines. */
  readonly words: WordScores
  /** @returns for each row the probability, from 0 to 1, that the line belongs to the article */
  readonly probabilities: (rows: Float32Array) => Float32Array
}

interface Tree {
  /** For each node, the index of its feature in a row, multiplied by `NODES`, plus the index of its right child; -1 for a leaf. */
  readonly steps: Int32Array
  readonly value: Float32Array
}

/** More than the number of nodes of a tree, a power of two. One list in place of two halves the time of a step. */
const NODE_BITS = 8
const NODES = 2 ** NODE_BITS

/** A check after the first decision trees of the model. A line with a clear result skips the remaining trees. */
interface Checkpoint {
  /** Number of trees evaluated before the check. */
  readonly trees: number
  /**
   * Lines with a lower sum skip the remaining trees and are dropped. In a test on pages outside of the training data,
   * all trees together gave each such line a sum below every threshold.
   */
  readonly hopeless: number
  /**
   * Lines with a higher sum skip the remaining trees and are kept. In a test on pages outside of the training data, all
   * trees together gave each such line a sum above every threshold.
   */
  readonly certain: number
  /** Average factors by which the skipped trees would change a low sum and a high sum. */
  readonly hopelessGrowth: number
  readonly certainGrowth: number
}

const CHECKPOINTS: readonly Checkpoint[] = [
  { trees: 30, hopeless: -1.9, certain: Infinity, hopelessGrowth: 2.2, certainGrowth: 1 },
  { trees: 60, hopeless: -2.2, certain: 2.2, hopelessGrowth: 1.4, certainGrowth: 1.25 },
]

/**
 * @param data the trees. At an inner node, values up to the threshold go to the left.
 * @param names names of the values in a row
 * @returns the model for rows with these values
 * @throws Error if the trees use a feature that rows do not have, because the model belongs to another version of the
 * program
 */
export function lineModel({ features, trees, words }: ModelData, names: readonly string[]): LineModel {
  const indexes = features.map((name) => names.indexOf(name))
  if (indexes.includes(-1)) throw new Error(`the model needs the feature ${features[indexes.indexOf(-1)]}`)
  const compact = trees.map(([feature = [], value = [], right = []]) => ({
    steps: Int32Array.from(feature, (index, node) => (index < 0 ? -1 : indexes[index]! * NODES + right[node]!)),
    value: Float32Array.from(value),
  }))
  const width = names.length
  const probabilities = (rows: Float32Array): Float32Array => {
    const sums = new Float32Array(rows.length / width)
    let left = Uint32Array.from(sums, (_, row) => row)
    // One tree is evaluated for all rows before the next one. The tree then stays in the processor's cache.
    for (const [index, tree] of compact.entries()) {
      const checkpoint = CHECKPOINTS.find(({ trees }) => trees === index)
      if (checkpoint) left = dropDecided(left, sums, checkpoint)
      addTree(tree, { rows, width, left, sums })
    }
    return sums.map((sum) => 1 / (1 + Math.exp(-sum)))
  }
  return { words: wordScores(words), probabilities }
}

/** @returns the rows that need the remaining trees. Sets the final sums of all other rows. */
function dropDecided(rows: Uint32Array<ArrayBuffer>, sums: Float32Array, at: Checkpoint): Uint32Array<ArrayBuffer> {
  return rows.filter((row) => {
    const sum = sums[row]!
    if (sum >= at.hopeless && sum <= at.certain) return true
    sums[row] = sum * (sum < at.hopeless ? at.hopelessGrowth : at.certainGrowth)
    return false
  })
}

interface Sums {
  readonly rows: Float32Array
  readonly width: number
  /** Indexes of the rows that need this tree. */
  readonly left: Uint32Array
  readonly sums: Float32Array
}

function addTree({ steps, value }: Tree, { rows, width, left, sums }: Sums): void {
  for (let i = 0; i < left.length; i++) {
    const row = left[i]!
    const start = row * width
    let node = 0
    for (let step = steps[0]!; step >= 0; step = steps[node]!)
      node = rows[start + (step >> NODE_BITS)]! <= value[node]! ? node + 1 : step & (NODES - 1)
    sums[row] = sums[row]! + value[node]!
  }
}
