import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeTags } from './tag-suggestions.ts'

test('the tag that is being typed is completed, those before it stay', () => {
  const labels = ['craft', 'long read', 'slow craft']
  assert.deepEqual(completeTags('cr', labels), ['craft', 'slow craft'])
  assert.deepEqual(completeTags('craft, ', labels), ['craft, long read', 'craft, slow craft'])
  assert.deepEqual(completeTags('Craft,lo', labels), ['Craft, long read', 'Craft, slow craft'])
  assert.deepEqual(completeTags('', labels), labels)
  assert.equal(
    completeTags(
      '',
      Array.from({ length: 90 }, (_, i) => `${i}`),
    ).length,
    20,
  )
})
