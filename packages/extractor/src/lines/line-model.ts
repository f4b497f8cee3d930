/** Gradient-boosted trees in the format written by the training script. */
export interface ModelData {
  /** The names of the features that the trees use. */
  readonly features: readonly string[]
  /** For each tree four lists with one value for each node: feature (-1 for a leaf), threshold or value, left, right. */
  readonly trees: readonly (readonly (readonly number[])[])[]
}

/** @returns the probability that a line belongs to the text, from 0 to 1 */
export type LineModel = (rows: Float32Array, row: number) => number

/**
 * @param data trees; inner nodes send values up to the threshold to the left
 * @param names of the values in a row
 * @throws Error if the trees use a feature that rows do not have: model and program are of different versions
 */
export function lineModel({ features, trees }: ModelData, names: readonly string[]): LineModel {
  const places = features.map((name) => names.indexOf(name))
  if (places.includes(-1)) throw new Error(`the model needs the feature ${features[places.indexOf(-1)]}`)
  const compact = trees.map(([feature = [], value = [], left = [], right = []]) => ({
    place: Int16Array.from(feature, (index) => (index < 0 ? -1 : places[index]!)),
    value: Float32Array.from(value),
    left: Uint8Array.from(left),
    right: Uint8Array.from(right),
  }))
  const width = names.length
  return (rows, row) => {
    const start = row * width
    let sum = 0
    for (const { place, value, left, right } of compact) {
      let node = 0
      for (let at = place[0]!; at >= 0; at = place[node]!)
        node = rows[start + at]! <= value[node]! ? left[node]! : right[node]!
      sum += value[node]!
    }
    return 1 / (1 + Math.exp(-sum))
  }
}
