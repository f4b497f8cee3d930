import assert from 'node:assert/strict'
import { test } from 'node:test'
import { savingKeyIn } from './saving-key-in-fragment.ts'

test('a key is accepted only from a fragment that contains nothing else', () => {
  assert.equal(savingKeyIn('#abcdefghij_klmnopqr-12'), 'abcdefghij_klmnopqr-12')
  for (const other of [
    '',
    '#',
    '#main',
    '#abcdefghij_klmnopqr-123',
    '#abcdefghij klmnopqr-12',
    'abcdefghij_klmnopqr-12',
  ]) {
    assert.equal(savingKeyIn(other), undefined, other)
  }
})
