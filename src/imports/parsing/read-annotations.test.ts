import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAnnotations } from './read-annotations.ts'

test('a range may leave out where it is, or say null: both mean the article itself', () => {
  const expected = '[{"start":null,"startOffset":"4","end":null,"endOffset":"15"}]'
  const offsets = { startOffset: '4', endOffset: '15' }
  for (const range of [offsets, { start: null, ...offsets, end: null }, { start: '', ...offsets, end: '' }]) {
    const [note] = readAnnotations([{ text: 'why?', quote: 'tide', ranges: [range] }])!
    assert.deepEqual([note!.text, note!.quote, note!.ranges], ['why?', 'tide', expected])
  }
})

test('an annotation with unreadable ranges is imported without them', () => {
  const [note] = readAnnotations([{ text: 'why?', quote: 'tide', ranges: [{ from: 1 }] }])!
  assert.deepEqual([note!.text, note!.ranges], ['why?', '[]'])
})
