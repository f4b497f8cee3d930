import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListOwner } from '../entries/listing/list-entries.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { entrySearch } from './search-entries.ts'
import type { SearchIndex } from './search-index.ts'

const owner = (id: number, revision: number): ListOwner => ({ id: id as UserId, revision })

/** @returns a search, and the searches that have reached its index */
function countedSearch({ isComplete = true } = {}) {
  const searches: string[] = []
  let minute = 0
  const index = {
    countUnindexed: async () => (isComplete ? 0 : 1),
    catchUp: async () => isComplete,
    find: async (id: UserId, query: unknown, page: unknown) => {
      searches.push(JSON.stringify([id, query, page]))
      return { total: searches.length, entries: [] }
    },
  }
  const search = entrySearch(index as unknown as SearchIndex, {
    listCollections: async () => [],
    findNow: async () => ({ at: new Date(2026, 0, 1, 0, minute++), timeZone: 'UTC' }),
  })
  const find = async (who: ListOwner, text: string, page = 1) =>
    (await search.searchEntries(who, text, { page, perPage: 10, sort: 'rank' })).total
  return { searches, find }
}

test('a page of hits is found once for each owner, query and page, until the library changes', async () => {
  const { find } = countedSearch()
  assert.equal(await find(owner(1, 5), 'tea'), 1)
  assert.equal(await find(owner(1, 5), 'tea'), 1)
  assert.equal(await find(owner(1, 5), 'tea', 2), 2)
  assert.equal(await find(owner(1, 5), 'coffee'), 3)
  assert.equal(await find(owner(2, 5), 'tea'), 4)
  assert.equal(await find(owner(1, 6), 'tea'), 5)
  assert.equal(await find(owner(1, 6), 'tea'), 5)
})

test('a query with a time relative to now is searched again when the time has changed', async () => {
  const { find, searches } = countedSearch()
  for (let count = 0; count < 3; count++) await find(owner(1, 5), 'saved:<2h')
  assert.equal(new Set(searches).size, 3)
})

test('hits are not kept while the index lacks changes of the library', async () => {
  const { find } = countedSearch({ isComplete: false })
  assert.deepEqual([await find(owner(1, 5), 'tea'), await find(owner(1, 5), 'tea')], [1, 2])
})
