import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageLine } from './page-lines.ts'
import { thresholds } from './thresholds.ts'

const linesOf = (lengths: readonly number[]): PageLine[] =>
  lengths.map((length) => ({ nodes: [], block: 0, inner: 0, text: 'x'.repeat(length), linked: 0 }))

test('the threshold is lower if the model is less certain about a page', () => {
  const sure = thresholds(linesOf([100, 100]), Float32Array.of(1, 0), false)
  assert.deepEqual(sure, { kept: 0.5, notKept: 0.5 })
  // If both lines are kept, 100 of 200 characters are expected to be right, and 100 characters are expected to be
  // wanted. F1 is 2/3.
  const unsure = thresholds(linesOf([100, 100]), Float32Array.of(0.5, 0.5), false)
  assert.ok(Math.abs(unsure.kept - 1 / 3) < 1e-6)
})

test('lines of an article that the rules leave out have a higher threshold', () => {
  const { kept, notKept } = thresholds(linesOf([100]), Float32Array.of(1), true)
  assert.ok(kept === 0.5 && notKept > kept)
})
