import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateOfNumber } from './import-date.ts'

const AT = '2026-03-01T09:30:00.000Z'
const SECONDS = 1_772_357_400

test('a number is a time in the unit of its format, and in the other one where a program counts otherwise', () => {
  for (const number of [SECONDS, SECONDS * 1000, SECONDS * 1_000_000, `${SECONDS}`, `${SECONDS}000`])
    for (const unit of ['seconds', 'microseconds'] as const) assert.equal(dateOfNumber(number, unit), AT)
  assert.equal(dateOfNumber((SECONDS + 11_644_473_600) * 1_000_000, 'chrome'), AT)
  assert.equal(dateOfNumber(SECONDS * 1_000_000, 'chrome'), AT)
})

test('invalid times are ignored', () => {
  for (const value of [0, -1, 1, '12345', '0', 'soon', null, undefined, {}, '9'.repeat(20), Number.NaN, '1e9'])
    assert.equal(dateOfNumber(value, 'seconds'), undefined, String(value))
})
