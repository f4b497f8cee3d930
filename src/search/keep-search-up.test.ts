import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/brand.ts'
import { keepSearchUp } from './keep-search-up.ts'
import type { SearchIndex } from './search-index.ts'

test('a user whose entries cannot be taken in does not keep the others back, and is tried again', async () => {
  const behind = [1, 2, 3] as UserId[]
  const tried: number[] = []
  const index = {
    findBehind: async () => [...behind],
    catchUp: async (owner: UserId) => {
      tried.push(owner)
      if (owner === 1) throw new Error('damaged')
      behind.splice(behind.indexOf(owner), 1)
      return true
    },
  } satisfies Partial<SearchIndex> as unknown as SearchIndex
  const database = { dialect: 'sqlite', version: () => 7 } as unknown as Database
  const stop = keepSearchUp(database, index)
  const until = performance.now() + 10_000
  while (tried.filter((owner) => owner === 1).length < 3 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await stop()
  assert.deepEqual(tried.slice(0, 5), [1, 2, 3, 1, 1])
})
