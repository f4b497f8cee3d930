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

test('words of three letters may be the beginning of the name of a group', () => {
  const items = [
    { label: 'Feeds', group: 'Settings' },
    { label: 'Feeds', group: 'Tags' },
  ]
  assert.deepEqual(matchingItems(items, 'setting feed'), items.slice(0, 1))
  assert.deepEqual(matchingItems(items, 'set'), items.slice(0, 1))
  assert.deepEqual(matchingItems(items, 'se feed'), [])
})

test('items that only the name of their group finds come last', () => {
  const items = [
    { label: 'Reader', group: 'Settings' },
    { label: 'A sunset', group: 'Recently saved' },
  ]
  assert.deepEqual(matchingItems(items, 'set'), items.toReversed())
})

test('diacritics are ignored in labels and in queries', () => {
  assert.deepEqual(found('elan'), ['Élan vital'])
  assert.deepEqual(found('vítal élan'), ['Élan vital'])
})

test('the label that equals the query comes first, and then labels that begin with it', () => {
  const labels = ['Mark as unread', 'Unread entries', 'Unread'].map((label) => ({ label }))
  assert.deepEqual(
    matchingItems(labels, 'unread').map(({ label }) => label),
    ['Unread', 'Unread entries', 'Mark as unread'],
  )
})
