import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchingItems } from './matching-items.ts'

const ITEMS = ['Mark as unread', 'Unread', 'Élan vital', 'Reading list'].map((label) => ({ label }))
const found = (query: string) => matchingItems(ITEMS, query).map(({ label }) => label)

test('without words, all items are found in their order', () => {
  assert.deepEqual(found('  '), ['Mark as unread', 'Unread', 'Élan vital', 'Reading list'])
})

test('every word must occur, in any order and letter case', () => {
  assert.deepEqual(found('LIST read'), ['Reading list'])
  assert.deepEqual(found('list vital'), [])
})

test('diacritics are ignored in labels and in queries', () => {
  assert.deepEqual(found('elan'), ['Élan vital'])
  assert.deepEqual(found('vítal élan'), ['Élan vital'])
})

test('labels that begin with the query come first', () => {
  assert.deepEqual(found('unread'), ['Unread', 'Mark as unread'])
})
