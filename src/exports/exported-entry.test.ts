import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorsOf } from './exported-entry.ts'
import { anEntry } from './exported-entry.fixture.ts'

const of = (publishedBy: string | null) => authorsOf(anEntry({ entry: { publishedBy } }))

test('authors have no surrounding spaces, and empty names are left out', () => {
  assert.deepEqual(of('["Ada Lovelace"," Grace Hopper",""," "]'), ['Ada Lovelace', 'Grace Hopper'])
  assert.deepEqual([of(null), of('null')], [[], []])
})
