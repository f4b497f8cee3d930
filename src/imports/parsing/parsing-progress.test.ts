import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ParsedRow } from '../import-row.ts'
import { ParsingProgress } from './parsing-progress.ts'

const rows = (...places: readonly (number | undefined)[]): ParsedRow[] =>
  places.map((place) => ({ kind: 'broken', reason: '', ...(place !== undefined && { place }) }))

test('progress in a file that is read from its start is measured in bytes', () => {
  const progress = new ParsingProgress(1000)
  progress.addBytes(300)
  progress.addRows(rows(undefined, undefined))
  assert.equal(progress.bytes, 300)
  progress.addBytes(900)
  assert.equal(progress.bytes, 1000)
})

test('progress in a file that is read from its end is measured in rows, and never decreases', () => {
  const progress = new ParsingProgress(1000)
  progress.addBytes(1000)
  const seen = [rows(10, 9), rows(8, 6), rows(5, 1), rows(undefined), rows(12, 11)].map((batch) => {
    progress.addRows(batch)
    progress.addBytes(500)
    return progress.bytes
  })
  assert.deepEqual(seen, [200, 500, 1000, 1000, 1000])
})
