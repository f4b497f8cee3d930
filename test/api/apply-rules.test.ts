import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyRulesToAllJob } from '../../src/entries/tagging-rules/apply-rules-to-all.job.ts'
import { requestRuleRun } from '../../src/entries/tagging-rules/apply-tagging-rules.ts'
import { RetryLater, type JobQueue } from '../../src/jobs/job-queue.ts'
import { waitFor } from '../crash/wait-for.ts'
import { testApp, type TestUser, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

const labelsOf = (entry: WireEntry) => (entry['tags'] as { label: string }[]).map(({ label }) => label)
const RUN = { attempt: 1, maxAttempts: 5 }

for (const dialect of DIALECTS) {
  test(`tagging rules for all entries, ${dialect}`, async (t) => {
    const { alice, bob, ask, save, services, clock } = await testApp(t, dialect)
    const { database } = services
    const content = '<p>some words about tea</p>'
    const aPage = (user: TestUser, title: string, tags = '') =>
      save(user, `https://example.org/${encodeURIComponent(title)}`, { title, content, tags })
    const entry = async (id: number, user = alice) => (await ask(user, { url: `/api/entries/${id}` })).json<WireEntry>()
    const addRule = (rule: string, tags: string) =>
      ask(alice, { method: 'POST', url: '/api/taggingrules', payload: { rule, tags } })
    const apply = () => ask(alice, { method: 'POST', url: '/api/taggingrules/apply' })
    const revision = () =>
      database.read(async (db) => {
        const { revision } = await db
          .selectFrom('user_revision')
          .select('revision')
          .where('user_id', '=', alice.id)
          .executeTakeFirstOrThrow()
        return Number(revision)
      })
    const states = () =>
      database.read((db) => db.selectFrom('entry').select(['id', 'updated_at', 'revision']).orderBy('id').execute())

    await t.test('older entries get the tags of a new rule, and nothing else changes', async () => {
      const [tea, water] = [await aPage(alice, 'Tea', 'mine'), await aPage(alice, 'Water')]
      const theirs = await aPage(bob, 'Tea')
      await addRule('title = "Tea" and content matches "ABOUT TEA"', 'drinks,hot')
      const [before, number] = [await states(), await revision()]
      const answer = await apply()
      assert.deepEqual([answer.statusCode, answer.json()], [200, { queued: true }])
      await waitFor('the tags', async () => labelsOf(await entry(tea.id)).length === 3)
      assert.deepEqual(labelsOf(await entry(tea.id)), ['drinks', 'hot', 'mine'])
      assert.deepEqual(labelsOf(await entry(theirs.id, bob)), [])
      const [teaBefore, ...othersBefore] = before
      const [teaNow, ...othersNow] = await states()
      assert.deepEqual(othersNow, othersBefore)
      assert.deepEqual(labelsOf(await entry(water.id)), [])
      assert.equal(Number(teaNow?.revision), number + 1)
      assert.ok(String(teaNow?.updated_at) > String(teaBefore?.updated_at))
    })

    await t.test('a long run continues in another job, and a repeated part changes nothing', async () => {
      const pages: number[] = []
      for (let page = 1; page <= 9; page++) pages.push((await aPage(alice, `Page ${page}`)).id)
      await addRule('title matches "page"', 'paged')
      const enqueued: unknown[] = []
      const jobs: JobQueue = { enqueue: async (_tx, ...call) => void enqueued.push(call) }
      const job = applyRulesToAllJob({ database, clock, jobs }, { batch: 2, batches: 2 })
      const isPaged = async () => {
        const list = (await ask(alice, { url: '/api/entries?order=asc&sort=created&perPage=50' })).json<{
          _embedded: { items: WireEntry[] }
        }>()
        return list._embedded.items.filter((one) => labelsOf(one).includes('paged')).length
      }
      const signal = new AbortController().signal
      const start = { userId: alice.id, after: pages[0]! - 1, run: 'r' }
      await job(start, { ...RUN, signal })
      const number = await revision()
      assert.equal(await isPaged(), 4)
      const next = enqueued[0] as [string, typeof start, { dedupeKey: string }]
      assert.deepEqual([next[0], next[1].run, next[2].dedupeKey], ['rules.apply', 'r', `rules.apply:${alice.id}:r`])
      await job(start, { ...RUN, signal })
      assert.deepEqual([await revision(), enqueued[1]], [number, next])
      await job(next[1], { ...RUN, signal })
      assert.equal(await isPaged(), 8)
      await job((enqueued[2] as typeof next)[1], { ...RUN, signal })
      assert.deepEqual([await isPaged(), enqueued.length], [9, 3])
    })

    await t.test('a waiting run takes in the next one, and the rest of a run replaces none', async () => {
      const keys: unknown[] = []
      const jobs: JobQueue = { enqueue: async (_tx, _name, _payload, options) => void keys.push(options?.dedupeKey) }
      for (let request = 0; request < 2; request++) await requestRuleRun({ database, jobs }, alice.id)
      assert.deepEqual(
        keys,
        Array.from({ length: 2 }, () => `rules.apply:${alice.id}`),
      )
    })

    await t.test('queries apply to all entries too', async () => {
      const note = await aPage(alice, 'Noted')
      const payload = { ranges: [], quote: 'words', text: 'a remark' }
      await ask(alice, { method: 'POST', url: `/api/annotations/${note.id}`, payload })
      await ask(alice, {
        method: 'POST',
        url: '/api/taggingrules',
        payload: { rule: 'has:note note:remark', language: 'query', tags: 'remarked' },
      })
      await apply()
      await waitFor('the tag', async () => labelsOf(await entry(note.id)).includes('remarked'))
      const others = (await ask(alice, { url: '/api/entries?tags=remarked' })).json<{ total: number }>()
      assert.equal(others.total, 1)
    })

    await t.test('a stopped run is completed later', async () => {
      const jobs: JobQueue = { enqueue: async () => undefined }
      const job = applyRulesToAllJob({ database, clock, jobs })
      const run = { ...RUN, signal: AbortSignal.abort() }
      await assert.rejects(job({ userId: alice.id, after: 0, run: 'r' }, run), RetryLater)
    })
  })
}
