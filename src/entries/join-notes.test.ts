import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_NOTE } from './entry.ts'
import { joinNotes } from './join-notes.ts'

test('two notes become one, and a paragraph in both appears once', () => {
  assert.equal(joinNotes('One', 'Two'), 'One\n\nTwo')
  assert.equal(joinNotes('One\n\nTwo', 'Two'), 'One\n\nTwo')
  assert.equal(joinNotes('One', 'One\n\nTwo'), 'One\n\nTwo')
  assert.equal(joinNotes(null, 'Two'), 'Two')
  assert.equal(joinNotes('One', null), 'One')
  assert.equal(joinNotes(null, null), '')
})

test('a short note is not lost in the words of a longer one', () => {
  assert.equal(joinNotes('Concatenate', 'cat'), 'Concatenate\n\ncat')
  assert.equal(joinNotes('cat', 'Concatenate'), 'cat\n\nConcatenate')
})

test('joining the result with one of the notes again changes nothing', () => {
  const joined = joinNotes('One\ntwo', 'Three\n\nFour')!
  for (const part of ['One\ntwo', 'Three\n\nFour', 'Four', joined]) assert.equal(joinNotes(joined, part), joined)
})

test('notes that are too long together are not joined', () => {
  assert.equal(joinNotes('a'.repeat(MAX_NOTE - 1), 'b'), undefined)
  assert.equal(joinNotes('a'.repeat(MAX_NOTE - 3), 'b')?.length, MAX_NOTE)
})
