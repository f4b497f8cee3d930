import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLocalId, mentionsLocalId, newLocalId } from './local-ids.ts'
import { RouteTable } from './route-table.ts'
import { withServerIds } from './sync/flush-outbox.ts'

test('fixed parts of a path go before named ones, and parameters are decoded', () => {
  const table = new RouteTable()
  const handlers = [() => 'one', () => 'rail', () => 'form'] as const
  table.app.get('/collections/:id', handlers[0])
  table.app.get('/collections/rail', handlers[1])
  table.app.post('/collections/:id', handlers[2])
  assert.equal(table.find('GET', '/collections/rail')?.handler, handlers[1])
  assert.equal(table.find('POST', '/collections/rail')?.handler, handlers[2])
  assert.deepEqual(table.find('GET', '/collections/a%20b/')?.params, { id: 'a b' })
  assert.deepEqual(table.find('GET', '/collections/%')?.params, { id: '%' })
  assert.equal(table.find('GET', '/collections'), undefined)
})

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
