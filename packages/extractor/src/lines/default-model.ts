import { readFileSync } from 'node:fs'
import { FEATURES } from './line-features.ts'
import { lineModel, type LineModel, type ModelData } from './line-model.ts'

/** The trained model, written by `training/train.py`. */
const MODEL_FILE = new URL('model.json', import.meta.url)

let model: LineModel | undefined

/** @returns the model in this package. The file is read at the first call. */
export function defaultModel(): LineModel {
  return (model ??= lineModel(JSON.parse(readFileSync(MODEL_FILE, 'utf8')) as ModelData, FEATURES))
}
