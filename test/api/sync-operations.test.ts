import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sweepEntries } from '../../src/entries/entry-jobs.ts'
import { findUserConfig } from '../../src/users/user-config.repository.ts'
import { deleteOldOutcomes } from '../../src/sync/operations/operation-outcome.repository.ts'
import { MAX_OPERATIONS } from '../../src/sync/operations/operation.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { articlePage, NEWS } from '../support/site.ts'
import { labelsOf, operation, readEntry, sendOne, sendOperations } from './sync-operations.fixture.ts'

const GIVEN = { title: 'Tide', content: '<p>The sea wall.</p>', tags: 'sea' }

for (const dialect of DIALECTS) {
  test(`${dialect}: operations on entries`, async (t) => {
    const app = await testApp(t, dialect)
    await creating(t, app)
    await replaying(t, app)
    await merging(t, app)
    await mergingTags(t, app)
    await deleting(t, app)
    await others(t, app)
    await settings(t, app)
    await refusing(t, app)
  })
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries += 1) {
    assert.ok(tries < 400, 'not within 20 seconds')
    await setTimeout(50)
  }
}

let count = 0
const nextUrl = () => `https://example.org/operations/${++count}`

/** @returns the id of an entry whose title and tag were set an hour ago */
async function save(app: TestApp): Promise<number> {
  const { id } = await app.save(app.alice, nextUrl(), GIVEN)
  const at = new Date(Date.now() - 3_600_000).toISOString()
  await app.database.transaction(async (tx) => {
    await tx.updateTable('entry').set({ title_set_at: at }).where('id', '=', id).execute()
    await tx.updateTable('entry_tag').set({ added_at: at }).where('entry_id', '=', id).execute()
  })
  return id
}

async function creating(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a page that was saved without a network is fetched, and its temporary id works', async () => {
    const tmp = randomUUID()
    const url = `${app.site.url}/sea`
    app.site.page('/sea', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(articlePage(NEWS))
    })
    const create = operation('entries create', { tmp, url, tags: ['Sea', 'wall'], starred: true })
    const change = operation('entries change', { id: tmp, set: { archived: true }, remove_tags: ['wall'] })
    const [created, changed] = await sendOperations(app, [create, change])
    assert.deepEqual(created, { op: create.op, result: 'applied', id: created!.id })
    assert.deepEqual(changed, { op: change.op, result: 'applied', id: created!.id })
    const entry = await readEntry(app, created!.id!)
    assert.deepEqual([entry!['is_archived'], entry!['is_starred']], [1, 1])
    assert.deepEqual(await labelsOf(app, created!.id!), ['sea'])
    const later = operation('entries change', { id: tmp.toUpperCase(), set: { title: 'Mine' } })
    assert.deepEqual(await sendOne(app, later), { result: 'applied', id: created!.id })
    await until(async () => String((await readEntry(app, created!.id!))!['content']).includes('volunteers'))
    assert.equal((await readEntry(app, created!.id!))!['title'], 'Mine')
  })
  await t.test('a title stays the one of the user if a note comes with it', async () => {
    const url = nextUrl()
    const { id } = await app.save(app.alice, url, { content: GIVEN.content })
    const set = { title: 'Mine', note: 'For the talk' }
    assert.deepEqual(await sendOne(app, operation('entries change', { id, set })), { result: 'applied', id })
    const row = await app.database.read((db) =>
      db.selectFrom('entry').select(['note', 'given_fields']).where('id', '=', id).executeTakeFirstOrThrow(),
    )
    assert.equal(row.note, 'For the talk')
    assert.ok((JSON.parse(row.given_fields) as string[]).includes('title'), row.given_fields)
  })
  await t.test('authors and date are set and removed, and the later change of each wins', async () => {
    const { id } = await app.save(app.alice, nextUrl(), GIVEN)
    const at = (seconds: number) => new Date(app.clock.now().getTime() - seconds * 1000).toISOString()
    const change = (seconds: number, set: object) =>
      sendOne(app, operation('entries change', { id, set, at: at(seconds) }))
    const facts = async () => {
      const entry = (await readEntry(app, id))!
      return [entry['published_by'], entry['published_at']]
    }
    const both = { authors: [' Jane Doe ', 'Roe, John'], published_at: '1999-12-31T12:00:00+01:00' }
    assert.deepEqual(await change(600, both), { result: 'applied', id })
    assert.deepEqual(await facts(), [['Jane Doe', 'Roe, John'], '1999-12-31T11:00:00+0000'])
    assert.deepEqual(await change(300, { authors: ['Late'] }), { result: 'applied', id })
    const stale = { authors: ['Early'], published_at: null }
    assert.deepEqual(await change(400, stale), { result: 'merged', id, lost: ['authors'] })
    assert.deepEqual(await facts(), [['Late'], null])
    assert.deepEqual(await change(200, { authors: [] }), { result: 'applied', id })
    assert.deepEqual(await facts(), [null, null])
    for (const set of [{ authors: 'Jane' }, { authors: [1] }, { published_at: '2024' }, { published_at: 5 }]) {
      assert.equal((await change(100, set)).result, 'rejected', JSON.stringify(set))
    }
    assert.deepEqual(await facts(), [null, null])
  })
  await t.test('an address that is known already is merged with its entry', async () => {
    const url = nextUrl()
    const { id } = await app.save(app.alice, url, GIVEN)
    const tmp = randomUUID()
    const result = await sendOne(app, operation('entries create', { tmp, url, tags: ['more'], archived: true }))
    assert.deepEqual(result, { result: 'merged', id })
    assert.deepEqual(await labelsOf(app, id), ['more', 'sea'])
    assert.equal((await readEntry(app, id))!['is_archived'], 1)
    const again = await sendOne(app, operation('entries create', { tmp, url: nextUrl() }))
    assert.deepEqual(again, { result: 'merged', id }, 'another operation with the same temporary id')
  })
  await t.test('operations on an entry that a fetch merged into another one reach that one', async () => {
    const kept = await app.save(app.alice, `${app.site.url}/kept`, GIVEN)
    app.site.page('/kept', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(articlePage(NEWS))
    })
    app.site.page('/moved', (_request, response) => {
      response.writeHead(302, { location: '/kept' }).end()
    })
    const tmp = randomUUID()
    const { id } = await sendOne(app, operation('entries create', { tmp, url: `${app.site.url}/moved` }))
    await until(async () => (await readEntry(app, id!)) === undefined)
    for (const reference of [id, tmp]) {
      const starred = reference === id
      const result = await sendOne(app, operation('entries change', { id: reference, set: { starred } }))
      assert.deepEqual(result, { result: 'applied', id: kept.id })
      assert.equal((await readEntry(app, kept.id))!['is_starred'], starred ? 1 : 0)
    }
  })
}

async function replaying(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a repeated operation is not applied again and gets its result', async () => {
    const id = await save(app)
    const archive = operation('entries change', { id, set: { archived: true } })
    const first = await sendOne(app, archive)
    await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${id}`, payload: { archive: 0 } })
    assert.deepEqual(await sendOne(app, archive), first)
    assert.equal((await readEntry(app, id))!['is_archived'], 0)
    const missing = operation('entries change', { id: randomUUID(), set: { archived: true } })
    const rejected = await sendOne(app, missing)
    assert.deepEqual(rejected, { result: 'rejected', reason: 'unknown-entry' })
    assert.deepEqual(await sendOne(app, missing), rejected)
  })
  await t.test('requests with the same operations at the same time apply them once', async () => {
    const tmp = randomUUID()
    const ops = [operation('entries create', { tmp, url: nextUrl() }), operation('entries delete', { id: tmp })]
    const all = await Promise.all(Array.from({ length: 5 }, () => sendOperations(app, ops)))
    for (const results of all) assert.deepEqual(results, all[0])
    assert.deepEqual(
      all[0]!.map(({ result }) => result),
      ['applied', 'applied'],
    )
  })
  await t.test('results and temporary ids are deleted after their time', async () => {
    const tmp = randomUUID()
    const create = operation('entries create', { tmp, url: nextUrl() })
    const { id } = await sendOne(app, create)
    await app.database.transaction((tx) => deleteOldOutcomes(tx, new Date(Date.now() - 60_000).toISOString()))
    assert.equal((await sendOne(app, create)).result, 'applied')
    await app.database.transaction((tx) => deleteOldOutcomes(tx, new Date(Date.now() + 1000).toISOString()))
    assert.deepEqual(await sendOne(app, operation('entries delete', { id: tmp })), {
      result: 'rejected',
      reason: 'unknown-entry',
    })
    assert.deepEqual(await sendOne(app, create), { result: 'merged', id })
  })
}

async function merging(t: TestContext, app: TestApp): Promise<void> {
  const set = (id: number, fields: object, seconds: number) =>
    sendOne(app, operation('entries change', { id, set: fields }, seconds))
  await t.test('of two changes of a field the later one wins, whatever the order of arrival', async () => {
    const id = await save(app)
    assert.deepEqual(await set(id, { title: 'Later', archived: true }, -10), { result: 'applied', id })
    const older = await set(id, { title: 'Earlier', archived: false, starred: true }, -20)
    assert.deepEqual(older, { result: 'merged', id, lost: ['archived', 'title'] })
    const entry = await readEntry(app, id)
    assert.deepEqual([entry!['title'], entry!['is_archived'], entry!['is_starred']], ['Later', 1, 1])
    assert.deepEqual(await set(id, { archived: false }, -10), { result: 'applied', id }, 'a tie: the later arrival')
  })
  await t.test('a change through the API or the pages competes by its time', async () => {
    const id = await save(app)
    await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${id}`, payload: { title: 'Here', archive: 1 } })
    const older = await set(id, { title: 'There', archived: false }, -60)
    assert.deepEqual(older, { result: 'merged', id, lost: ['archived', 'title'] })
    assert.deepEqual(await set(id, { title: 'There', archived: false }, 0), { result: 'applied', id })
    assert.equal((await readEntry(app, id))!['title'], 'There')
  })
  await t.test('values given with the address count from then on', async () => {
    const given = { ...GIVEN, archive: 0, starred: 1 }
    const { id } = await app.save(app.alice, nextUrl(), given)
    const fields = { title: 'Older', archived: true, starred: false }
    const lost = ['archived', 'starred', 'title']
    assert.deepEqual(await set(id, fields, -60), { result: 'merged', id, lost })
    const removal = operation('entries change', { id, remove_tags: ['sea'] }, -60)
    assert.deepEqual(await sendOne(app, removal), { result: 'merged', id, lost: ['tag:sea'] })
  })
  await t.test('a time in the future counts as now', async () => {
    const id = await save(app)
    await set(id, { archived: true }, 86_400)
    await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${id}`, payload: { archive: 0 } })
    assert.deepEqual(await set(id, { archived: true }, -60), { result: 'merged', id, lost: ['archived'] })
  })
  await t.test('setting the current value again counts as a new change', async () => {
    const id = await save(app)
    assert.deepEqual(await set(id, { archived: false }, -10), { result: 'applied', id })
    assert.deepEqual(await set(id, { archived: true }, -20), { result: 'merged', id, lost: ['archived'] })
    assert.deepEqual(await set(id, { archived: false }, -30), { result: 'applied', id }, 'nothing was lost')
  })
  await t.test('a change advances the revision and can be undone in the history', async () => {
    const id = await save(app)
    const before = (await readEntry(app, id))!['updated_at']
    app.clock.advance(5)
    await set(id, { starred: true }, -10)
    assert.notEqual((await readEntry(app, id))!['updated_at'], before)
    const rows = await app.database.read((db) =>
      db.selectFrom('user_action').select(['kind', 'entries']).orderBy('id', 'desc').limit(1).execute(),
    )
    assert.deepEqual(
      rows.map(({ kind, entries }) => [kind, Number(entries)]),
      [['star', 1]],
    )
  })
}

async function mergingTags(t: TestContext, app: TestApp): Promise<void> {
  const tags = (id: number, members: object, seconds: number) =>
    sendOne(app, operation('entries change', { id, ...members }, seconds))
  await t.test('a tag that was removed later stays away, and one that was added later stays', async () => {
    const id = await save(app)
    assert.deepEqual(await tags(id, { remove_tags: ['sea'] }, -10), { result: 'applied', id })
    assert.deepEqual(await tags(id, { add_tags: ['sea', 'ink'] }, -20), { result: 'merged', id, lost: ['tag:sea'] })
    assert.deepEqual(await labelsOf(app, id), ['ink'])
    assert.deepEqual(await tags(id, { add_tags: ['sea', 'ink'] }, -5), { result: 'applied', id })
    assert.deepEqual(await tags(id, { remove_tags: ['sea', 'ink'] }, -6), {
      result: 'merged',
      id,
      lost: ['tag:sea', 'tag:ink'],
    })
    assert.deepEqual(await labelsOf(app, id), ['ink', 'sea'])
  })
  await t.test('removing a missing tag prevents an older addition', async () => {
    const id = await save(app)
    assert.deepEqual(await tags(id, { remove_tags: ['ops'] }, -10), { result: 'applied', id })
    assert.deepEqual(await tags(id, { add_tags: ['ops'] }, -20), { result: 'merged', id, lost: ['tag:ops'] })
  })
  await t.test('tags that the API adds and removes count with their time', async () => {
    const id = await save(app)
    await app.ask(app.alice, { method: 'POST', url: `/api/entries/${id}/tags`, payload: { tags: 'ink' } })
    assert.deepEqual(await tags(id, { remove_tags: ['ink'] }, -60), { result: 'merged', id, lost: ['tag:ink'] })
    await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${id}`, payload: { tags: 'paper' } })
    assert.deepEqual(await tags(id, { add_tags: ['ink'] }, -60), { result: 'merged', id, lost: ['tag:ink'] })
    await app.ask(app.alice, { method: 'DELETE', url: '/api/tag/label?tag=paper' })
    assert.deepEqual(await tags(id, { add_tags: ['paper'] }, -60), { result: 'merged', id, lost: ['tag:paper'] })
    assert.deepEqual(await labelsOf(app, id), [])
  })
  await t.test('too many tags are refused as a whole, and the refusal is stored', async () => {
    const id = await save(app)
    const add_tags = Array.from({ length: 100 }, (_, index) => `label ${index}`)
    const sent = operation('entries change', { id, set: { archived: true }, add_tags })
    const result = await sendOne(app, sent)
    assert.deepEqual([result.result, result.reason], ['rejected', 'refused'])
    assert.match(result.message!, /at most 100 tags/)
    assert.equal((await readEntry(app, id))!['is_archived'], 0)
    assert.deepEqual(await sendOne(app, sent), result)
  })
}

async function deleting(t: TestContext, app: TestApp): Promise<void> {
  await t.test('deleting wins over changes, and restoring brings the entry back', async () => {
    const id = await save(app)
    assert.deepEqual(await sendOne(app, operation('entries delete', { id })), { result: 'applied', id })
    assert.deepEqual(await sendOne(app, operation('entries delete', { id })), { result: 'applied', id })
    const change = operation('entries change', { id, set: { starred: true } })
    assert.deepEqual(await sendOne(app, change), { result: 'rejected', id, reason: 'deleted' })
    assert.deepEqual(await sendOne(app, operation('entries restore', { id })), { result: 'applied', id })
    assert.deepEqual(await labelsOf(app, id), ['sea'])
    assert.deepEqual(await sendOne(app, operation('entries restore', { id })), { result: 'applied', id })
    const [action] = await app.database.read((db) =>
      db.selectFrom('user_action').selectAll().where('kind', '=', 'delete').orderBy('id', 'desc').limit(1).execute(),
    )
    assert.ok(action?.undone_at, 'the history shows the deletion as undone')
  })
  await t.test('the deletion by another client can be undone until the entry leaves the trash', async () => {
    const id = await save(app)
    const remove = () => app.ask(app.alice, { method: 'DELETE', url: `/api/entries/${id}` })
    const sweepAfter = (days: number) => {
      const clock = { now: () => new Date(app.clock.now().getTime() + days * 86_400_000) }
      return sweepEntries({ database: app.database, clock, trashDays: 30 })
    }
    await remove()
    await sweepAfter(29)
    assert.deepEqual(await sendOne(app, operation('entries restore', { id })), { result: 'applied', id })
    await remove()
    await sweepAfter(31)
    const result = await sendOne(app, operation('entries restore', { id }))
    assert.deepEqual(result, { result: 'rejected', id, reason: 'expired' })
  })
  await t.test('one entry of several that were deleted together is restored alone', async () => {
    const [one, other] = [await save(app), await save(app)]
    const { trashEntries } = await import('../../src/entries/trash/trash-entries.ts')
    await trashEntries(app, app.alice.id, [one, other] as never, 'together')
    await sendOne(app, operation('entries restore', { id: one }))
    assert.ok(await readEntry(app, one))
    assert.equal(await readEntry(app, other), undefined)
  })
}

async function others(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the entries, temporary ids and results of other users are unknown', async () => {
    const tmp = randomUUID()
    const create = operation('entries create', { tmp, url: nextUrl() })
    const { id } = await sendOne(app, create)
    for (const reference of [id, tmp]) {
      const result = await sendOne(app, operation('entries delete', { id: reference }), app.bob)
      assert.deepEqual(result, { result: 'rejected', reason: 'unknown-entry' })
    }
    const own = await sendOne(app, create, app.bob)
    assert.equal(own.result, 'applied')
    assert.notEqual(own.id, id)
    assert.ok(await readEntry(app, id!))
  })
}

async function settings(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the layout of lists is changed, and others stay', async () => {
    const layout = async () => (await app.database.read((db) => findUserConfig(db, app.alice.id))).preferences['layout']
    const change = operation('settings change', { set: { layout: 'rows' } })
    assert.deepEqual(await sendOne(app, change), { result: 'applied' })
    assert.equal(await layout(), 'rows')
    for (const set of [
      undefined,
      {},
      { layout: 'piles' },
      { layout: 'cards', theme: 'pink' },
      { size: 99 },
      { a: 1 },
    ]) {
      const refused = await sendOne(app, operation('settings change', { set }))
      assert.equal(refused.reason, 'invalid-operation', JSON.stringify(set))
    }
    await sendOne(app, operation('settings change', { set: { layout: 'covers' } }))
    await sendOne(app, change)
    assert.equal(await layout(), 'covers', 'a repeated operation is not applied again')
  })
  await t.test('the appearance of pages is changed, and others stay', async () => {
    const look = { theme: 'sepia', font: 'legible', size: 7 }
    assert.deepEqual(await sendOne(app, operation('settings change', { set: look })), { result: 'applied' })
    await sendOne(app, operation('settings change', { set: { size: 5 } }))
    const { preferences } = await app.database.read((db) => findUserConfig(db, app.alice.id))
    assert.deepEqual(preferences, { ...preferences, ...look, size: 5, layout: 'covers' })
  })
}

async function refusing(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a request without a list of operations is rejected', async () => {
    const valid = operation('entries delete', { id: 1 })
    const wrong = [
      undefined,
      'x',
      {},
      ['x'],
      [{ ...valid, op: 'x' }],
      Array.from({ length: MAX_OPERATIONS + 1 }, () => valid),
    ]
    for (const ops of wrong) {
      const answer = await app.ask(app.alice, { method: 'POST', url: '/api/sync', payload: { ops } })
      assert.equal(answer.statusCode, 400, JSON.stringify(ops)?.slice(0, 80))
    }
  })
  await t.test('a wrong operation is rejected with the wrong member, and the others are applied', async () => {
    const id = await save(app)
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ at: 'yesterday' }, /"at"/],
      [{ at: '2026-02-30T99:00:00Z' }, /"at"/],
      [{ action: 'constructor' }, /"type" and "action"/],
      [{ action: { toString: 1 } }, /"type" and "action"/],
      [{ type: ['entries'] }, /"type" and "action"/],
      [{ id: 0 }, /"id"/],
      [{ id: 'x' }, /"id"/],
      [{ set: [] }, /"set"/],
      [{ set: { archived: 1 } }, /"archived"/],
      [{ set: { url: 'x' } }, /unknown member "url"/],
      [{ base: 4 }, /unknown member "base"/],
      [{ add_tags: 'sea' }, /"add_tags"/],
      [{ add_tags: ['x'.repeat(300)] }, /250 characters/],
      [{ add_tags: ['a'], remove_tags: ['a'] }, /both/],
      [{ action: 'create', set: undefined, id: undefined, tmp: 'x' }, /"tmp"/],
      [{ action: 'create', set: undefined, id: undefined, tmp: randomUUID(), url: 'javascript:1' }, /not a valid url/],
    ]
    const ops = wrong.map(([members]) => ({ ...operation('entries change', { id, set: {} }), ...members }))
    const results = await sendOperations(app, [...ops, operation('entries change', { id, set: { starred: true } })])
    for (const [index, [members, message]] of wrong.entries()) {
      assert.equal(results[index]!.reason, 'invalid-operation', JSON.stringify(members))
      assert.match(results[index]!.message!, message)
    }
    assert.equal(results.at(-1)!.result, 'applied')
  })
  await t.test('a used up budget ends a request before the rest, which can be sent again', async () => {
    const limited = await testApp(t, app.database.dialect, { environment: { DOGEAR_RATE_LIMITS: 'on' } })
    const ops = Array.from({ length: 130 }, () => operation('entries create', { tmp: randomUUID(), url: nextUrl() }))
    const results = await sendOperations(limited, ops)
    assert.equal(results.length, 120)
    assert.equal((await sendOperations(limited, ops)).length, 120, 'results that are stored cost nothing')
    const rest = await limited.ask(limited.alice, {
      method: 'POST',
      url: '/api/sync',
      payload: { ops: ops.slice(120) },
    })
    assert.equal(rest.statusCode, 429)
    assert.ok(Number(rest.headers['retry-after']) > 0)
  })
}
