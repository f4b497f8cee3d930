import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntryId } from '../../src/kernel/branded-ids.ts'
import { findEntry } from '../../src/entries/entry.repository.ts'
import { finishFetch } from '../../src/entries/fetching/finish-fetch.ts'
import { enqueueFetch } from '../../src/entries/fetching/enqueue-fetch.ts'
import { ownerTransaction } from '../../src/users/owner-transaction.ts'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering, articlePage, NEWS } from '../support/site.ts'

const read = async ({ ask, alice }: TestApp, id: number) =>
  (await ask(alice, { url: `/api/entries/${id}` })).json<WireEntry>()

/** Fetches a page again in the background, like a retry, and waits for the fetch to end. @returns the fetched entry */
async function retry(app: TestApp, id: number): Promise<WireEntry> {
  const { database, services, alice } = app
  const owned = id as EntryId
  await ownerTransaction(database, alice.id, async (tx) => {
    const entry = await findEntry(tx, alice.id, owned)
    await enqueueFetch({ jobs: services.jobs.queue }, tx, entry!, { requestId: 'retry' })
  })
  for (let attempt = 0; attempt < 300; attempt++) {
    const entry = await database.read((db) => findEntry(db, alice.id, owned))
    if (entry?.fetchState !== 'pending') return read(app, id)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the fetch does not end')
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a retry moves updated_at only if clients see a change`, async (t) => {
    const app = await testApp(t, dialect)
    let count = 0
    const sending = (body: string, status = 200) =>
      app.site.page('/page', (request, response) => {
        response.setHeader('x-count', String(++count))
        answering(body, 'text/html', status)(request, response)
      })
    sending('<h1>Down</h1>', 500)
    const saved = await app.save(app.alice, `${app.site.url}/page`)
    const since = Math.floor(Date.now() / 1000)
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await t.test('a repeated failure changes nothing', async () => {
      const { annotations, ...again } = await retry(app, saved.id)
      assert.deepEqual([again, annotations], [saved, []])
      assert.ok(count > 1)
      const later = await app.ask(app.alice, { url: `/api/entries?since=${since}` })
      assert.equal(later.json<{ total: number }>().total, 0)
    })
    await t.test('nor does a repeated failure without a response, not even the revision', async () => {
      const { id } = await app.save(app.alice, 'http://127.0.0.1:9/closed')
      const revision = async () =>
        (
          await app.database
            .prepare<{ revision: number }>('select revision from user_revision where user_id = $1')
            .all(app.alice.id)
        )[0]!.revision
      const reasonOf = async () =>
        (await app.database.read((db) => findEntry(db, app.alice.id, id as EntryId)))!.fetchReason
      const before = [await revision(), await reasonOf()]
      await app.database.transaction((tx) =>
        tx.updateTable('entry').set({ fetch_generation: 7 }).where('id', '=', id).execute(),
      )
      const result = { kind: 'failed', reason: 'unreachable', isTransient: true, detail: '', page: undefined } as const
      const order = { owner: app.alice.id, id: id as EntryId, generation: 7 }
      const deps = { database: app.services.database, clock: app.clock }
      await finishFetch(deps, order, { ...result, isWall: false, metadata: {}, steps: [] })
      assert.deepEqual([await revision(), await reasonOf()], before)
      await finishFetch(deps, order, { ...result, reason: 'no_answer', isWall: false, metadata: {}, steps: [] })
      assert.notEqual(await revision(), before[0])
    })
    await t.test('another failure, and a text, do', async () => {
      sending('<h1>None</h1>', 404)
      const missing = await retry(app, saved.id)
      assert.notEqual(missing['updated_at'], saved['updated_at'])
      assert.equal(missing['http_status'], '404')
      await new Promise((resolve) => setTimeout(resolve, 1100))
      sending(articlePage(NEWS))
      const article = await retry(app, saved.id)
      assert.equal(article['title'], NEWS.title)
      assert.notEqual(article['updated_at'], missing['updated_at'])
    })
  })
}
