import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leftAfter } from './waiting-saves.ts'

test('a text that was sent goes, and the others stay in their order, each once', () => {
  assert.equal(leftAfter('a\nb\na\nc\nb\n', 'a'), 'b\nc\n')
  assert.equal(leftAfter('a\n', 'a'), '')
  assert.equal(leftAfter('\nb', 'a'), 'b\n')
})
