import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
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

test('a large list is sent in pieces, with its length, and has the same bytes each time', async (t) => {
  const app = await testApp(t, 'sqlite')
  const content = `<p>${'Été '.repeat(1500)}</p>`
  for (let number = 1; number <= 30; number++) await app.save(app.alice, `https://x.example/${number}`, { content })
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/api/entries?perPage=30`
  const headers = { authorization: `Bearer ${await app.token(app.alice)}` }
  const bodies: string[] = []
  for (let round = 0; round < 3; round++) {
    const answer = await fetch(url, { headers })
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.equal(answer.headers.get('content-length'), String(bytes.length))
    assert.equal(answer.headers.get('content-type'), 'application/json')
    bodies.push(bytes.toString())
  }
  assert.ok(bodies[0]!.length > 100_000)
  assert.equal((JSON.parse(bodies[0]!) as WireList)._embedded.items.length, 30)
  assert.deepEqual(bodies.slice(1), [bodies[0], bodies[0]])
  const head = await fetch(`${url}&sort=updated`, { method: 'HEAD', headers })
  assert.deepEqual([head.status, await head.text()], [200, ''])
})

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
