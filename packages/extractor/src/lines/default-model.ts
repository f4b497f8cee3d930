import { readFileSync } from 'node:fs'
import { FEATURES } from './line-features.ts'
import { lineModel, type LineModel, type ModelData } from './line-model.ts'

/** The model, written by `training/train.py`. */
const FILE = new URL('model.json', import.meta.url)

let model: LineModel | undefined

/** @returns the model of this package. Its file is read when the model is first needed. */
export function defaultModel(): LineModel {
  return (model ??= lineModel(JSON.parse(readFileSync(FILE, 'utf8')) as ModelData, FEATURES))
}
