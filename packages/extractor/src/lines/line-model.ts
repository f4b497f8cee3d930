import { wordScores, type WordData, type WordScores } from './word-scores.ts'

/** Gradient-boosted trees in the format written by the training script. */
export interface ModelData {
  /** The names of the features that the trees use. */
  readonly features: readonly string[]
  /**
   * For each tree three lists with one value for each node: feature (-1 for a leaf), threshold or value, and the child on
   * the right; the child on the left follows its parent.
   */
  readonly trees: readonly (readonly (readonly number[])[])[]
  readonly words: WordData
}

export interface LineModel {
  /** The scores that the features of words are computed with. */
  readonly words: WordScores
  /** @returns for each row how probable it is that its line belongs to the text, from 0 to 1 */
  readonly probabilities: (rows: Float32Array) => Float32Array
}

interface Tree {
  /** The place of the feature in a row, -1 for a leaf. */
  readonly place: Int16Array
  readonly value: Float32Array
  readonly right: Uint8Array
}

/** A point at which the rest of the trees is spared for lines that are decided. */
interface Checkpoint {
  /** The number of trees that were added up. */
  readonly trees: number
  /** Lines with a sum below it never came near a threshold on pages that the model had not seen. */
  readonly hopeless: number
  /** The same for lines with a sum above it. */
  readonly certain: number
  /** What the other trees make of such sums on average. */
  readonly hopelessGrowth: number
  readonly certainGrowth: number
}

const CHECKPOINTS: readonly Checkpoint[] = [
  { trees: 30, hopeless: -1.9, certain: Infinity, hopelessGrowth: 2.2, certainGrowth: 1 },
  { trees: 60, hopeless: -2.2, certain: 2.2, hopelessGrowth: 1.4, certainGrowth: 1.25 },
]

/**
 * @param data trees; inner nodes send values up to the threshold to the left
 * @param names of the values in a row
 * @throws Error if the trees use a feature that rows do not have: model and program are of different versions
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
    // Tree by tree, so that a tree stays in the cache of the processor.
    for (const [index, tree] of compact.entries()) {
      const checkpoint = CHECKPOINTS.find(({ trees }) => trees === index)
      if (checkpoint) left = dropDecided(left, sums, checkpoint)
      addTree(tree, { rows, width, left, sums })
    }
    return sums.map((sum) => 1 / (1 + Math.exp(-sum)))
  }
  return { words: wordScores(words), probabilities }
}

/** @returns the rows that are not decided; the sums of the others become final */
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
  /** The rows that the tree is asked about. */
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
