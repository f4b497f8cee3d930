import { wordScores, type WordData, type WordScores } from './word-scores.ts'

/** Gradient-boosted trees, in the format that the training script writes. */
export interface ModelData {
  /** Names of the features that the trees use. */
  readonly features: readonly string[]
  /**
   * Each tree consists of three lists with one value for each node: the index of the feature (-1 for a leaf), the
   * threshold or the leaf's value, and the index of the right child. The left child is the next node.
   */
  readonly trees: readonly (readonly (readonly number[])[])[]
  readonly words: WordData
}

export interface LineModel {
  /** Scores of words, from which the word features are computed. */
  readonly words: WordScores
  /** @returns for each row the probability, from 0 to 1, that the line belongs to the article */
  readonly probabilities: (rows: Float32Array) => Float32Array
}

interface Tree {
  /** Index of the feature in a row; -1 for a leaf. */
  readonly place: Int16Array
  readonly value: Float32Array
  readonly right: Uint8Array
}

/** A number of trees after which clear cases are decided without the remaining trees. */
interface Checkpoint {
  /** Number of trees that have been evaluated. */
  readonly trees: number
  /**
   * Lines whose sum is below this value are not evaluated further. On pages that were not used for training, no such
   * line reached a threshold later.
   */
  readonly hopeless: number
  /** Lines whose sum is above this value are not evaluated further, for the same reason. */
  readonly certain: number
  /** Average factor by which the remaining trees change the sum of a line that is decided. */
  readonly hopelessGrowth: number
  readonly certainGrowth: number
}

const CHECKPOINTS: readonly Checkpoint[] = [
  { trees: 30, hopeless: -1.9, certain: Infinity, hopelessGrowth: 2.2, certainGrowth: 1 },
  { trees: 60, hopeless: -2.2, certain: 2.2, hopelessGrowth: 1.4, certainGrowth: 1.25 },
]

/**
 * @param data the trees. An inner node sends values up to its threshold to the left.
 * @param names names of the values in a row
 * @returns the model for rows with these values
 * @throws Error if the trees use a feature that rows do not have, because model and program have different versions
 */
export function lineModel({ features, trees, words }: ModelData, names: readonly string[]): LineModel {
  const places = features.map((name) => names.indexOf(name))
  if (places.includes(-1)) throw new Error(`the model needs the feature ${features[places.indexOf(-1)]}`)
  const compact = trees.map(([feature = [], value = [], right = []]) => ({
    place: Int16Array.from(feature, (index) => (index < 0 ? -1 : places[index]!)),
    value: Float32Array.from(value),
    right: Uint8Array.from(right),
  }))
  const width = names.length
  const probabilities = (rows: Float32Array): Float32Array => {
    const sums = new Float32Array(rows.length / width)
    let left = Uint32Array.from(sums, (_, row) => row)
    // All rows are evaluated with one tree before the next, so that the tree stays in the processor's cache.
    for (const [index, tree] of compact.entries()) {
      const checkpoint = CHECKPOINTS.find(({ trees }) => trees === index)
      if (checkpoint) left = dropDecided(left, sums, checkpoint)
      addTree(tree, { rows, width, left, sums })
    }
    return sums.map((sum) => 1 / (1 + Math.exp(-sum)))
  }
  return { words: wordScores(words), probabilities }
}

/** @returns the rows that are not decided yet. The sums of decided rows become final. */
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
  /** Indexes of the rows to evaluate. */
  readonly left: Uint32Array
  readonly sums: Float32Array
}

function addTree({ place, value, right }: Tree, { rows, width, left, sums }: Sums): void {
  for (let i = 0; i < left.length; i++) {
    const row = left[i]!
    const start = row * width
    let node = 0
    for (let at = place[0]!; at >= 0; at = place[node]!)
      node = rows[start + at]! <= value[node]! ? node + 1 : right[node]!
    sums[row] = sums[row]! + value[node]!
  }
}
