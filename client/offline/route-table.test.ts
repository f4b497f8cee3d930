import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLocalId } from '../../src/web/sync/local-id.ts'
import { mentionsLocalId, newLocalId } from './local-ids.ts'
import { memoryCookies, offlineRequest } from './offline-request.ts'
import { RouteTable } from './route-table.ts'
import { redirectTo } from '../../src/web/web-response.ts'
import { withServerIds } from './sync/flush-outbox.ts'

test('fixed parts of a path go before named ones, and parameters are decoded', async () => {
  const { routes, ...table } = tableOf()
  routes.get('/collections/:id', ({ params }) => redirectTo(`one ${params.id}`, 302))
  routes.get('/collections/rail', () => redirectTo('rail', 302))
  routes.post('/collections/:id', ({ params }) => redirectTo(`form ${params.id}`, 303))
  assert.equal(await table.answer('GET', '/collections/rail'), 'rail')
  assert.equal(await table.answer('POST', '/collections/rail'), 'form rail')
  assert.equal(await table.answer('GET', '/collections/a%20b/'), 'one a b')
  assert.equal(await table.answer('GET', '/collections/%'), 'one %')
  assert.equal(await table.answer('GET', '/collections'), undefined)
})

test('a handler that throws synchronously rejects the response', async () => {
  const { routes, answer } = tableOf()
  routes.get('/broken', () => {
    throw new Error('broken')
  })
  await assert.rejects(answer('GET', '/broken'), /broken/)
})

function tableOf() {
  const table = new RouteTable()
  const answer = async (method: string, path: string): Promise<string | undefined> => {
    const found = table.find(method, path)
    if (!found) return undefined
    const asked = { method, url: new URL(path, 'https://app.example'), headers: {}, body: '' }
    const context = { session: null, counts: null, collections: null, cookies: memoryCookies() }
    const response = await found.handle(offlineRequest(asked, { params: found.params, ...context }))
    return response.kind === 'redirect' ? response.path : response.kind
  }
  return { routes: table.routes, answer }
}

test('ids of this browser are recognized in addresses, and grow', () => {
  const [first, second] = [newLocalId(1_790_000_000_000), newLocalId(1_790_000_000_000)]
  assert.ok(second > first && isLocalId(first) && !isLocalId(1_790_000_000_000))
  assert.equal(mentionsLocalId(`/view/${first}?list=all`), true)
  assert.equal(mentionsLocalId('/view/12?at=1790000000000'), false)
  assert.equal(mentionsLocalId(`/view/${first}1`), false)
})

test('the server gets its own ids, or temporary ones', () => {
  const [known, unknown] = [newLocalId(1), newLocalId(1)]
  const ids = new Map<number, number | string>([
    [known, 12],
    [unknown, 'tmp'],
  ])
  assert.deepEqual(withServerIds({ type: 'entries', action: 'delete', id: known }, ids), {
    type: 'entries',
    action: 'delete',
    id: 12,
  })
  assert.deepEqual(withServerIds({ type: 'collections', action: 'change', id: 5, add_entries: [3, unknown] }, ids), {
    type: 'collections',
    action: 'change',
    id: 5,
    add_entries: [3, 'tmp'],
  })
})
