import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { RESPONSE_RETENTION_MS, MAX_KEYS } from '../../src/sync/idempotency/claim-key.ts'
import { deleteOldResponses } from '../../src/sync/idempotency/stored-response.repository.ts'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { articlePage, NEWS } from '../support/site.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: requests with an Idempotency-Key`, async (t) => {
    const app = await testApp(t, dialect)
    const post = (key: string, payload: object, user: TestUser | undefined = app.alice) =>
      app.ask(user, { method: 'POST', url: '/api/collections', headers: { 'idempotency-key': key }, payload })
    await repeating(t, app, post)
    await atTheSameTime(t, app)
    await keeping(t, app, post)
  })
}

type Post = (key: string, payload: object, user?: TestUser) => ReturnType<TestApp['ask']>

async function repeating(t: TestContext, app: TestApp, post: Post): Promise<void> {
  await t.test('a repeated request gets the stored response and has no further effect', async () => {
    const first = await post('"8e03-1"', { name: 'Evening' })
    assert.deepEqual([first.statusCode, first.headers['idempotency-replayed']], [200, undefined])
    const again = await post('8e03-1', { name: 'Evening' })
    assert.deepEqual([again.statusCode, again.body], [first.statusCode, first.body])
    assert.equal(again.headers['content-type'], first.headers['content-type'])
    assert.equal(again.headers['idempotency-replayed'], 'true')
    const listed = await app.ask(app.alice, { url: '/api/collections' })
    assert.equal(listed.json<unknown[]>().length, 1)
  })
  await t.test('another body or address under the same key is refused', async () => {
    await post('taken', { name: 'Noon' })
    const other = await post('taken', { name: 'Morning' })
    assert.deepEqual(
      [other.statusCode, other.json<{ message: string }>().message],
      [422, 'the Idempotency-Key belongs to another request'],
    )
    const request = { method: 'DELETE', url: '/api/collections/1', headers: { 'idempotency-key': 'taken' } } as const
    assert.equal((await app.ask(app.alice, request)).statusCode, 422)
  })
  await t.test('refusals are stored, and keys belong to their user', async () => {
    const refused = await post('empty-name', { name: '' })
    assert.equal(refused.statusCode, 400)
    const again = await post('empty-name', { name: '' })
    assert.deepEqual([again.statusCode, again.body, again.headers['idempotency-replayed']], [400, refused.body, 'true'])
    const own = await post('8e03-1', { name: 'Evening' }, app.bob)
    assert.deepEqual([own.statusCode, own.headers['idempotency-replayed']], [200, undefined])
  })
  await t.test('wrong keys are refused, reading ignores them, and a token is needed', async () => {
    for (const key of ['', '""', 'x'.repeat(256), 'a b', '"a', 'ä']) {
      assert.equal((await post(key, { name: 'Never' })).statusCode, 400, key)
    }
    const read = await app.ask(app.alice, { url: '/api/collections', headers: { 'idempotency-key': '8e03-1' } })
    assert.deepEqual([read.statusCode, read.headers['idempotency-replayed']], [200, undefined])
    const request = { method: 'POST', url: '/api/collections', headers: { 'idempotency-key': '8e03-1' } } as const
    assert.equal((await app.ask(undefined, { ...request, payload: { name: 'Evening' } })).statusCode, 401)
    const upload = { method: 'POST', url: '/api/imports', headers: { 'idempotency-key': 'file' } } as const
    assert.equal((await app.ask(app.alice, upload)).statusCode, 400)
  })
}

async function atTheSameTime(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a request is refused while the first one with its key is in progress', async () => {
    const released = Promise.withResolvers<void>()
    app.site.page('/slow', (_request, response) => {
      void released.promise.then(() =>
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(articlePage(NEWS)),
      )
    })
    const save = () =>
      app.ask(app.alice, {
        method: 'POST',
        url: '/api/entries',
        headers: { 'idempotency-key': 'slow' },
        payload: { url: `${app.site.url}/slow` },
      })
    const first = save()
    for (let tries = 0; app.site.hits('/slow') === 0; tries += 1) {
      assert.ok(tries < 200, 'the page was not fetched')
      await setTimeout(25)
    }
    const early = await save()
    assert.deepEqual([early.statusCode, early.headers['retry-after']], [409, '2'])
    released.resolve()
    const { statusCode, body } = await first
    assert.equal(statusCode, 200)
    const again = await save()
    assert.deepEqual([again.statusCode, again.body, again.headers['idempotency-replayed']], [200, body, 'true'])
  })
}

async function keeping(t: TestContext, app: TestApp, post: Post): Promise<void> {
  const { database, alice } = app
  await t.test('a request whose server was lost is taken over after five minutes', async () => {
    await post('empty-name', { name: '' })
    await insertLost(app, 4)
    assert.equal((await post('lost', { name: '' })).statusCode, 409)
    await insertLost(app, 6)
    assert.equal((await post('lost', { name: '' })).statusCode, 400)
    assert.equal((await post('lost', { name: '' })).headers['idempotency-replayed'], 'true')
  })
  await t.test('a failure of the server leaves the key free', async () => {
    const name = 'After the storm'
    await database.transaction((tx) => tx.schema.alterTable('collection').renameTo('hidden').execute())
    assert.equal((await post('storm', { name })).statusCode, 500)
    await database.transaction((tx) => tx.schema.alterTable('hidden').renameTo('collection').execute())
    const again = await post('storm', { name })
    assert.deepEqual([again.statusCode, again.headers['idempotency-replayed']], [200, undefined])
  })
  await t.test('responses are deleted after a day, and their number is limited', async () => {
    assert.equal((await post('daily', { name: 'Daily' })).statusCode, 200)
    const before = new Date(app.clock.now().getTime() + 1000)
    await database.transaction((tx) =>
      deleteOldResponses(tx, new Date(before.getTime() - RESPONSE_RETENTION_MS).toISOString()),
    )
    assert.equal((await post('daily', { name: 'Daily' })).headers['idempotency-replayed'], 'true')
    await database.transaction((tx) => deleteOldResponses(tx, before.toISOString()))
    assert.equal((await post('daily', { name: 'Daily' })).statusCode, 400, 'the name is used now')
    const started_at = before.toISOString()
    const rows = Array.from({ length: MAX_KEYS }, (_, index) => ({
      user_id: alice.id,
      request_key: `many ${index}`,
      fingerprint: 'x',
      started_at,
    }))
    await database.transaction((tx) => tx.insertInto('stored_response').values(rows).execute())
    const refused = await post('one-too-many', { name: 'Full' })
    assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '3600'])
  })
}

/**
 * Inserts a request with the key `lost` for which no response was stored. Its fingerprint is that of the request with
 * the key `empty-name`, so repeating that request with the key `lost` counts as a retry.
 */
async function insertLost({ database, alice, clock }: TestApp, minutesAgo: number): Promise<void> {
  const started_at = new Date(clock.now().getTime() - minutesAgo * 60_000).toISOString()
  await database.transaction(async (tx) => {
    await tx.deleteFrom('stored_response').where('request_key', '=', 'lost').execute()
    const { fingerprint } = await tx
      .selectFrom('stored_response')
      .select('fingerprint')
      .where('request_key', '=', 'empty-name')
      .executeTakeFirstOrThrow()
    const row = { user_id: alice.id, request_key: 'lost', fingerprint, started_at }
    await tx.insertInto('stored_response').values(row).execute()
  })
}
