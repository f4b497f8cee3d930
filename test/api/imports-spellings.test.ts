import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

interface WireImport {
  readonly id: number
  readonly state: string
  readonly imported: number
  readonly skipped: number
  readonly failed: number
}

const GIVEN = { title: 'T', content: '<p>C</p>' }
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

/** Imports a list of addresses. @returns the finished import */
async function importAddresses(app: TestApp, user: TestUser, addresses: readonly string[]): Promise<WireImport> {
  const headers = { 'content-type': 'application/octet-stream' }
  const payload = `title,url,time_added,tags,status\n${addresses.map((url) => `T,${url},1500000000,,unread\n`).join('')}`
  const url = '/api/imports?format=pocket_csv&fetch=0'
  const answer = await app.ask(user, { method: 'POST', url, payload, headers })
  assert.equal(answer.statusCode, 201, answer.body)
  for (;;) {
    const job = (await app.ask(user, { url: `/api/imports/${answer.json<WireImport>().id}` })).json<WireImport>()
    if (!/waiting|running/.test(job.state)) return job
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: pages of an import that are already saved are also found by their spelling in the file`, async (t) => {
    const app = await testApp(t, dialect)
    const { alice, bob } = app
    const byHash = async (address: string, user = alice) =>
      (await app.ask(user, { url: `/api/entries/exists?return_id=1&hashed_url=${sha1(address)}` })).json<{
        exists: number | null
      }>().exists

    await t.test('whether they were saved before the import or by an earlier row', async () => {
      const { id } = await app.save(alice, 'https://example.org/saved?fbclid=1', GIVEN)
      const spellings = [
        'https://example.org/saved?utm_source=feed',
        'https://example.org/saved',
        `https://www.google.com/url?q=${encodeURIComponent('https://example.org/saved')}`,
      ]
      const twice = ['https://example.org/new?gclid=1', 'https://example.org/new?gclid=2']
      for (const spelling of [spellings[0]!, spellings[2]!, ...twice]) assert.equal(await byHash(spelling), null)
      const { imported, skipped, failed } = await importAddresses(app, alice, [...spellings, ...twice])
      assert.deepEqual({ imported, skipped, failed }, { imported: 1, skipped: 4, failed: 0 })
      for (const spelling of spellings) assert.equal(await byHash(spelling), id, spelling)
      const other = await byHash(twice[0]!)
      assert.ok(other !== null && other !== id)
      assert.equal(await byHash(twice[1]!), other)
      for (const spelling of spellings) assert.equal(await byHash(spelling, bob), null)
      const entry = (await app.ask(alice, { url: `/api/entries/${id}` })).json<{ given_url: string }>()
      assert.equal(entry.given_url, 'https://example.org/saved?fbclid=1')
    })

    await t.test('as their file spells them', async () => {
      const spelling = 'HTTPS://Example.ORG/upper'
      await importAddresses(app, alice, [spelling])
      const id = await byHash(spelling)
      assert.equal(await byHash('https://example.org/upper'), id)
      const answer = await app.ask(alice, { url: `/api/entries/${id}` })
      const { url, given_url: given } = answer.json<{ url: string; given_url: string }>()
      assert.deepEqual([url, given], ['https://example.org/upper', spelling])
    })

    await t.test('up to the limit of an entry', async () => {
      const { id } = await app.save(alice, 'https://example.org/clicked', GIVEN)
      const clicks = Array.from({ length: 500 }, (_, click) => `https://example.org/clicked?fbclid=${click}`)
      assert.equal((await importAddresses(app, alice, clicks)).skipped, 500)
      assert.equal(await byHash(clicks[0]!), id)
      assert.equal(await byHash(clicks.at(-1)!), null)
      const rows = await app.database.read((db) =>
        db.selectFrom('entry_address').select('hash').where('entry_id', '=', id).execute(),
      )
      assert.equal(rows.length, 400)
    })
  })
}
