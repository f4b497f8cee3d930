import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitingSaves, type TextStore } from './waiting-saves.ts'

function memoryStore(): TextStore & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>()
  return {
    texts,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  }
}

test('texts wait in their order, each once, until they are removed', () => {
  const store = memoryStore()
  const saves = waitingSaves(store, 'alice')
  for (const text of ['a', 'b', 'a']) saves.add(text)
  assert.deepEqual(waitingSaves(store, 'alice').list(), ['b', 'a'])
  assert.deepEqual(waitingSaves(store, 'bob').list(), [])
  saves.remove('b')
  saves.remove('a')
  assert.equal(store.texts.size, 0)
})

test('a broken store counts as empty, and the number of texts is bounded', () => {
  const store = memoryStore()
  store.setItem('dogear-waiting-saves:alice', '{"no":"list"')
  const saves = waitingSaves(store, 'alice')
  assert.deepEqual(saves.list(), [])
  for (let i = 0; i < 150; i++) saves.add(String(i))
  assert.deepEqual([saves.list().length, saves.list()[0]], [100, '50'])
})
