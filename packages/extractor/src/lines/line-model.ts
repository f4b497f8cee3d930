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

/**
 * After so many trees, a line with a sum below this never came near a threshold on pages that the model had not seen:
 * the other trees are spared, and what they would take off on average is a part of the sum.
 */
const FIRST_TREES = 60
const HOPELESS = -2.2
const REST_OF_HOPELESS = 1.4

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
      if (index === FIRST_TREES) left = dropHopeless(left, sums)
      addTree(tree, { rows, width, left, sums })
    }
    return sums.map((sum) => 1 / (1 + Math.exp(-sum)))
  }
  return { words: wordScores(words), probabilities }
}

function dropHopeless(rows: Uint32Array<ArrayBuffer>, sums: Float32Array): Uint32Array<ArrayBuffer> {
  const isHopeless = (row: number): boolean => sums[row]! < HOPELESS
  for (const row of rows) if (isHopeless(row)) sums[row] = sums[row]! * REST_OF_HOPELESS
  return rows.filter((row) => !isHopeless(row))
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
