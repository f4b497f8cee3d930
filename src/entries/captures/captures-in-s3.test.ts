import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { testApp, type TestApp } from '../../../test/support/app.ts'
import { DIALECTS } from '../../../test/support/database.ts'
import { startObjectServer } from '../../../test/support/object-server.ts'
import { answering, articlePage, NEWS } from '../../../test/support/site.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { measureBytes } from '../../users/quota/quota.repository.ts'
import { findCapture } from '../fetching/capture.repository.ts'
import { deleteUnusedBodies, moveBodiesToDatabase } from './capture-objects.ts'

/** A page that does not compress, so that its body is large. */
const LARGE_PAGE = `${articlePage(NEWS)}<!-- ${randomBytes(100_000).toString('base64')} -->`
const RUN = { signal: new AbortController().signal, attempt: 1, maxAttempts: 5 }

const sweep = ({ services }: TestApp) => services.handlers['maintenance.sweep']({}, RUN)
const bodies = async ({ database }: TestApp) => {
  const rows = await database
    .prepare<{ object_key: string | null; size: number }>(
      'select object_key, length(body) as size from capture_body order by size',
    )
    .all()
  return rows.map(({ object_key, size }) => ({ key: object_key, size: Number(size) }))
}

const shardOf = (key: string) => Number.parseInt(key.split('/')[1]!, 16)

for (const dialect of DIALECTS) {
  test(`${dialect}: large captures move to S3, are read there, and leave it with their entries`, async (t) => {
    const server = await startObjectServer(t)
    const app = await testApp(t, dialect, { environment: { ...server.environment, DOGEAR_IMAGES: 'off' } })
    const { site, alice, services, database, clock } = app
    const { objects } = services
    site.page('/large', answering(LARGE_PAGE))
    site.page('/small', answering(articlePage(NEWS)))
    server.faultOf = () => 'away'
    const large = await app.save(alice, `${site.url}/large`)
    await app.save(alice, `${site.url}/small`)
    assert.match(String(large['content']), /<p>/)
    const read = () => findCapture({ database, objects }, alice.id as UserId, large.id as EntryId)
    const used = () => database.read((db) => measureBytes(db, alice.id as UserId))
    const before = await used()

    await t.test('a store that is away leaves them in the database', async () => {
      await assert.rejects(Promise.resolve(sweep(app)), { code: 'unavailable' })
      assert.ok((await bodies(app)).every(({ key, size }) => key === null && size > 0))
    })

    await t.test('a sweep moves those above 64 kB', async () => {
      server.faultOf = undefined
      await sweep(app)
      const [moved, small] = await bodies(app)
      assert.match(moved!.key!, /^captures\/([0-9a-f]{2})\/\1[0-9a-f]{30}$/)
      assert.deepEqual([moved!.size, small!.key], [0, null])
      assert.deepEqual(await server.objects(), [`library/${moved!.key!}`])
      assert.equal(String((await read())?.body), LARGE_PAGE)
      assert.equal(await used(), before)
    })

    await t.test('a damaged or unreachable body is an error, not another page', async () => {
      server.faultOf = () => 'damage'
      await assert.rejects(read(), { code: 'unavailable', message: /is damaged/ })
      server.faultOf = () => 'away'
      await assert.rejects(read(), { code: 'unavailable' })
      assert.equal((await app.ask(alice, { url: `/api/entries/${large.id}` })).statusCode, 200)
      server.faultOf = undefined
    })

    await t.test('they move back to the database, and their objects are deleted', async () => {
      assert.deepEqual(await moveBodiesToDatabase({ database, objects }), { moved: 1, missing: 0 })
      assert.ok((await bodies(app)).every(({ key, size }) => key === null && size > 0))
      await deleteUnusedBodies({ database, clock, objects })
      assert.deepEqual(await server.objects(), [])
      assert.equal(String((await read())?.body), LARGE_PAGE)
      await sweep(app)
      assert.equal((await server.objects()).length, 1)
    })

    await t.test('objects without a capture are deleted after a day, those with one stay', async () => {
      await objects.put(`captures/07/07${'0'.repeat(30)}`, Buffer.from('1'))
      const [kept] = await bodies(app)
      const start = Math.ceil((Date.now() + 48 * 3_600_000) / (256 * 3_600_000)) * 256 * 3_600_000
      const sweepShard = (shard: number) =>
        deleteUnusedBodies({ database, objects, clock: { now: () => new Date(start + shard * 3_600_000) } })
      await deleteUnusedBodies({ database, objects, clock })
      assert.equal((await server.objects()).length, 2)
      await sweepShard(7)
      await sweepShard(shardOf(kept!.key!))
      assert.deepEqual(await server.objects(), [`library/${kept!.key!}`])
    })

    await t.test('a deleted entry leaves no object', async () => {
      await app.ask(alice, { method: 'DELETE', url: `/api/entries/${large.id}` })
      await database.transaction((tx) => tx.deleteFrom('trashed_entry').execute())
      await sweep(app)
      await sweep(app)
      assert.deepEqual(await server.objects(), [])
    })
  })
}
