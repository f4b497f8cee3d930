import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { FEATURES } from './line-features.ts'
import { lineModel, type ModelData } from './line-model.ts'
import { hashOf } from './word-score-table.ts'

/** Two trees: the first one tests `size` and then `links`; the second one is a single leaf. */
const TREES = {
  features: ['size', 'links'],
  trees: [
    [
      [0, -1, 1, -1, -1],
      [10, -2, 0.5, 1, 3],
      [2, 0, 4, 0, 0],
    ],
    [[-1], [0.25], [0]],
  ],
  words: { near: {}, far: {}, text: { '-1.5': 'share,=read more', '2': 'tide' }, head: {} },
}
const leaf = (value: number): number[][] => [[-1], [value], [0]]
const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum))

test('the sum of the leaves becomes a probability', () => {
  const { probabilities } = lineModel(TREES, ['other', 'size', 'links'])
  const rows = Float32Array.from([99, 10, 0.9, 99, 11, 0.5, 99, 11, 0.6])
  const expected = [-2, 1, 3].map((leaf) => logistic(leaf + 0.25))
  const found = probabilities(rows)
  for (const [row, value] of expected.entries()) assert.ok(Math.abs(found[row]! - value) < 1e-6, String(row))
})

test('a model that needs an unknown feature is refused', () => {
  assert.throws(() => lineModel(TREES, ['size']), { message: 'the model needs the feature links' })
})

test('our model fits our features and is at most 300 kB', () => {
  const text = readFileSync(new URL('model.json', import.meta.url), 'utf8')
  const data = JSON.parse(text) as ModelData
  lineModel(data, FEATURES)
  assert.ok(data.trees.length > 50)
  assert.ok(text.length <= 300_000, `${text.length} characters`)
})

test('the words of a model have their scores', () => {
  const { text, near } = lineModel(TREES, ['size', 'links']).words
  const scores = ['share', '=read more', 'tide', 'moon'].map((word) => text.scoreOf(hashOf(word)))
  assert.deepEqual(scores, [-1.5, -1.5, 2, 0])
  assert.equal(near.scoreOf(hashOf('tide')), 0)
})

test('the remaining trees are skipped if the first trees decide about a line', () => {
  for (const first of [-0.1, 0.1]) {
    const trees = [...Array.from({ length: 60 }, () => leaf(first)), leaf(-1000 * first)]
    const [found] = lineModel({ ...TREES, trees }, ['size', 'links']).probabilities(Float32Array.of(0, 0))
    assert.ok(first < 0 ? found! < 0.01 : found! > 0.99, String(found))
  }
})

test('all trees are evaluated for an undecided line', () => {
  const trees = [...Array.from({ length: 60 }, () => leaf(0.01)), leaf(-10)]
  const [found] = lineModel({ ...TREES, trees }, ['size', 'links']).probabilities(Float32Array.of(0, 0))
  assert.ok(found! < 0.01)
})
