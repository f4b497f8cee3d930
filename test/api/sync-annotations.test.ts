import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { storeReadingPosition } from '../../src/entries/changing/store-reading-position.ts'
import type { AnnotationId, EntryId } from '../../src/kernel/branded-ids.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { operation, readEntry, sendOne, sendOperations } from './sync-operations.fixture.ts'

const GIVEN = { title: 'Tide', content: '<p>The sea wall.</p>' }
const RANGES = [{ start: '/p[1]', startOffset: '4', end: '/p[1]', endOffset: '7' }]

for (const dialect of DIALECTS) {
  test(`${dialect}: operations on reading positions, annotations and collections`, async (t) => {
    const app = await testApp(t, dialect)
    await progress(t, app)
    await annotations(t, app)
    await tagsOfAnnotations(t, app)
    await reviewed(t, app)
    await annotationsOfOthers(t, app)
    await collections(t, app)
    await collectionsOfOthers(t, app)
  })
}

let count = 0
const save = async (app: TestApp) => (await app.save(app.alice, `https://example.org/parts/${++count}`, GIVEN)).id
const send = (app: TestApp, name: string, members: object, seconds = 0) =>
  sendOne(app, operation(name, members as Record<string, unknown>, seconds))

async function progress(t: TestContext, app: TestApp): Promise<void> {
  const shareOf = async (id: number) =>
    (
      await app.database.read((db) =>
        db.selectFrom('entry_progress').select('share').where('entry_id', '=', id).executeTakeFirst(),
      )
    )?.share
  const set = (id: number, share: number, seconds: number) =>
    send(app, 'progress set', { id, block: Math.round(share * 100), share }, seconds)
  await t.test('the furthest position of the current reading stays', async () => {
    const id = await save(app)
    assert.deepEqual(await set(id, 0.3, -60), { result: 'applied', id })
    assert.deepEqual(await set(id, 0.38, -70), { result: 'applied', id }, 'an earlier one of the same reading')
    assert.deepEqual(await set(id, 0.35, -50), { result: 'merged', id }, 'a small step back')
    assert.equal(await shareOf(id), 0.38)
    assert.deepEqual(await set(id, 0.05, -40), { result: 'applied', id }, 'a new reading')
    assert.deepEqual(await set(id, 0.12, -45), { result: 'merged', id }, 'of the reading before')
    assert.equal(await shareOf(id), 0.05)
  })
  await t.test('a position from the reading page competes by its time', async () => {
    const id = await save(app)
    const owner = app.alice.id
    await storeReadingPosition(app, { owner, id: id as EntryId }, { block: 4, share: 0.4 }, app.clock.now())
    assert.deepEqual(await set(id, 0.9, -60), { result: 'merged', id })
    assert.deepEqual(await send(app, 'progress set', { id: 99_999_999, block: 1, share: 0 }), {
      result: 'rejected',
      reason: 'unknown-entry',
    })
    for (const members of [
      { id, block: 1, share: 2 },
      { id, block: -1, share: 0 },
      { id, share: 0.1 },
    ]) {
      assert.equal((await send(app, 'progress set', members)).reason, 'invalid-operation')
    }
  })
}

async function annotations(t: TestContext, app: TestApp): Promise<void> {
  const annotationsOf = async (id: number) =>
    app.database.read((db) =>
      db.selectFrom('annotation').select(['id', 'text', 'quote', 'color']).where('entry_id', '=', id).execute(),
    )
  const create = async (entry: number | string, members: object = {}) => {
    const tmp = randomUUID()
    const result = await send(app, 'annotations create', { tmp, entry, quote: 'sea', ranges: RANGES, ...members })
    return { tmp, result, id: result.id! }
  }
  await t.test('an annotation is added under a temporary id, changed and deleted', async () => {
    const [entry, tmp] = [await save(app), randomUUID()]
    const results = await sendOperations(app, [
      operation('annotations create', { tmp, entry, quote: 'sea', ranges: RANGES, text: ' why? ', color: 'blue' }),
      operation('annotations change', { id: tmp, text: 'because', color: 'pink' }),
    ])
    const { id } = results[0]!
    for (const { result, id: changed } of results) assert.deepEqual([result, changed], ['applied', id])
    assert.deepEqual(
      (await annotationsOf(entry)).map((one) => ({ ...one, id: Number(one.id) })),
      [{ id, text: 'because', quote: 'sea', color: 'pink' }],
    )
    const revised = (await readEntry(app, entry))!
    assert.equal((revised['annotations'] as unknown[]).length, 1)
    assert.deepEqual(await send(app, 'annotations delete', { id: tmp }), { result: 'applied', id })
    assert.deepEqual(await send(app, 'annotations delete', { id }), { result: 'applied', id }, 'again')
    assert.deepEqual(await send(app, 'annotations change', { id: tmp, text: 'x' }), {
      result: 'rejected',
      id,
      reason: 'deleted',
    })
    const kinds = await app.database.read((db) =>
      db.selectFrom('user_action').select('kind').orderBy('id', 'desc').limit(3).execute(),
    )
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['unhighlight', 'note', 'highlight'],
    )
  })
  await t.test('an annotation that the entry has already is not added again, another one is', async () => {
    const entry = await save(app)
    const members = { entry, quote: 'sea', ranges: RANGES, text: 'why?', color: 'blue' }
    const first = await send(app, 'annotations create', { ...members, tmp: randomUUID() })
    const tmp = randomUUID()
    const again = await send(app, 'annotations create', { ...members, tmp })
    assert.deepEqual(again, { result: 'merged', id: first.id })
    assert.deepEqual(await send(app, 'annotations change', { id: tmp, text: 'how?' }), {
      result: 'applied',
      id: first.id,
    })
    const other = await send(app, 'annotations create', { ...members, tmp: randomUUID() })
    assert.equal(other.result, 'applied', 'the note of the first is another one now')
    const yellow = await send(app, 'annotations create', { ...members, color: undefined, tmp: randomUUID() })
    assert.equal(yellow.result, 'applied', 'the colour differs')
    assert.equal((await annotationsOf(entry)).length, 3)
  })
  await t.test('an annotation that another interface stored is recognised', async () => {
    const entry = await save(app)
    const payload = { quote: 'sea', ranges: RANGES, text: 'why?' }
    const stored = await app.ask(app.alice, { method: 'POST', url: `/api/annotations/${entry}`, payload })
    const again = await send(app, 'annotations create', { ...payload, entry, color: 'yellow', tmp: randomUUID() })
    assert.deepEqual(again, { result: 'merged', id: stored.json<{ id: number }>().id })
  })
  await t.test('note and colour are each decided by their latest change', async () => {
    const entry = await save(app)
    const { id } = await create(entry, { text: 'first' })
    assert.deepEqual(await send(app, 'annotations change', { id, text: 'later' }, -10), { result: 'applied', id })
    assert.deepEqual(await send(app, 'annotations change', { id, text: 'older', color: 'green' }, -20), {
      result: 'merged',
      id,
      lost: ['text'],
    })
    const [row] = await annotationsOf(entry)
    assert.deepEqual([row!.text, row!.color], ['later', 'green'])
    const payload = { text: 'from the API' }
    await app.ask(app.alice, { method: 'PUT', url: `/api/annotations/${id}`, payload })
    assert.deepEqual(await send(app, 'annotations change', { id, text: 'older' }, -60), {
      result: 'merged',
      id,
      lost: ['text'],
    })
    assert.deepEqual(await send(app, 'annotations change', { id, color: 'green' }, -5), { result: 'applied', id })
    assert.deepEqual(await send(app, 'annotations change', { id, color: 'blue' }, -6), {
      result: 'merged',
      id,
      lost: ['color'],
    })
  })
  await t.test('a deleted entry takes no annotation, and a wrong one is rejected', async () => {
    const entry = await save(app)
    await send(app, 'entries delete', { id: entry })
    assert.deepEqual((await create(entry)).result, { result: 'rejected', reason: 'deleted' })
    const other = await save(app)
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ color: 'brown' }, /"color"/],
      [{ text: 1 }, /"text"/],
      [{ ranges: 'x' }, /ranges/],
      [{ quote: 'x'.repeat(10_001) }, /10000 characters/],
      [{ entry: null }, /"entry"/],
    ]
    for (const [members, message] of wrong) {
      const { result } = await create(other, members)
      assert.equal(result.reason, 'invalid-operation', JSON.stringify(members))
      assert.match(result.message!, message)
    }
    assert.deepEqual(await annotationsOf(other), [])
  })
}

async function tagsOfAnnotations(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the latest tags of an annotation win, and the changes contain them', async () => {
    const entry = await save(app)
    const head = { tmp: randomUUID(), entry, quote: 'sea', ranges: RANGES }
    const { id } = await send(app, 'annotations create', { ...head, tags: ['Sea', 'wall '] }, -60)
    const tags = async () => {
      const { changes } = (await app.ask(app.alice, { url: '/api/sync' })).json<{
        changes: { type: string; id: number; object?: { annotations: { tags: string[] }[] } }[]
      }>()
      return changes
        .find((one) => one.id === entry && one.type === 'entries')
        ?.object?.annotations.map((one) => one.tags)
    }
    assert.deepEqual(await tags(), [['sea', 'wall']])
    assert.deepEqual(await send(app, 'annotations change', { id, tags: ['tide'] }, -30), { result: 'applied', id })
    const early = await send(app, 'annotations change', { id, tags: ['late'], text: 'note' }, -45)
    assert.deepEqual(early, { result: 'merged', id, lost: ['tags'] })
    assert.deepEqual(await tags(), [['tide']])
    for (const wrong of ['tide', [1], Array.from({ length: 21 }, (_, index) => `t${index}`)]) {
      assert.equal((await send(app, 'annotations change', { id, tags: wrong })).reason, 'invalid-operation')
    }
    assert.deepEqual(await send(app, 'annotations change', { id, tags: [] }), { result: 'applied', id })
    assert.deepEqual(await tags(), [[]])
  })
}

async function annotationsOfOthers(t: TestContext, app: TestApp): Promise<void> {
  await t.test('annotations of other users are unknown', async () => {
    const { id } = await send(app, 'annotations create', { tmp: randomUUID(), entry: await save(app), ranges: RANGES })
    for (const name of ['annotations change', 'annotations delete']) {
      const result = await sendOne(app, operation(name, { id }), app.bob)
      assert.deepEqual(result, { result: 'rejected', reason: 'unknown-annotation' })
    }
  })
}

async function collectionNamed(app: TestApp, name: string): Promise<number> {
  const answer = await app.ask(app.alice, { method: 'POST', url: '/api/collections', payload: { name } })
  return answer.json<{ id: number }>().id
}

async function collections(t: TestContext, app: TestApp): Promise<void> {
  const picked = async (id: number) =>
    (
      await app.database.read((db) =>
        db.selectFrom('collection_entry').select('entry_id').where('collection_id', '=', id).execute(),
      )
    )
      .map(({ entry_id }) => Number(entry_id))
      .toSorted((one, other) => one - other)
  await t.test('entries are added to a collection and removed, also by temporary ids', async () => {
    const [id, tmp, first] = [await collectionNamed(app, 'Evening'), randomUUID(), await save(app)]
    const [created, changed] = await sendOperations(app, [
      operation('entries create', { tmp, url: 'https://example.org/collected' }),
      operation('collections change', { id, add_entries: [first, tmp, 99_999_999] }),
    ])
    assert.deepEqual({ ...changed, op: '' }, { op: '', result: 'merged', id, lost: ['entry:99999999'] })
    assert.deepEqual(await picked(id), [first, created!.id!])
    const removed = await send(app, 'collections change', { id, remove_entries: [first] })
    assert.deepEqual(removed, { result: 'applied', id })
    assert.deepEqual(await picked(id), [created!.id!])
  })
  await t.test('the latest change of each position wins', async () => {
    const [id, entry] = [await collectionNamed(app, 'Morning'), await save(app)]
    const change = (members: object, seconds: number) => send(app, 'collections change', { id, ...members }, seconds)
    assert.deepEqual(await change({ remove_entries: [entry] }, -10), { result: 'applied', id }, 'it was not in it')
    const lost = { result: 'merged', id, lost: [`entry:${entry}`] }
    assert.deepEqual(await change({ add_entries: [entry] }, -20), lost)
    assert.deepEqual(await change({ add_entries: [entry] }, -5), { result: 'applied', id })
    assert.deepEqual(await change({ remove_entries: [entry] }, -6), lost)
    const url = `/api/collections/${id}/entries`
    await app.ask(app.alice, { method: 'DELETE', url, payload: { entries: entry } })
    assert.deepEqual(await change({ add_entries: [entry] }, -60), lost, 'the API counts with its time')
    await app.ask(app.alice, { method: 'POST', url, payload: { entries: entry } })
    assert.deepEqual(await change({ remove_entries: [entry] }, -60), lost)
    assert.deepEqual(await picked(id), [entry])
  })
  await t.test('a deleted collection stays deleted', async () => {
    const [id, entry] = [await collectionNamed(app, 'Noon'), await save(app)]
    await app.ask(app.alice, { method: 'DELETE', url: `/api/collections/${id}` })
    const add = { add_entries: [entry] }
    assert.deepEqual(await send(app, 'collections change', { id, ...add }), {
      result: 'rejected',
      id,
      reason: 'deleted',
    })
    const unknown = { result: 'rejected', reason: 'unknown-collection' }
    assert.deepEqual(await send(app, 'collections change', { id: 99_999_999, ...add }), unknown)
    assert.deepEqual(await send(app, 'collections change', { id: randomUUID(), ...add }), unknown)
    for (const members of [
      { id, add_entries: ['x'] },
      { id, add_entries: Array.from({ length: 501 }, () => 1) },
    ]) {
      assert.equal((await send(app, 'collections change', members)).reason, 'invalid-operation')
    }
  })
}

async function collectionsOfOthers(t: TestContext, app: TestApp): Promise<void> {
  await t.test('collections and entries of other users are unknown', async () => {
    const [id, entry] = [await collectionNamed(app, 'Night'), await save(app)]
    const unknown = { result: 'rejected', reason: 'unknown-collection' }
    assert.deepEqual(
      await sendOne(app, operation('collections change', { id, add_entries: [entry] }), app.bob),
      unknown,
    )
    const own = await app.ask(app.bob, { method: 'POST', url: '/api/collections', payload: { name: 'Mine' } })
    const mine = own.json<{ id: number }>().id
    const result = await sendOne(app, operation('collections change', { id: mine, add_entries: [entry] }), app.bob)
    assert.deepEqual(result, { result: 'merged', id: mine, lost: [`entry:${entry}`] })
  })
}

/** @returns the day a number of days from now, in UTC */
const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)

async function reviewed(t: TestContext, app: TestApp): Promise<void> {
  await t.test(
    'a decision of the review counts for the day on which it was made, and only the first one of a day',
    async () => {
      const entry = await save(app)
      const made = await send(app, 'annotations create', { tmp: randomUUID(), entry, quote: 'sea', ranges: RANGES })
      const id = made.id!
      const state = () =>
        app.database.read((db) =>
          db
            .selectFrom('annotation')
            .select(['review_box', 'review_due_on', 'reviewed_on', 'review_left_at'])
            .where('id', '=', id as AnnotationId)
            .executeTakeFirstOrThrow(),
        )
      assert.deepEqual(await send(app, 'annotations review', { id, decision: 'keep' }, -2 * 86_400), {
        result: 'applied',
        id,
      })
      assert.equal((await state()).review_due_on, day(0), 'two days after the decision')
      assert.equal(Number((await state()).review_box), 1)
      for (const [decision, seconds] of [
        ['forget', -2 * 86_400],
        ['later', -3 * 86_400],
      ] as const) {
        await send(app, 'annotations review', { id, decision }, seconds)
        assert.equal((await state()).reviewed_on, day(-2), 'decided already')
      }
      assert.deepEqual(await send(app, 'annotations review', { id, decision: 'forget' }), { result: 'applied', id })
      assert.notEqual((await state()).review_left_at, null)
      assert.equal((await send(app, 'annotations review', { id, decision: 'maybe' })).reason, 'invalid-operation')
      assert.equal(
        (await send(app, 'annotations review', { id: 999_999, decision: 'keep' })).reason,
        'unknown-annotation',
      )
    },
  )
}
