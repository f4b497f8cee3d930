import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IMPORT_REASONS, parseReason, reasonText, type ImportReason } from './import-failure-reasons.ts'

test('the reason and the values of every stored sentence are found again', () => {
  const values = { address: 'not a url', count: '100000', detail: 'it is too long', found: 'CSV', wanted: 'JSON' }
  for (const reason of Object.keys(IMPORT_REASONS) as ImportReason[]) {
    const found = parseReason(reasonText(reason, values))
    assert.equal(found?.reason, reason)
    assert.equal(reasonText(reason, found.values), reasonText(reason, values))
  }
})

test('values may contain placeholders, line breaks and other sentences', () => {
  for (const address of ['{count}', 'a\nb', '” isn’t a web address.', 'The file is empty.', '']) {
    assert.deepEqual(parseReason(reasonText('addressInvalid', { address })), {
      reason: 'addressInvalid',
      values: { address },
    })
  }
})

test('a sentence of another version has no reason', () => {
  assert.equal(parseReason('The row was lost.'), undefined)
  assert.equal(parseReason('The file is empty. Really.'), undefined)
})
