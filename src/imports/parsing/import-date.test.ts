import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UNKNOWN_TIME } from '../../entries/entry.ts'
import { dateOfNumber, publicationDateOf, savingTimeOf } from './import-date.ts'

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

test('an impossible time of saving is unknown, and a missing one is not', () => {
  for (const value of [0, '0', -86_400, '-86400', 1, 'soon', '1969-01-01T00:00:00Z', '0000-00-00 00:00:00', {}, false])
    assert.equal(savingTimeOf(value), UNKNOWN_TIME, String(value))
  for (const value of [undefined, null, '', '  ']) assert.equal(savingTimeOf(value), undefined)
  for (const value of [SECONDS, `${SECONDS}000`, '2026-03-01 09:30:00+00:00', '2026-03-01 11:30:00 +0200', AT])
    assert.equal(savingTimeOf(value), AT)
  for (const zone of [' UTC', ' GMT', 'z', '']) assert.equal(savingTimeOf(`2026-03-01 09:30:00${zone}`), AT, zone)
  assert.equal(savingTimeOf(UNKNOWN_TIME), UNKNOWN_TIME)
})

test('a text may have been published before the web', () => {
  assert.equal(publicationDateOf('1951-02-03'), '1951-02-03T00:00:00.000Z')
  assert.equal(publicationDateOf('0000-00-00'), undefined)
})
