import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exceedsServerLimit, withoutSent } from './waiting-saves.ts'

test('a text that was sent goes, and the others stay in their order, each once', () => {
  assert.equal(withoutSent('a\nb\na\nc\nb\n', 'a'), 'b\nc\n')
  assert.equal(withoutSent('a\n', 'a'), '')
  assert.equal(withoutSent('\nb', 'a'), 'b\n')
})

test('a text that is too long for the server is left to the browser', () => {
  assert.equal(exceedsServerLimit('https://example.org/'.repeat(100)), false)
  assert.equal(exceedsServerLimit('https://example.org/'.repeat(150)), true)
  assert.equal(exceedsServerLimit('\uD800'), false)
})
