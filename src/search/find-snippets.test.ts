import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { snippetFinder } from './find-snippets.ts'
import type { Snippet } from './search-index.ts'

const OWNER = 1 as UserId
const at = (id: number, revision: number) => ({ id: id as EntryId, revision })

/** An index whose texts contain the number of the request, and in which the entry 9 has no snippet. */
function index() {
  const requested: number[][] = []
  const snippets = async (_owner: UserId, _query: unknown, ids: readonly EntryId[]) => {
    requested.push([...ids])
    const text = `request ${requested.length}`
    return new Map<EntryId, Snippet>(ids.filter((id) => id !== 9).map((id) => [id, { text, marks: [] }]))
  }
  return { requested, snippets }
}

test('only the snippets of changed entries are made again', async () => {
  const { requested, ...source } = index()
  const find = snippetFinder(source)
  const texts = async (text: string, ...versions: ReturnType<typeof at>[]) =>
    Object.fromEntries([...(await find(OWNER, text, versions))].map(([id, snippet]) => [id, snippet.text]))
  const first = { 1: 'request 1', 2: 'request 1' }
  assert.deepEqual(await texts('tide', at(1, 5), at(2, 5), at(9, 5)), first)
  assert.deepEqual(await texts('tide', at(1, 5), at(2, 5), at(9, 5)), first)
  assert.deepEqual(requested, [[1, 2, 9]])
  assert.deepEqual(await texts('tide', at(1, 5), at(2, 6), at(9, 5)), { 1: 'request 1', 2: 'request 2' })
  assert.deepEqual(await texts('harbour', at(1, 5)), { 1: 'request 3' })
  assert.deepEqual(await find(2 as UserId, 'tide', [at(1, 5)]), new Map([[1, { text: 'request 4', marks: [] }]]))
  assert.deepEqual(requested.slice(1), [[2], [1], [1]])
})
