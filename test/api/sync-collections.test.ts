import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { operation, sendOne, sendOperations, type SentOperation } from './sync-operations.fixture.ts'

interface WireCollection {
  readonly id: number
  readonly name: string
  readonly query: string
  readonly icon: string
  readonly pinned: boolean
}

const send = (app: TestApp, name: string, members: SentOperation, seconds = 0) =>
  sendOne(app, operation(name, members, seconds))

const all = async (app: TestApp) =>
  (await app.ask(app.alice, { url: '/api/collections' })).json<readonly WireCollection[]>()

const find = async (app: TestApp, id: number | undefined) => (await all(app)).find((one) => one.id === id)

const picked = async (app: TestApp, id: number | undefined) => {
  const answer = await app.ask(app.alice, { url: `/api/entries?collection=${id}` })
  return answer
    .json<{ _embedded: { items: { id: number }[] } }>()
    ._embedded.items.map((one) => one.id)
    .toSorted((one, other) => one - other)
}

let saved = 0
const save = async (app: TestApp) => (await app.save(app.alice, `https://example.org/${++saved}`, { title: 'A' })).id

for (const dialect of DIALECTS) {
  test(`${dialect}: operations on collections`, async (t) => {
    const app = await testApp(t, dialect)
    await creating(t, app)
    await changing(t, app)
    await deleting(t, app)
    await movingCollections(t, app)
    await movingEntries(t, app)
    await refusing(t, app)
  })
}

async function creating(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a collection is created under a temporary id, and filled by it', async () => {
    const [tmp, entry] = [randomUUID(), await save(app)]
    const members = { tmp, name: ' Night  reading ', icon: 'coffee', query: 'tag:night', pinned: false }
    const create = operation('collections create', members)
    const [created, changed] = await sendOperations(app, [
      create,
      operation('collections change', { id: tmp, add_entries: [entry], set: { pinned: true } }),
    ])
    assert.equal(created?.result, 'applied')
    assert.deepEqual(changed, { op: changed?.op, result: 'applied', id: created?.id })
    const collection = await find(app, created?.id)
    assert.deepEqual(
      [collection?.name, collection?.icon, collection?.query, collection?.pinned],
      ['Night reading', 'coffee', 'tag:night', true],
    )
    assert.deepEqual(await picked(app, created?.id), [entry])
    assert.deepEqual(await sendOne(app, create), { result: 'applied', id: created?.id }, 'the stored result')
    assert.deepEqual(await send(app, 'collections create', members), { result: 'merged', id: created?.id })
  })
  await t.test('two clients that create a collection of the same name have one', async () => {
    const first = await send(app, 'collections create', { tmp: randomUUID(), name: 'Both' })
    const tmp = randomUUID()
    const second = await send(app, 'collections create', { tmp, name: 'BOTH' })
    assert.deepEqual(second, { result: 'merged', id: first.id })
    assert.deepEqual(await send(app, 'collections delete', { id: tmp }), { result: 'applied', id: first.id })
    assert.equal(await find(app, first.id), undefined)
  })
}

async function changing(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the latest change of each field wins', async () => {
    const { id } = await send(app, 'collections create', { tmp: randomUUID(), name: 'Fields' })
    const change = (set: object, seconds: number) => send(app, 'collections change', { id, set }, seconds)
    assert.equal((await change({ name: 'Renamed', query: 'tag:a' }, -20)).result, 'applied')
    assert.deepEqual(await change({ name: 'Older', icon: 'star' }, -30), { result: 'merged', id, lost: ['name'] })
    assert.equal((await change({ query: 'tag:b' }, -10)).result, 'applied')
    const url = `/api/collections/${id}`
    await app.ask(app.alice, { method: 'PATCH', url, payload: { pinned: false } })
    assert.deepEqual(await change({ pinned: true, query: 'tag:c' }, -5), { result: 'merged', id, lost: ['pinned'] })
    const collection = await find(app, id)
    assert.deepEqual(
      [collection?.name, collection?.icon, collection?.query, collection?.pinned],
      ['Renamed', 'star', 'tag:c', false],
    )
  })
  await t.test('choosing the same value again counts as a change', async () => {
    const { id } = await send(app, 'collections create', { tmp: randomUUID(), name: 'Again' })
    const change = (set: object, seconds: number) => send(app, 'collections change', { id, set }, seconds)
    assert.deepEqual(await change({ icon: 'folder' }, -10), { result: 'applied', id })
    assert.deepEqual(await change({ icon: 'star' }, -20), { result: 'merged', id, lost: ['icon'] })
  })
}

async function deleting(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a deletion wins over changes, and can be undone with all entries', async () => {
    const [{ id }, entry] = [
      await send(app, 'collections create', { tmp: randomUUID(), name: 'Deleted' }),
      await save(app),
    ]
    await send(app, 'collections change', { id, add_entries: [entry] })
    assert.deepEqual(await send(app, 'collections delete', { id }, -60), { result: 'applied', id })
    assert.deepEqual(await send(app, 'collections delete', { id }), { result: 'applied', id })
    const rejected = { result: 'rejected', id, reason: 'deleted' }
    assert.deepEqual(await send(app, 'collections change', { id, set: { name: 'Back' } }), rejected)
    assert.deepEqual(await send(app, 'collections restore', { id }), { result: 'applied', id })
    assert.equal((await find(app, id))?.name, 'Deleted')
    assert.deepEqual(await picked(app, id), [entry])
    assert.deepEqual(await send(app, 'collections restore', { id }), { result: 'applied', id })
  })
}

async function movingCollections(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a collection is moved below another one, and its latest move counts', async () => {
    const ids: number[] = []
    for (const name of ['First', 'Second', 'Third']) {
      ids.push((await send(app, 'collections create', { tmp: randomUUID(), name })).id!)
    }
    const [first, second, third] = ids
    const order = async () => (await all(app)).map(({ id }) => id).filter((id) => ids.includes(id))
    const move = (id: unknown, after: unknown, seconds: number) => send(app, 'collections move', { id, after }, seconds)
    assert.deepEqual(await move(third, null, -30), { result: 'applied', id: third })
    assert.deepEqual(await order(), [third, first, second])
    assert.deepEqual(await move(third, second, -40), { result: 'merged', id: third, lost: ['position'] })
    assert.deepEqual(await move(first, second, -40), { result: 'applied', id: first })
    assert.deepEqual(await order(), [third, second, first])
    assert.deepEqual(await move(second, null, -1), { result: 'applied', id: second })
    const lost = { result: 'merged', id: second, lost: ['position'] }
    assert.deepEqual(await move(second, first, -5), lost)
    assert.deepEqual(await move(second, second, 0), lost)
    await send(app, 'collections delete', { id: first })
    assert.deepEqual(await move(second, first, 0), lost)
    assert.deepEqual(await order(), [second, third])
  })
}

async function movingEntries(t: TestContext, app: TestApp): Promise<void> {
  await t.test(
    'an entry is moved below another one of the collection, unless it was moved or removed later',
    async () => {
      const { id } = await send(app, 'collections create', { tmp: randomUUID(), name: 'Arranged' })
      const [one, two, three, other] = [await save(app), await save(app), await save(app), await save(app)]
      const add = (ids: unknown, seconds: number) => send(app, 'collections change', { id, add_entries: ids }, seconds)
      await add([one, two, three], -60)
      const order = async () => {
        const answer = await app.ask(app.alice, { url: `/api/entries?collection=${id}` })
        return answer.json<{ _embedded: { items: { id: number }[] } }>()._embedded.items.map((entry) => entry.id)
      }
      const move = (entry: unknown, after: unknown, seconds: number) =>
        send(app, 'collections move-entry', { id, entry, after }, seconds)
      assert.deepEqual(await move(three, null, -30), { result: 'applied', id })
      assert.deepEqual(await move(one, two, -30), { result: 'applied', id })
      assert.deepEqual(await order(), [three, two, one])
      assert.deepEqual(await move(three, one, -40), { result: 'merged', id, lost: [`entry:${three}`] })
      assert.deepEqual(await move(other, one, 0), { result: 'merged', id, lost: [`entry:${other}`] })
      assert.deepEqual(await move(one, other, 0), { result: 'merged', id, lost: [`entry:${one}`] })
      const remove = (entry: number, seconds: number) =>
        send(app, 'collections change', { id, remove_entries: [entry] }, seconds)
      assert.deepEqual(await remove(three, -35), { result: 'applied', id }, 'a removal does not depend on moves')
      await remove(two, -10)
      assert.deepEqual(await move(two, null, 0), { result: 'merged', id, lost: [`entry:${two}`] })
      assert.deepEqual(await order(), [one])
    },
  )
}

async function refusing(t: TestContext, app: TestApp): Promise<void> {
  await t.test('wrong members, used names and collections of others are rejected without effect', async () => {
    const before = await all(app)
    const tmp = randomUUID()
    for (const members of [
      { tmp },
      { tmp, name: ' ' },
      { tmp, name: 'x'.repeat(101) },
      { tmp, name: 'x', icon: 'skull' },
      { tmp, name: 'x', query: 'é'.repeat(2100) },
      { tmp, name: 'x', published: true },
      { name: 'x' },
    ]) {
      assert.equal(
        (await send(app, 'collections create', members)).reason,
        'invalid-operation',
        JSON.stringify(members),
      )
    }
    for (const members of [{ id: 1 }, { id: 1, after: 'x' }, { after: 1 }, { id: 1, after: null, to: 'first' }]) {
      assert.equal((await send(app, 'collections move', members)).reason, 'invalid-operation', JSON.stringify(members))
    }
    assert.equal((await send(app, 'collections move-entry', { id: 1, after: null })).reason, 'invalid-operation')
    const [first, second] = before
    const used = await send(app, 'collections change', { id: first!.id, set: { name: second!.name.toUpperCase() } })
    assert.deepEqual([used.result, used.reason], ['rejected', 'refused'])
    const unknown = { result: 'rejected', reason: 'unknown-collection' }
    for (const name of ['collections change', 'collections delete', 'collections restore']) {
      assert.deepEqual(await sendOne(app, operation(name, { id: first!.id }), app.bob), unknown, name)
      assert.deepEqual(await send(app, name, { id: randomUUID() }), unknown, name)
    }
    const move = operation('collections move', { id: first!.id, after: null })
    assert.deepEqual(await sendOne(app, move, app.bob), unknown)
    const moveEntry = operation('collections move-entry', { id: first!.id, entry: 1, after: null })
    assert.deepEqual(await sendOne(app, moveEntry, app.bob), unknown)
    assert.deepEqual(await all(app), before)
  })
}
