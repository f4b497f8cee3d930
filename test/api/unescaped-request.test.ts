import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

/** Milliseconds within which the server must close a connection. */
const TIMEOUT_MS = 40_000

for (const dialect of DIALECTS) {
  test(`${dialect}: an address that was not escaped`, async (t) => {
    const app = await testApp(t, dialect)
    await app.app.listen({ host: '127.0.0.1', port: 0 })
    await app.save(app.alice, 'https://x.example/日本', { title: 'Kept', content: '<p>Kept</p>', tags: 'été,日本' })
    await read(t, app)
    await pieces(t, app)
    await refused(t, app)
  })
}

interface Answer {
  readonly status: number
  readonly head: string
  readonly body: string
}

/**
 * Sends chunks with short pauses and reads until the server closes the connection.
 * @param areRequests whether each chunk is a request; the next one is then sent after the response
 */
async function send({ app }: TestApp, pieces: readonly string[], areRequests = false): Promise<readonly Answer[]> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined)
  const giveUp = AbortSignal.timeout(TIMEOUT_MS)
  giveUp.addEventListener('abort', () => socket.destroy())
  for (const piece of pieces) {
    const hasAnswer = areRequests && piece !== pieces.at(-1) ? once(socket, 'data') : undefined
    socket.write(piece)
    await (hasAnswer ?? setTimeout(20))
  }
  // A connection that the server reset may be closed already.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  assert.equal(giveUp.aborted, false, 'the connection stayed open')
  return Buffer.concat(chunks)
    .toString()
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .map((text) => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      return { status: Number(head.slice(9, 12)), head, body }
    })
}

const headOf = async (app: TestApp) => `Host: x\r\nAuthorization: Bearer ${await app.token(app.alice)}\r\n`

const getOf = (path: string, head: string) => `GET ${path} HTTP/1.1\r\n${head}\r\n`

async function read(t: TestContext, app: TestApp): Promise<void> {
  const head = await headOf(app)
  await t.test('unescaped words of any language are accepted in a query', async () => {
    for (const tags of ['日本', 'été', '日本,été', '日本,%C3%A9t%C3%A9']) {
      const path = `/api/entries.json?archive=0&page=1&perPage=30&tags=${tags}`
      const [answer] = await send(app, [`GET ${path} HTTP/1.1\r\n${head}\r\n`])
      assert.equal(answer?.status, 200, path)
      const { total, _links } = JSON.parse(answer.body) as { total: number; _links: { self: { href: string } } }
      assert.equal(total, 1, path)
      assert.doesNotMatch(_links.self.href, /[^ -~]/)
      assert.match(answer.head, /connection: close/i)
    }
  })
  await t.test('and in the addresses that are looked for', async () => {
    const path = '/api/entries/exists.json?urls[]=https://x.example/日本&urls[]=https://x.example/été'
    const [answer] = await send(app, [`GET ${path} HTTP/1.1\r\n${head}\r\n`])
    assert.deepEqual(JSON.parse(answer!.body), { 'https://x.example/日本': true, 'https://x.example/été': false })
  })
  await t.test('bytes of an older encoding match no words', async () => {
    const path = Buffer.from('/api/entries?tags=\xe9t\xe9', 'latin1').toString('latin1')
    const { port } = app.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(Buffer.from(`GET ${path} HTTP/1.1\r\n${head}\r\n`, 'latin1'))
    const [first] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    assert.match(first.toString(), /^HTTP\/1\.1 (?:200|400) /)
  })
  await t.test('the user is identified, and a wrong token is refused', async () => {
    const [answer] = await send(app, ['GET /api/entries?tags=été HTTP/1.1\r\nHost: x\r\n\r\n'])
    assert.equal(answer?.status, 401)
    assert.match(answer.body, /access_denied/)
  })
}

async function pieces(t: TestContext, app: TestApp): Promise<void> {
  const head = await headOf(app)
  await t.test('the rest of the head and a body may arrive later', async () => {
    const body = JSON.stringify({ url: 'https://x.example/later', title: 'Later', content: '<p>Later</p>' })
    const [answer] = await send(app, [
      `POST /api/entries?because=été HTTP/1.1\r\n${head.slice(0, 20)}`,
      `${head.slice(20)}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
      body.slice(0, 30),
      body.slice(30),
    ])
    assert.equal(answer?.status, 200)
    assert.equal((JSON.parse(answer.body) as { title: string }).title, 'Later')
  })
  await t.test('it may be the second request on a connection', async () => {
    const answers = await send(app, [getOf('/api/version', head), getOf('/api/entries?tags=été', head)], true)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
  })
  await t.test('nothing more is read on the connection afterwards', async () => {
    const answers = await send(app, [getOf('/api/entries?tags=été', head) + getOf('/api/tags', head)])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200],
    )
  })
}

async function refused(t: TestContext, app: TestApp): Promise<void> {
  const head = await headOf(app)
  const cases = {
    'a blank in the address': `GET /api/entries?tags=a b HTTP/1.1\r\n${head}\r\n`,
    'a control character in it': `GET /api/entries?tags=é\u0001 HTTP/1.1\r\n${head}\r\n`,
    'no method': `é /api/entries HTTP/1.1\r\n${head}\r\n`,
    'two lengths': `POST /api/entries?x=é HTTP/1.1\r\n${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    'a length and chunks': `POST /api/entries?x=é HTTP/1.1\r\n${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'a header that is none': `GET /api/entries?x=é HTTP/1.1\r\n${head}é: 1\r\n\r\n`,
  }
  for (const [name, bytes] of Object.entries(cases)) {
    await t.test(`refused: ${name}`, async () => {
      const [answer] = await send(app, [bytes])
      assert.equal(answer?.status, 400)
      assert.deepEqual(JSON.parse(answer.body), { code: 400, message: 'Bad Request' })
    })
  }
  await t.test('refused: an address that is too long once it is escaped', async () => {
    const [answer] = await send(app, [`GET /api/entries?tags=${'é'.repeat(7000)} HTTP/1.1\r\n${head}\r\n`])
    assert.equal(answer?.status, 431)
  })
  await t.test('refused: a long body behind it', async () => {
    const body = 'x'.repeat(100_000)
    const request = `POST /api/entries?x=é HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n`
    const answers = await send(app, [request, body])
    assert.ok(answers.every(({ status }) => status === 0 || status >= 400))
  })
}
