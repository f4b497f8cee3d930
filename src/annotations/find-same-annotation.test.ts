import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntryAnnotation } from '../entries/entry.ts'
import { findSameAnnotation } from './find-same-annotation.ts'

const RANGES = [{ start: '/p[1]', startOffset: '4', end: '/p[1]', endOffset: '7' }]
const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
const stored: EntryAnnotation = {
  id: 7,
  quote: 'sea',
  text: 'why?',
  ranges: JSON.stringify(RANGES),
  color: 'yellow',
  ...times,
}
const input = { quote: 'sea', text: 'why?', ranges: RANGES }

test('an annotation is the same if passage, note and colour are equal', () => {
  const other = { ...stored, id: 8, color: 'blue' }
  assert.equal(findSameAnnotation([other, stored], input)?.id, 7, 'the default colour is yellow')
  assert.equal(findSameAnnotation([other, stored], { ...input, color: 'blue' })?.id, 8)
  assert.equal(findSameAnnotation([stored], { ...input, color: 'green' }), undefined)
  assert.equal(findSameAnnotation([stored], { ...input, text: 'how?' }), undefined)
  assert.equal(findSameAnnotation([stored], { ...input, quote: 'seas' }), undefined)
  assert.equal(findSameAnnotation([stored], { ...input, ranges: [{ ...RANGES[0]!, endOffset: '8' }] }), undefined)
})
