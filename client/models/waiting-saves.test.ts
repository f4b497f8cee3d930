import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exceedsServerLimit, remainingSaves } from './waiting-saves.ts'

test('a sent text is removed, and the others stay in order without duplicates', () => {
  assert.equal(remainingSaves('a\nb\na\nc\nb\n', 'a'), 'b\nc\n')
  assert.equal(remainingSaves('a\n', 'a'), '')
  assert.equal(remainingSaves('\nb', 'a'), 'b\n')
})

test('a text that is too long for the server is left to the browser', () => {
  assert.equal(exceedsServerLimit('https://example.org/'.repeat(100)), false)
  assert.equal(exceedsServerLimit('https://example.org/'.repeat(150)), true)
  assert.equal(exceedsServerLimit('\uD800'), false)
})
