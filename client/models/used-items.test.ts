import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rememberUse, usedItems } from './used-items.ts'

const ITEMS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => ({ key }))

function storageWith(text: string | null) {
  const values = new Map(text === null ? [] : [['dogear.palette.used', text]])
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
  }
}

test('the five items that were used last are known, each once, the last one first', () => {
  const storage = storageWith(null)
  for (const key of ['g', 'a', 'b', 'a', 'c', 'gone', 'd', 'c']) rememberUse(key, storage)
  assert.deepEqual(
    usedItems(ITEMS, storage).map(({ key }) => key),
    ['c', 'd', 'a', 'b'],
  )
})

test('an unreadable value, and a storage that is full, are no errors', () => {
  for (const text of ['{', '{}', '[1, null]']) assert.deepEqual(usedItems(ITEMS, storageWith(text)), [])
  const full = {
    ...storageWith(null),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  rememberUse('a', full)
  assert.deepEqual(usedItems(ITEMS, full), [])
})
