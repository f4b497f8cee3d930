import assert from 'node:assert/strict'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { BodyDeadlines } from '../../src/http/body-deadline.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { DOCUMENT_SENTENCE } from '../support/document-files.ts'
import { signedIn } from '../web/inject-browser.fixture.ts'
import { formTokenOf } from '../web/second-factor.fixture.ts'

const MEGABYTE = 1024 * 1024
const SHORT: BodyDeadlines = { totalMs: 600, uploadMs: 20_000, stallMs: 600 }
const FORM_START = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.rtf"\r\n\r\n{\\rtf1 '

interface Upload {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** what is sent at once, of a body that is declared as 15 MB unless `length` says otherwise */
  readonly start: string
  readonly length?: number
}

/** Opens a connection and sends the head and the start of a body. The connection is closed at the end of the test. */
function begin(t: TestContext, { app }: TestApp, { path, headers, start, length = 15 * MEGABYTE }: Upload): Socket {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  t.after(() => socket.destroy())
  const all = { Host: 'dogear.test', ...headers, 'Content-Length': String(length) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${start}`)
  return socket
}

/** @returns all that is received until the server closes the connection */
async function received(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('latin1').on('data', (piece) => (text += String(piece)))
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}

async function listening(
  t: TestContext,
  dialect: (typeof DIALECTS)[number],
  deadlines: Partial<Record<'bodyDeadlines', BodyDeadlines>> = {},
): Promise<TestApp> {
  const app = await testApp(t, dialect, deadlines)
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

const rtf = (text: string): string => String.raw`{\rtf1\ansi ${DOCUMENT_SENTENCE} ${text}\par}`

for (const dialect of DIALECTS) {
  test(`${dialect}: stalled uploads of one user neither delay another user nor reserve memory`, async (t) => {
    const app = await listening(t, dialect)
    const token = `Bearer ${await app.token(app.alice)}`
    const session = `session=${(await signedIn(app, app.alice)).cookies.get('session')}`
    for (let count = 0; count < 4; count++) {
      const octets = { Authorization: token, 'Content-Type': 'application/octet-stream' }
      begin(t, app, { path: '/api/documents', headers: octets, start: '{\\rtf1 ' })
      const form = { Cookie: session, 'Content-Type': 'multipart/form-data; boundary=x' }
      begin(t, app, { path: '/config/saving/file', headers: form, start: FORM_START })
    }
    const { memory } = app.services
    await setTimeout(300)
    const answer = await Promise.race([
      app.ask(app.bob, {
        method: 'POST',
        url: '/api/documents',
        payload: rtf(`Of bob on ${dialect}.`),
        headers: { 'content-type': 'application/octet-stream' },
      }),
      setTimeout(20_000, undefined, { ref: false }),
    ])
    assert.equal(answer?.statusCode, 201, 'the upload of another user did not end')
    assert.ok(memory.reservedBytes < 1000, `${memory.reservedBytes} bytes are reserved`)
  })

  test(`${dialect}: many large uploads that stall stay within the memory, and others go on`, async (t) => {
    const app = await listening(t, dialect)
    const { memory } = app.services
    const answers: string[] = []
    for (const user of [app.alice, app.bob]) {
      const headers = {
        Authorization: `Bearer ${await app.token(user)}`,
        'Content-Type': 'application/octet-stream',
      }
      for (let count = 0; count < 4; count++) {
        const socket = begin(t, app, { path: '/api/documents', headers, start: 'a'.repeat(14 * MEGABYTE) })
        socket.on('data', (piece: Buffer) => answers.push(piece.toString('latin1', 9, 12)))
      }
    }
    let most = 0
    // Half of DOGEAR_WORK_MEMORY_MB is room for four of the eight.
    while (answers.length < 4 || memory.reservedBytes < 56 * MEGABYTE) {
      most = Math.max(most, memory.reservedBytes)
      await setTimeout(5)
    }
    assert.ok(most <= 65 * MEGABYTE, `${most} bytes were reserved`)
    assert.deepEqual(answers, ['503', '503', '503', '503'])
    const file = rtf(`Of carol on ${dialect}.`)
    const headers = { 'content-type': 'application/octet-stream' }
    const answer = await app.ask(app.carol, { method: 'POST', url: '/api/documents', payload: file, headers })
    assert.equal(answer.statusCode, 201, answer.body)
  })

  test(`${dialect}: a body that stalls is refused with 408 in the format of its interface`, async (t) => {
    const app = await listening(t, dialect, { bodyDeadlines: SHORT })
    const api = { Authorization: `Bearer ${await app.token(app.alice)}` }
    const web = { Cookie: `session=${(await signedIn(app, app.alice)).cookies.get('session')}` }
    const json = { 'Content-Type': 'application/json' }
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const parts = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const octets = { 'Content-Type': 'application/octet-stream' }
    const asJson = /\r\n\r\n\{"code":408,"message":"Request Timeout"\}$/
    const asPage = /<h1>Upload interrupted<\/h1>[^]*The request stopped arriving/
    const cases: readonly (readonly [Upload, RegExp])[] = [
      [{ path: '/api/documents', headers: { ...api, ...octets }, start: '{\\rtf1 ' }, asJson],
      [{ path: '/api/documents', headers: { ...api, ...parts }, start: FORM_START }, asJson],
      [{ path: '/api/imports', headers: { ...api, ...octets }, start: '[' }, asJson],
      [{ path: '/api/imports', headers: { ...api, ...parts }, start: FORM_START }, asJson],
      [{ path: '/api/entries', headers: { ...api, ...json }, start: '{"url":', length: 100 }, asJson],
      [
        { path: '/oauth/v2/token', headers: form, start: 'grant_type=', length: 100 },
        /\r\n\r\n\{"error":"invalid_request","error_description":"the body of the request is incomplete"\}$/,
      ],
      [{ path: '/config/saving/file', headers: { ...web, ...parts }, start: FORM_START }, asPage],
      [{ path: '/import/pocket', headers: { ...web, ...parts }, start: FORM_START }, asPage],
      [{ path: '/config', headers: { ...web, ...parts }, start: '--x\r\n', length: 1000 }, asPage],
      [{ path: '/config', headers: { ...web, ...form }, start: 'a=', length: 1000 }, asPage],
      [{ path: '/login_check', headers: form, start: '_username=', length: 1000 }, asPage],
    ]
    await Promise.all(
      cases.map(async ([upload, expected]) => {
        const answer = await received(begin(t, app, upload))
        assert.match(answer, /^HTTP\/1\.1 408 /, upload.path)
        assert.match(answer, expected, upload.path)
      }),
    )
    assert.equal(app.services.memory.reservedBytes, 0)
    assert.deepEqual((await app.ask(app.alice, { url: '/api/imports' })).json(), [])
  })

  test(`${dialect}: an upload that is slow but steady is saved`, async (t) => {
    const app = await listening(t, dialect, { bodyDeadlines: SHORT })
    const octets = {
      Authorization: `Bearer ${await app.token(app.alice)}`,
      'Content-Type': 'application/octet-stream',
    }
    const browser = await signedIn(app, app.alice)
    const form = {
      Cookie: `session=${browser.cookies.get('session')}`,
      'Content-Type': 'multipart/form-data; boundary=x',
    }
    const token = await formTokenOf(browser)
    const parts = `--x\r\nContent-Disposition: form-data; name="token"\r\n\r\n${token}\r\n${FORM_START}${DOCUMENT_SENTENCE}}\r\n--x--\r\n`
    const file = rtf(`Slow on ${dialect}.`)
    const [api, page] = await Promise.all([
      slowly(begin(t, app, { path: '/api/documents', headers: octets, start: '', length: file.length }), file),
      slowly(begin(t, app, { path: '/config/saving/file', headers: form, start: '', length: parts.length }), parts),
    ])
    assert.match(api, /^HTTP\/1\.1 201 /)
    assert.match(page, /^HTTP\/1\.1 303 /)
  })
}

/** Sends a body within 1.5 seconds. @returns the start of the response */
async function slowly(socket: Socket, body: string): Promise<string> {
  const first = new Promise<string>((resolve) => socket.once('data', (piece) => resolve(String(piece))))
  const step = Math.ceil(body.length / 10)
  for (let at = 0; at < body.length; at += step) {
    await setTimeout(150)
    socket.write(body.slice(at, at + step))
  }
  return first
}
