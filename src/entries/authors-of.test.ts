import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorsOf } from './authors-of.ts'

test('authors have no surrounding spaces, and empty names are left out', () => {
  const publishedBy = '["Ada Lovelace"," Grace Hopper",""," "]'
  assert.deepEqual(authorsOf({ publishedBy }), ['Ada Lovelace', 'Grace Hopper'])
  assert.deepEqual([authorsOf({ publishedBy: null }), authorsOf({ publishedBy: 'null' })], [[], []])
})
