import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering, articlePage, GERMAN, NEWS } from '../support/site.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: fetching an entry again`, async (t) => {
    const app = await testApp(t, dialect)
    const { site, alice } = app
    const reload = (id: number) => app.ask(alice, { method: 'PATCH', url: `/api/entries/${id}/reload.json` })
    await t.test('the current content of the page replaces the stored one, including the title', async () => {
      site.page('/wall', answering(articlePage(NEWS)))
      const saved = await app.save(alice, `${site.url}/wall`, { title: 'My own title', tags: 'kept' })
      assert.equal(saved['title'], 'My own title')
      site.page('/wall', answering(articlePage(GERMAN)))
      const answer = await reload(saved.id)
      assert.equal(answer.statusCode, 200)
      const entry = answer.json<WireEntry>()
      assert.deepEqual([entry.id, entry['title'], entry['language']], [saved.id, GERMAN.title, 'de'])
      assert.match(String(entry['content']), /Wer über schöne Gärten schreibt/)
      assert.equal((entry['tags'] as { label: string }[])[0]?.label, 'kept')
    })

    await t.test('a missing page answers 304 without a body, and the entry keeps its text', async () => {
      site.page('/fence', answering(articlePage(GERMAN)))
      const saved = await app.save(alice, `${site.url}/fence`)
      site.page('/fence', answering('<title>Gone</title>', 'text/html', 404))
      const answer = await reload(saved.id)
      assert.deepEqual([answer.statusCode, answer.body], [304, ''])
      const entry = (await app.ask(alice, { url: `/api/entries/${saved.id}` })).json<WireEntry>()
      assert.match(String(entry['content']), /Wer über schöne Gärten schreibt/)
      assert.deepEqual([entry['title'], entry['http_status']], [GERMAN.title, '200'])
    })

    await t.test('the user has the name, and the display name only if it is set', async () => {
      const me = (await app.ask(alice, { url: '/api/user.json' })).json<Record<string, unknown>>()
      assert.deepEqual(Object.keys(me), ['id', 'username', 'email', 'created_at', 'updated_at'])
      assert.deepEqual([me['id'], me['username']], [alice.id, alice.username])
      await app.database.transaction((tx) =>
        tx.updateTable('users').set({ name: 'Alice L.' }).where('id', '=', alice.id).execute(),
      )
      assert.equal((await app.ask(alice, { url: '/api/user' })).json<{ name: string }>().name, 'Alice L.')
    })
  })
}
