import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const KILOBYTE = 1024

test('limits of bodies depend on the route', async (t) => {
  const app = await testApp(t, 'sqlite')
  const { id } = await app.save(app.alice, 'https://x.example/kept', { title: 'Kept', content: '<p>Kept</p>' })
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  await announced(t, app, id)
  await texts(t, app, id)
})

type Announced = readonly [line: string, type: string, length: number, token?: string]

/** Sends only the head of a request. @returns the status, which the server must send without waiting for the body */
async function statusOf(app: TestApp, [line, type, length, token]: Announced): Promise<number> {
  const { port } = app.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const authorization = token ? `Authorization: Bearer ${token}\r\n` : ''
  socket.write(
    `${line} HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  )
  const [first] = (await once(socket, 'data', { signal: AbortSignal.timeout(30_000) })) as [Buffer]
  socket.destroy()
  return Number(first.toString('latin1', 9, 12))
}

async function announced(t: TestContext, app: TestApp, id: number): Promise<void> {
  const token = await app.token(app.alice)
  const small = 64 * KILOBYTE + 1
  const ordinary = KILOBYTE * KILOBYTE + 1
  const cases: readonly Announced[] = [
    ['POST /oauth/v2/token', JSON_TYPE, small],
    ['POST /oauth/v2/token', FORM, small],
    ['POST /oauth/v2/revoke', FORM, small],
    ['PUT /api/user', JSON_TYPE, small],
    ['POST /login_check', FORM, small],
    [`POST /api/entries/${id}/tags`, JSON_TYPE, ordinary, token],
    [`POST /api/annotations/${id}`, JSON_TYPE, ordinary, token],
    [`PATCH /api/entries/${id}/reload`, JSON_TYPE, ordinary, token],
    ['POST /api/entries', JSON_TYPE, 16 * ordinary, token],
    ['POST /api/entries', FORM, ordinary],
  ]
  for (const announcement of cases) {
    const [line, type, length] = announcement
    await t.test(`${line} with ${length} bytes of ${type} is refused before they are sent`, async () => {
      assert.equal(await statusOf(app, announcement), 413)
    })
  }
  await t.test('an anonymous request is refused before its body is read, whatever its length', async () => {
    assert.equal(await statusOf(app, ['POST /api/entries', JSON_TYPE, ordinary]), 401)
  })
}

async function texts(t: TestContext, app: TestApp, id: number): Promise<void> {
  const content = '<p>A word and another.</p>'.repeat(45_000)
  await t.test('a text of several megabytes is accepted, by save and by change, as JSON and as a form', async () => {
    for (const [method, url] of [['POST', '/api/entries'] as const, ['PATCH', `/api/entries/${id}`] as const]) {
      const fields = { url: 'https://x.example/long', title: 'Long', content }
      const json = await app.ask(app.alice, { method, url, payload: fields })
      assert.equal(json.statusCode, 200, json.body.slice(0, 200))
      const payload = new URLSearchParams(fields).toString()
      const form = await app.ask(app.alice, { method, url, headers: { 'content-type': FORM }, payload })
      assert.equal(form.statusCode, 200, form.body.slice(0, 200))
    }
  })
}

test('one address has a hundred connections at most', async (t) => {
  const { app } = await testApp(t, 'sqlite', { environment: { DOGEAR_RATE_LIMITS: 'on' } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const open = async (): Promise<boolean> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    t.after(() => socket.destroy())
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
  }
  for (let count = 1; count <= 100; count++) assert.equal(await open(), true, `connection ${count}`)
  assert.equal(await open(), false)
})
