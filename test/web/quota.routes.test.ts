import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operation, sendOne } from '../api/sync-operations.fixture.ts'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { signedIn } from './inject-browser.fixture.ts'
import { formTokenOf } from './second-factor.fixture.ts'

const GIVEN = { title: 'Tide', content: '<p>The sea wall.</p>' }

/** Saves an address by the API. @returns the status and the message */
async function trySave(app: TestApp, user: TestUser, url: string): Promise<readonly [number, string]> {
  const answer = await app.ask(user, { method: 'POST', url: '/api/entries.json', payload: { url, ...GIVEN } })
  return [answer.statusCode, answer.json<{ message?: string }>().message ?? '']
}

for (const dialect of DIALECTS) {
  test(`${dialect}: limits of a user refuse new pages in every interface, and nothing that is there is lost`, async (t) => {
    const app = await testApp(t, dialect)
    const admin = await signedIn(app, app.carol)
    const token = await formTokenOf(admin)
    const setLimits = async (limits: Readonly<Record<string, string>>) =>
      admin.post(`/admin/users/${app.bob.id}/quota`, { token, entries: '', megabytes: '', saves: '', ...limits })
    const { id } = await app.save(app.bob, 'https://example.org/1', GIVEN)
    await app.save(app.bob, 'https://example.org/2', GIVEN)

    assert.equal((await setLimits({ entries: '2.5' })).statusCode, 422)
    assert.equal((await setLimits({ entries: '1' })).statusCode, 303)
    const [status, message] = await trySave(app, app.bob, 'https://example.org/3')
    assert.deepEqual([status, /as many entries as the administrator allows/.test(message)], [403, true])
    assert.equal((await trySave(app, app.alice, 'https://example.org/3'))[0], 200, 'others have no limits')
    const browser = await signedIn(app, app.bob)
    const page = await browser.get('/config')
    assert.match(page.body, /Entries: 2 of 1</)
    const own = await formTokenOf(browser)
    const form = await browser.post('/new-entry', { 'entry[url]': 'https://example.org/3', 'entry[_token]': own })
    assert.deepEqual([form.statusCode, form.body.includes('as many entries as your administrator')], [403, true])
    const create = operation('entries create', { tmp: crypto.randomUUID(), url: 'https://example.org/3' })
    const { result, message: reason } = (await sendOne(app, create, app.bob)) as Record<string, unknown>
    assert.deepEqual([result, /as many entries/.test(String(reason))], ['rejected', true])

    const changed = await app.save(app.bob, 'https://example.org/1', { starred: 1 })
    assert.deepEqual([changed.id, changed['is_starred']], [id, 1], 'saving a saved page again changes it')
    await setLimits({ entries: '3' })
    const rows = [3, 4, 1].map((number) => `https://example.org/${number},title,1700000000`)
    const url = '/api/imports?format=instapaper'
    const sent = `URL,Title,Selection,Folder,Timestamp\n${rows.map((row) => row.replace(',title,', ',title,,Unread,')).join('\n')}\n`
    const answer = await app.ask(app.bob, { method: 'POST', url, payload: sent, headers: TYPE })
    assert.equal(answer.statusCode, 201, answer.body)
    const done = await finishedImport(app, answer.json<{ id: number }>().id)
    assert.deepEqual([done['imported'], done['failed'], done['skipped']], [1, 1, 1], JSON.stringify(done))
    assert.match(JSON.stringify(done['errors']), /"row":\d,"reason":"Not imported: the library has reached a limit/)

    // An entry that was deleted makes room, but its save still counts on this day.
    await setLimits({ entries: '3', saves: '2' })
    await app.ask(app.bob, { method: 'DELETE', url: `/api/entries/${id}` })
    assert.equal((await trySave(app, app.bob, 'https://example.org/5'))[0], 200)
    assert.match((await trySave(app, app.bob, 'https://example.org/6'))[1], /as many entries/)
    await setLimits({ saves: '2' })
    assert.match((await trySave(app, app.bob, 'https://example.org/6'))[1], /were saved today/)
    await setLimits({ megabytes: '0' })
    assert.match((await trySave(app, app.bob, 'https://example.org/6'))[1], /as much space/)
    await setLimits({})
    assert.equal((await trySave(app, app.bob, 'https://example.org/6'))[0], 200)
    assert.doesNotMatch((await browser.get('/config')).body, /id="limits"/)
  })
}

const TYPE = { 'content-type': 'application/octet-stream' }

async function finishedImport(app: TestApp, id: number): Promise<Record<string, unknown>> {
  for (;;) {
    const job = (await app.ask(app.bob, { url: `/api/imports/${id}` })).json<Record<string, unknown>>()
    if (!/waiting|running/.test(String(job['state']))) return job
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
