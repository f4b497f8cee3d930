import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Revisions } from './revisions.ts'

test('revisions are those of the last change, wherever an entry comes in', () => {
  const known = new Revisions(7)
  const truth = new Map<number, number>()
  const ids = Array.from({ length: 50 }, (_, index) => 100 + index * 10)
  known.append(
    ids,
    ids.map(() => 7),
  )
  for (const id of ids) truth.set(id, 7)
  for (let revision = 8; revision < 400; revision++) {
    // Some are known, some come between two that are, some before and behind all.
    const id = 50 + ((revision * 7919) % 700)
    known.note([id, revision])
    truth.set(id, revision)
  }
  assert.equal(known.upTo, 399)
  assert.equal(known.length, truth.size)
  const all = [...truth].map(([id, revision]) => ({ id, revision }))
  assert.deepEqual(known.keysOf(all.map(({ id }) => id)), all)
})

test('a change that comes late or twice changes nothing, and what is not known is not made up', () => {
  const known = new Revisions(3)
  known.append([1, 5], [1, 3])
  known.note([5, 9])
  known.note([5, 4])
  known.note([5, 9])
  assert.equal(known.upTo, 9)
  assert.deepEqual(known.keysOf([5, 1]), [
    { id: 5, revision: 9 },
    { id: 1, revision: 1 },
  ])
  assert.equal(known.keysOf([1, 2]), undefined)
  assert.equal(known.keysOf([6]), undefined)
  assert.deepEqual(known.keysOf([]), [])
})
