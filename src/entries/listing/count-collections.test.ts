import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS, testDatabase } from '../../../test/support/database.ts'
import type { Collection } from '../../collections/collection.ts'
import type { CollectionId, UserId } from '../../kernel/branded-ids.ts'
import { collectionCounter } from './count-collections.ts'

const OWNER = { id: 1 as UserId, revision: 5 }

for (const dialect of DIALECTS) {
  test(`${dialect}: a count is cached only if the full-text index is complete, or if the query does not use it`, async (t) => {
    const { database } = await testDatabase(t, dialect)
    const index = { isComplete: false, total: 3 }
    const read = async <Row>() => [{ total: index.total }] as Row[]
    const counter = collectionCounter(database, read, () => index.isComplete)
    const collections = [collection(1, 'heron'), collection(2, 'is:unread')]
    const now = { at: new Date(), timeZone: 'UTC' }
    const count = async () => [...(await counter.count(OWNER, collections, collections, now))].toSorted()
    const known = () => [...counter.known(OWNER, now.at)]

    assert.deepEqual(await count(), [
      [1, 3],
      [2, 3],
    ])
    assert.deepEqual(known(), [[2, 3]])
    Object.assign(index, { isComplete: true, total: 7 })
    assert.deepEqual(await count(), [
      [1, 7],
      [2, 3],
    ])
    index.total = 9
    assert.deepEqual(await count(), [
      [1, 7],
      [2, 3],
    ])
  })
}

function collection(id: number, query: string): Collection {
  return { id: id as CollectionId, name: `c${id}`, query, sort: 'newest' } as unknown as Collection
}
