import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientId } from '../../src/kernel/branded-ids.ts'
import { setCompleteAnswers } from '../../src/oauth/client.repository.ts'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

const IOS = 'wallabag/7.4.0 CFNetwork/1494.0.7 Darwin/23.4.0'
const EMACS =
  'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/41.0.2272.101 Safari/537.36'
const OTHERS = ['curl/8.5.0', 'Dalvik/2.1.0 (Linux; Android 14)', `x ${IOS}`, EMACS.replace('41.0', '124.0'), '']
const GIVEN = { title: 'Title', content: '<p>Content</p>' }

/**
 * Saves a URL twice and deletes the entry.
 * @returns `annotations` from the responses to the two saves (`made` and `known`), the link in the response to the
 *   deletion, and whether that response contains the id
 */
async function saveAndDelete(app: TestApp, userAgent: string) {
  const headers = { 'user-agent': userAgent }
  const payload = { url: 'https://example.org/complete', ...GIVEN }
  const save = async () =>
    (await app.ask(app.alice, { method: 'POST', url: '/api/entries', headers, payload })).json<WireEntry>()
  const [made, known] = [await save(), await save()]
  const answer = await app.ask(app.alice, { method: 'DELETE', url: `/api/entries/${made.id}`, headers })
  const deleted = answer.json<WireEntry>()
  const link = (deleted['_links'] as { self: { href: string } }).self.href.replace(String(made.id), 'ID')
  return { made: made['annotations'], known: known['annotations'], hasId: deleted.id === made.id, link }
}

const COMPLETE = { made: null, known: [], hasId: true, link: '/api/entries/ID' }
const SHORT = { made: undefined, known: undefined, hasId: false, link: '/api/entries/' }

for (const dialect of DIALECTS) {
  test(`${dialect}: complete answers go to the clients that need them`, async (t) => {
    const app = await testApp(t, dialect)
    await t.test('the iOS app and wallabag.el are recognized, but not similar clients', async () => {
      for (const sent of [IOS, EMACS]) assert.deepEqual(await saveAndDelete(app, sent), COMPLETE, sent)
      for (const sent of OTHERS) assert.deepEqual(await saveAndDelete(app, sent), SHORT, sent)
    })
    await t.test('the setting of a client counts from its next request on, for that client', async () => {
      const id = Number.parseInt(app.client.id, 10) as ClientId
      const set = (isComplete: boolean, owner = app.alice.id) =>
        app.services.database.transaction((tx) => setCompleteAnswers(tx, owner, id, isComplete))
      assert.equal(await set(true, app.bob.id), false)
      assert.deepEqual(await saveAndDelete(app, 'curl/8.5.0'), SHORT)
      assert.equal(await set(true), true)
      assert.deepEqual(await saveAndDelete(app, 'curl/8.5.0'), COMPLETE)
      await set(false)
      assert.deepEqual(await saveAndDelete(app, 'curl/8.5.0'), SHORT)
    })
  })
}
