import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stackNotes } from './stack-notes.ts'

const note = (passage: number, height = 40) => ({ passage, height })

test('a note stands beside its passage, or below the note before it', () => {
  assert.deepEqual(stackNotes([note(0), note(10), note(400)]), [0, 52, 400])
  assert.deepEqual(stackNotes([]), [])
})

test('the current note stands beside its passage, and the notes before it make way upwards', () => {
  assert.deepEqual(stackNotes([note(300), note(310), note(320), note(330)], 2), [216, 268, 320, 372])
})

test('notes that make way do not leave the article at its top', () => {
  assert.deepEqual(stackNotes([note(0), note(10), note(20)], 2), [0, 52, 104])
})

test('notes do not overlap, whichever is current', () => {
  const notes = Array.from({ length: 500 }, (_, index) => note(Math.floor(index / 7) * 90, 30 + (index % 5) * 20))
  for (const current of [-1, 0, 3, 250, 499]) {
    const tops = stackNotes(notes, current)
    assert.ok(tops[0]! >= 0)
    assert.ok(tops.every((top, index) => index === 0 || top >= tops[index - 1]! + notes[index - 1]!.height))
  }
})
