import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { NEWS } from '../support/site.ts'

const GIVEN = { title: 'T', content: '<p>C</p>' }
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

for (const dialect of DIALECTS) {
  test(`${dialect}: scheme and host of an address`, async (t) => {
    const app = await testApp(t, dialect)
    const { alice, ask, save } = app
    const exists = async (query: string) =>
      (await ask(alice, { url: `/api/entries/exists?return_id=1&${query}` })).json()
    await t.test('are lower-cased before they are compared and stored; given_url stays what was sent', async () => {
      const sent = 'HTTP://Example.COM/Path?Q=A#F'
      const entry = await save(alice, ` ${sent}\n`, GIVEN)
      const { url, given_url: given, hashed_url: hash, hashed_given_url: givenHash, domain_name: domain } = entry
      const address = 'http://example.com/Path?Q=A#F'
      assert.deepEqual(
        { url, given, hash, givenHash, domain },
        { url: address, given: sent, hash: sha1(address), givenHash: sha1(sent), domain: 'example.com' },
      )
      for (const again of [address, 'http://EXAMPLE.com/Path?Q=A#F']) {
        const { id, given_url: still } = await save(alice, again)
        assert.deepEqual([id, still], [entry.id, sent])
      }
      assert.notEqual((await save(alice, 'http://example.com/path?Q=A#F', GIVEN)).id, entry.id)
      assert.deepEqual(await exists(`hashed_url=${sha1('HTTP://Example.COM/Path?Q=A#F')}`), { exists: entry.id })
      assert.deepEqual(await exists(`url=${encodeURIComponent('HTTP://Example.COM/Path?Q=A#F')}`), { exists: entry.id })
    })
    await t.test('an address without a scheme is 200 and is fetched by https, then by http', async () => {
      const bare = `${app.site.url.replace('http://', '')}/news`
      const answer = await ask(alice, { method: 'POST', url: '/api/entries', payload: { url: bare } })
      const entry = answer.json<{ id: number; title: string; url: string; given_url: string; origin_url: null }>()
      assert.equal(answer.statusCode, 200)
      const { title, url, given_url: given, origin_url: origin } = entry
      assert.deepEqual(
        { title, url, given, origin },
        { title: NEWS.title, url: `http://${bare}`, given: bare, origin: null },
      )
      for (const again of [bare, `//${bare}`, `http://${bare}`, `https://${bare}`]) {
        assert.equal((await save(alice, again)).id, entry.id, again)
      }
      assert.deepEqual(await exists(`hashed_url=${sha1(bare)}`), { exists: entry.id })
    })
    await t.test('an address without a scheme finds the entry that was saved with http', async () => {
      const entry = await save(alice, 'http://plain.example/x', GIVEN)
      assert.equal((await save(alice, 'plain.example/x')).id, entry.id)
    })
    await t.test('other texts stay refused', async () => {
      for (const url of [
        'news',
        'mailto:a@b.example',
        'javascript:alert(1)',
        'ftp://a.example/',
        'a@b.example',
        '/x.html',
      ]) {
        const answer = await ask(alice, { method: 'POST', url: '/api/entries', payload: { url } })
        assert.equal(answer.statusCode, 400, url)
      }
    })
  })
}
