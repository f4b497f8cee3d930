import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseId, parseIds, parsePageNumber, requireId, requirePageNumber } from './parse-id.ts'

test('an id is a positive integer of at most 15 digits', () => {
  assert.equal(parseId('1'), 1)
  assert.equal(parseId('999999999999999'), 999_999_999_999_999)
  for (const other of ['0', '01', '-1', '1.5', '1e3', ' 1', '1\n', '', '1000000000000000', 1, undefined, ['1']]) {
    assert.equal(parseId(other), undefined, String(other))
  }
})

test('ids in a repeated field are returned in order without invalid ones', () => {
  assert.deepEqual(parseIds(['3', 'x', '1', '0']), [3, 1])
  assert.deepEqual(parseIds('7'), [7])
  assert.deepEqual(parseIds(undefined), [])
})

test('a page number has at most nine digits', () => {
  assert.equal(parsePageNumber('999999999'), 999_999_999)
  for (const other of ['1000000000', '0', '', undefined]) assert.equal(parsePageNumber(other), undefined, String(other))
})

test('a required id or page number that is invalid is reported as a missing record', () => {
  assert.equal(requireId('12', 'entry'), 12)
  assert.throws(() => requireId('0', 'entry'), { code: 'not_found', message: 'no such entry' })
  assert.equal(requirePageNumber('2'), 2)
  assert.throws(() => requirePageNumber('-2'), { code: 'not_found', message: 'no such page' })
})
