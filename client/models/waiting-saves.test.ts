import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLeftToBrowser, leftAfter } from './waiting-saves.ts'

test('a text that was sent goes, and the others stay in their order, each once', () => {
  assert.equal(leftAfter('a\nb\na\nc\nb\n', 'a'), 'b\nc\n')
  assert.equal(leftAfter('a\n', 'a'), '')
  assert.equal(leftAfter('\nb', 'a'), 'b\n')
})

test('a text that is too long for the server is left to the browser', () => {
  assert.equal(isLeftToBrowser('https://example.org/'.repeat(100)), false)
  assert.equal(isLeftToBrowser('https://example.org/'.repeat(150)), true)
  assert.equal(isLeftToBrowser('\uD800'), false)
})
