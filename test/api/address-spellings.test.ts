import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering, articlePage, NEWS } from '../support/site.ts'
import { operation, sendOne } from './sync-operations.fixture.ts'

const GIVEN = { title: 'T', content: '<p>C</p>' }
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

/** @returns spellings of an address under which a page may be saved; the address has no query */
const spellingsOf = (address: string) => [
  `${address}?fbclid=IwAR1&utm_source=x`,
  `${address}#:~:text=sea%20wall`,
  `${address}?`,
  address,
  `https://www.google.com/url?sa=t&q=${encodeURIComponent(address)}`,
]

for (const dialect of DIALECTS) {
  test(`${dialect}: all spellings of an address lead to one entry`, async (t) => {
    const app = await testApp(t, dialect)
    const { alice, bob, ask, save, site } = app
    const exists = async (query: string, user = alice) =>
      (await ask(user, { url: `/api/entries/exists?return_id=1&${query}` })).json<{ exists: number | null }>().exists
    const byUrl = (url: string) => exists(`url=${encodeURIComponent(url)}`)
    const byHash = (url: string) => exists(`hashed_url=${sha1(url)}`)

    await t.test('whichever is saved first; given_url stays the one that was sent', async () => {
      for (const [index] of spellingsOf('').entries()) {
        const spellings = spellingsOf(`https://example.org/order-${index}`)
        const sent = spellings[index]!
        const { id } = await save(alice, sent, GIVEN)
        for (const spelling of spellings) {
          const again = await save(alice, spelling, GIVEN)
          assert.deepEqual([again.id, again['given_url']], [id, sent], spelling)
        }
      }
    })

    await t.test('exists finds them by address, and by the hash of each spelling that was sent', async () => {
      const spellings = spellingsOf('https://example.org/looked-up')
      const { id } = await save(alice, spellings[0]!, GIVEN)
      for (const spelling of spellings) assert.equal(await byUrl(spelling), id, spelling)
      assert.equal(await byHash('https://example.org/looked-up'), id)
      assert.equal(await byHash(spellings[1]!), null)
      for (const spelling of spellings) await save(alice, spelling, GIVEN)
      for (const spelling of spellings) assert.equal(await byHash(spelling), id, spelling)
      assert.equal(await exists(`url=${encodeURIComponent(spellings[0]!)}`, bob), null)
    })

    await t.test('a fetch requests the clean address, and the entry gets it', async () => {
      const queries: string[] = []
      site.page('/clicked', (request, response) => {
        queries.push(request.url ?? '')
        answering(articlePage(NEWS))(request, response)
      })
      const sent = `${site.url}/clicked?id=1&fbclid=IwAR1#:~:text=Forty`
      const entry = await save(alice, sent)
      assert.deepEqual(queries, ['/clicked?id=1'])
      assert.deepEqual([entry['url'], entry['given_url']], [`${site.url}/clicked?id=1`, sent])
      const wrapped = await save(alice, `https://www.google.com/url?q=${encodeURIComponent(`${site.url}/news`)}`)
      assert.deepEqual([wrapped['title'], wrapped['url']], [NEWS.title, `${site.url}/news`])
    })

    await t.test('operations of sync clients save one entry too', async () => {
      const { id } = await save(alice, 'https://example.org/synced', GIVEN)
      const url = 'https://example.org/synced?gclid=9'
      const create = operation('entries create', { tmp: crypto.randomUUID(), url })
      assert.deepEqual(await sendOne(app, create), { result: 'merged', id })
      assert.equal(await byHash(url), id)
    })

    await t.test('a deleted entry leaves no spelling behind, and gets them back when it is restored', async () => {
      const [sent, other] = ['https://example.org/gone?fbclid=1', 'https://example.org/gone?gclid=2'] as const
      const { id } = await save(alice, sent, GIVEN)
      await save(alice, other, GIVEN)
      await ask(alice, { method: 'DELETE', url: `/api/entries/${id}` })
      for (const spelling of [sent, other, 'https://example.org/gone']) assert.equal(await byHash(spelling), null)
      const second = await save(alice, 'https://example.org/gone', GIVEN)
      assert.notEqual(second.id, id)
      for (const spelling of [sent, other]) assert.equal(await byUrl(spelling), second.id)
    })
  })
}
