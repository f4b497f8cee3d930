import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_NOTE } from '../../entries/entry.ts'
import { folderTag } from './folder-tag.ts'
import { readNote } from './read-note.ts'

function noteOf(value: unknown): { note: string | undefined; notices: string[] } {
  const notices: string[] = []
  return { note: readNote(value, (notice) => notices.push(notice)), notices }
}

test('a note consists of the texts of all fields, each once', () => {
  assert.equal(noteOf(['Mine', 'A description']).note, 'Mine\n\nA description')
  assert.equal(noteOf([' Same\r\n', 'Same', '', undefined, 7]).note, 'Same')
  assert.equal(noteOf(['Two', 'One\n\nTwo']).note, 'One\n\nTwo')
  assert.equal(noteOf(['Yes', 'Yesterday, he said: Yes']).note, 'Yes\n\nYesterday, he said: Yes')
  assert.equal(noteOf('one\rtwo\0').note, 'one\ntwo')
  for (const nothing of [undefined, null, false, '  ', [], {}]) assert.equal(noteOf(nothing).note, undefined)
})

test('a note that is too long is cut, and the cut is reported', () => {
  const { note, notices } = noteOf('a'.repeat(MAX_NOTE + 1))
  assert.deepEqual([note?.length, notices.length], [MAX_NOTE, 1])
  assert.deepEqual(noteOf('a'.repeat(MAX_NOTE)).notices, [])
})

test('the path of a folder is a nested tag', () => {
  assert.equal(folderTag(['Work', 'Later']), 'Work/Later')
  assert.equal(folderTag(['', ' a/b ,  c\n', ' ']), 'a/b c')
  assert.equal(folderTag([' ', '']), undefined)
  assert.equal(folderTag([]), undefined)
})
