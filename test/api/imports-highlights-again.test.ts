import assert from 'node:assert/strict'
import { test } from 'node:test'
import { koreaderDocument } from '../../src/imports/highlights/highlight-files.fixture.ts'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn } from '../web/inject-browser.fixture.ts'
import { CONTENT, counts, importDocuments, NOW, PARAGRAPHS, passages, unplaced } from './imports-highlights.fixture.ts'

const [TIDE, SLACK] = PARAGRAPHS as [string, string]
async function annotations(app: TestApp, user: TestUser, id: number): Promise<{ id: number; quote: string }[]> {
  const answer = await app.ask(user, { url: `/api/annotations/${id}.json` })
  return answer.json<{ rows: { id: number; quote: string }[] }>().rows
}

async function remove(app: TestApp, user: TestUser, entry: number, quote: string): Promise<void> {
  const found = (await annotations(app, user, entry)).find((one) => one.quote === quote)
  assert.ok(found)
  const answer = await app.ask(user, { method: 'DELETE', url: `/api/annotations/${found.id}.json` })
  assert.equal(answer.statusCode, 200)
}

for (const dialect of DIALECTS) {
  test(`${dialect}: highlights that were imported before`, async (t) => {
    const app = await testApp(t, dialect)

    await t.test('deleted ones do not come back, unless the device or the user makes them again', async () => {
      const user = await app.newUser()
      const { id } = await app.save(user, 'https://example.org/tides', { title: 'Tides', content: CONTENT })
      const file = koreaderDocument({ title: 'Tides' }, [TIDE, [SLACK, { note: 'Mine' }]])
      await importDocuments(app, user, file)
      await remove(app, user, id, SLACK)
      assert.deepEqual(counts(await importDocuments(app, user, file)), [0, 1, 0])
      const noted = koreaderDocument({ title: 'Tides' }, [[SLACK, { note: 'Another' }]])
      assert.deepEqual(counts(await importDocuments(app, user, noted)), [0, 1, 0], 'with another note')
      assert.deepEqual(await passages(app, user, id), [[TIDE, '', ['/p[1]']]])

      const again = koreaderDocument({ title: 'Tides' }, [[SLACK, { time: Date.now() / 1000 - 60 }]])
      assert.deepEqual(counts(await importDocuments(app, user, again)), [0, 1, 0], 'perhaps in another time zone')
      const longAgo = new Date(Date.now() - 20 * 60 * 60 * 1000).toISOString()
      await app.database.transaction((tx) =>
        tx.updateTable('deleted_highlight').set({ deleted_at: longAgo }).where('user_id', '=', user.id).execute(),
      )
      assert.deepEqual(counts(await importDocuments(app, user, again)), [1, 0, 0])
      assert.equal((await passages(app, user, id)).length, 2)

      await remove(app, user, id, TIDE)
      const payload = { quote: TIDE, text: '', ranges: [] }
      await app.ask(user, { method: 'POST', url: `/api/annotations/${id}.json`, payload })
      await remove(app, user, id, SLACK)
      const both = koreaderDocument({ title: 'Tides' }, [[TIDE, { note: 'Noted' }], SLACK])
      assert.deepEqual(counts(await importDocuments(app, user, both)), [1, 0, 0])
      assert.deepEqual(
        (await annotations(app, user, id)).map(({ quote }) => quote),
        [TIDE, TIDE],
      )
    })

    await t.test('those that were deleted while they had no page stay deleted, also when it is saved', async () => {
      const user = await app.newUser()
      const file = koreaderDocument({ title: 'Tides' }, [TIDE, SLACK])
      await importDocuments(app, user, file)
      const [first] = await unplaced(app, user)
      await app.ask(user, { method: 'DELETE', url: `/api/imports/unplaced/${first!.id}` })
      await importDocuments(app, user, file)
      const quotes = (await unplaced(app, user)).map(({ quote }) => quote)
      assert.deepEqual(quotes, [SLACK])
      const twice = await app.ask(user, { method: 'DELETE', url: `/api/imports/unplaced/${first!.id}` })
      assert.equal(twice.statusCode, 404)
      const { id } = await app.save(user, 'https://example.org/tides', { title: 'Tides', content: CONTENT })
      await importDocuments(app, user, file)
      assert.deepEqual(await passages(app, user, id), [[SLACK, '', ['/p[2]']]])
    })

    await t.test('undoing an import takes back its highlights, except those that the user has changed', async () => {
      const user = await app.newUser()
      const browser = await signedIn(app, user)
      const { id } = await app.save(user, 'https://example.org/tides', { title: 'Tides', content: CONTENT })
      await importDocuments(app, user, koreaderDocument({ title: 'Tides' }, ['comes in twice']))
      const loose = koreaderDocument({ title: 'Loose' }, ['one', 'two'])
      const file = koreaderDocument({ title: 'Tides' }, [TIDE, SLACK])
      const job = await importDocuments(app, user, file, loose)
      const changed = (await annotations(app, user, id)).find(({ quote }) => quote === SLACK)!
      const payload = { text: 'My own note' }
      await app.ask(user, { method: 'PUT', url: `/api/annotations/${changed.id}.json`, payload })

      const path = `/import/job/${job.id}`
      const { body } = await browser.get(path)
      assert.match(body, /Deletes the 3 highlights that this import added/)
      assert.doesNotMatch(body, /Moves the/)
      const revision = async () => (await app.ask(user, { url: `/api/entries/${id}.json` })).headers['etag']
      const before = await revision()
      await browser.post(`${path}/undo`, { token: hiddenField(body, 'token') })
      assert.deepEqual(await passages(app, user, id), [
        ['comes in twice', '', ['/p[1]']],
        [SLACK, 'My own note', ['/p[2]']],
      ])
      assert.notEqual(await revision(), before, 'clients fetch the entry again')
      assert.deepEqual(await unplaced(app, user), [])
      const after = (await browser.get(path)).body
      assert.match(after, /This import was undone/)
      assert.doesNotMatch(after, /href="\/trash">[^<]*<\/a><\/p>/)

      await importDocuments(app, user, file, loose)
      const quotes = (await annotations(app, user, id)).map(({ quote }) => quote)
      assert.deepEqual(quotes, ['comes in twice', SLACK, TIDE], 'an undone import can be repeated')
      assert.equal((await unplaced(app, user)).length, 2)
    })

    await t.test('those without a page are assigned to the page that the user finds by a search', async () => {
      const user = await app.newUser()
      const browser = await signedIn(app, user)
      const { id } = await app.save(user, 'https://example.org/moon', { title: 'The moon', content: CONTENT })
      await app.save(user, 'https://example.org/sun', { title: 'The sun', content: CONTENT })
      const book = koreaderDocument({ title: 'Moon (scan): <b>' }, [SLACK, ['not in the text', { note: 'Kept' }]])
      await importDocuments(app, user, book, koreaderDocument({ title: 'Other' }, ['stays']))
      const [first] = await unplaced(app, user)
      const path = `/import/unplaced/${first!.id}/assign`
      assert.match((await browser.get('/import/unplaced')).body, new RegExp(`href="${path}"`))
      assert.match(
        (await browser.get(path)).body,
        /No results[^]*Moon \(scan\): &lt;b&gt;|Moon \(scan\): &lt;b&gt;[^]*No results/,
      )
      const { body } = await browser.get(`${path}?q=moon`)
      assert.match(body, new RegExp(`href="/view/${id}"`))
      assert.doesNotMatch(body, /The sun/)
      const token = hiddenField(body, 'token')

      const foreign = await app.save(app.bob, 'https://example.org/of-bob', { title: 'Of Bob' })
      const refused = await browser.post(path, { token, entry: String(foreign.id) })
      assert.equal(refused.statusCode, 404)
      assert.equal((await unplaced(app, user)).length, 3, 'nothing has changed')
      const answer = await browser.post(path, { token, entry: String(id) })
      assert.deepEqual([answer.statusCode, answer.headers['location']], [303, `/view/${id}`])
      const found = [
        [SLACK, '', ['/p[2]']],
        ['not in the text', 'Kept', []],
      ]
      assert.deepEqual(await passages(app, user, id), found)
      assert.equal((await unplaced(app, user)).length, 1)

      const more = koreaderDocument({ title: 'Moon (scan): <b>' }, [SLACK, 'made later'])
      assert.deepEqual(counts(await importDocuments(app, user, more)), [1, 0, 0], 'later imports know the page')
      assert.deepEqual(await passages(app, user, id), [...found, ['made later', '', []]])
      assert.equal((await browser.post(path, { token, entry: String(id) })).statusCode, 404)
    })

    await t.test('a script assigns them to a page too', async () => {
      const user = await app.newUser()
      const { id } = await app.save(user, 'https://example.org/moon', { title: 'The moon', content: CONTENT })
      const foreign = await app.save(app.bob, 'https://example.org/for-bob', { title: 'For Bob' })
      await importDocuments(app, user, koreaderDocument({ title: 'Scan' }, [SLACK]))
      const [first] = await unplaced(app, user)
      const assign = (entry: unknown) =>
        app.ask(user, { method: 'POST', url: `/api/imports/unplaced/${first!.id}/assign`, payload: { entry } })
      const deleted = await app.save(user, 'https://example.org/deleted', { title: 'Deleted', content: CONTENT })
      await app.ask(user, { method: 'DELETE', url: `/api/entries/${deleted.id}` })
      for (const entry of ['none', null, undefined, true, {}, -1, 0, 1.5, 1e21, '9'.repeat(30)])
        assert.ok([400, 404].includes((await assign(entry)).statusCode), String(entry))
      assert.equal((await assign(deleted.id)).statusCode, 404)
      assert.equal((await assign([id])).statusCode, 400)
      assert.equal((await assign(foreign.id)).statusCode, 404)
      assert.equal((await unplaced(app, user)).length, 1, 'nothing has changed')
      const revision = async () => (await app.ask(user, { url: `/api/entries/${id}.json` })).headers['etag']
      const before = await revision()
      const answers = await Promise.all([assign(id), assign(id), assign(String(id))])
      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode).toSorted(),
        [200, 404, 404],
        'only the first finds any',
      )
      assert.deepEqual(answers.find(({ statusCode }) => statusCode === 200)?.json(), { entry: id })
      assert.notEqual(await revision(), before, 'clients fetch the entry again')
      assert.deepEqual(await passages(app, user, id), [[SLACK, '', ['/p[2]']]])
      assert.equal((await assign(id)).statusCode, 404)
    })

    await t.test('a page that cannot take all of them takes none', async () => {
      const user = await app.newUser()
      const browser = await signedIn(app, user)
      const { id } = await app.save(user, 'https://example.org/full', { title: 'Full', content: CONTENT })
      const row = { user_id: user.id, entry_id: id, text: '', ranges: '[]', created_at: NOW, updated_at: NOW }
      const rows = Array.from({ length: 999 }, (_, index) => ({ ...row, quote: `passage ${index}` }))
      await app.database.transaction(async (tx) => {
        for (let start = 0; start < rows.length; start += 100) {
          const slice = rows.slice(start, start + 100)
          await tx.insertInto('annotation').values(slice).execute()
        }
      })
      await importDocuments(app, user, koreaderDocument({ title: 'Loose' }, [TIDE, SLACK]))
      const [first] = await unplaced(app, user)
      const path = `/import/unplaced/${first!.id}/assign`
      const token = hiddenField((await browser.get(`${path}?q=`)).body, 'token')
      const answer = await browser.post(path, { token, entry: String(id) })
      assert.equal(answer.statusCode, 422)
      assert.match(answer.body, /at most 1,000 highlights/)
      assert.deepEqual([(await unplaced(app, user)).length, (await annotations(app, user, id)).length], [2, 999])
    })
  })
}
