import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

const ENTRIES = 130

interface WireList {
  readonly limit: number
  readonly total: number
  readonly pages: number
  readonly _embedded: { readonly items: readonly WireEntry[] }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: lists that are sent as they are made`, async (t) => {
    const app = await testApp(t, dialect)
    for (let number = 1; number <= ENTRIES; number++) {
      const content = `<p>Text ${number} about été</p>`
      await app.save(app.alice, `https://x.example/${number}`, { title: `Title ${number}`, content })
    }
    await alike(t, app)
  })
}

async function listed(app: TestApp, url: string): Promise<WireList> {
  const answer = await app.ask(app.alice, { url })
  assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/json'])
  return answer.json<WireList>()
}

async function alike(t: TestContext, app: TestApp): Promise<void> {
  for (const path of ['/api/entries?', '/api/search?term=about&']) {
    await t.test(`${path} holds the same whether it is made in one piece or in many`, async () => {
      const whole = await listed(app, `${path}perPage=${ENTRIES}`)
      assert.equal(whole._embedded.items.length, ENTRIES)
      const pieces = await Promise.all([1, 2].map((page) => listed(app, `${path}perPage=65&page=${page}`)))
      assert.deepEqual(
        whole._embedded.items,
        pieces.flatMap(({ _embedded }) => _embedded.items),
      )
      assert.deepEqual([whole.limit, whole.pages, whole.total], [ENTRIES, 1, ENTRIES])
    })
  }
  await t.test('it has a validator, by which it is not sent again', async () => {
    const { headers } = await app.ask(app.alice, { url: `/api/entries?perPage=${ENTRIES}` })
    const again = { url: `/api/entries?perPage=${ENTRIES}`, headers: { 'if-none-match': String(headers['etag']) } }
    assert.equal((await app.ask(app.alice, again)).statusCode, 304)
  })
}
