import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offers } from './tag-suggestions.ts'

test('the tag that is being typed is completed, those before it stay', () => {
  const labels = ['craft', 'long read', 'slow craft']
  assert.deepEqual(offers('cr', labels), ['craft', 'slow craft'])
  assert.deepEqual(offers('craft, ', labels), ['craft, long read', 'craft, slow craft'])
  assert.deepEqual(offers('Craft,lo', labels), ['Craft, long read', 'Craft, slow craft'])
  assert.deepEqual(offers('', labels), labels)
  assert.equal(
    offers(
      '',
      Array.from({ length: 90 }, (_, i) => `${i}`),
    ).length,
    20,
  )
})
