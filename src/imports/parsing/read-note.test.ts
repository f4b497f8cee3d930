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

test('a note that is HTML becomes its text, and a note with a tag in it stays as it is', () => {
  const zotero =
    '<p>My <b>note</b> &amp; more</p>\n<p>Second</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul><p>1 &lt; 2</p>'
  assert.equal(noteOf(zotero).note, 'My note & more\n\nSecond\n\none\ntwo\n\n1 < 2')
  for (const text of ['The <p> element', '<p>', 'a < b', '<blockquote>Said</blockquote>'])
    assert.equal(noteOf(text).note, text)
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
