import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { parseAllowList } from './addresses/allow-list.ts'
import { relayRequest, type RelayOptions } from './relay-request.ts'

const NONE = new AbortController().signal
type Request = Parameters<typeof relayRequest>[2]

const GET: Request = { method: 'GET', headers: {}, body: undefined, signal: NONE }

/** @returns a function that relays a request to a new server on loopback */
async function relayTo(t: TestContext, answer: RequestListener, limits: RelayOptions['limits'] = {}) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a?b`
  const allow = parseAllowList('127.0.0.1')
  return (request: Partial<Request> = {}) => relayRequest({ allow, limits }, url, { ...GET, ...request })
}

test('a request and its response are passed on as streams, and a redirect is not followed', async (t) => {
  const relay = await relayTo(t, (request, response) => {
    response.writeHead(307, { location: '/next', 'x-method': request.method })
    request.pipe(response)
  })
  const answer = await relay({ method: 'POST', body: Readable.from([Buffer.from('ab'), Buffer.from('c')]) })
  assert.ok(answer.kind === 'response')
  const { status, headers, body } = answer
  assert.deepEqual([status, headers['location'], headers['x-method']], [307, '/next', 'POST'])
  assert.equal(await text(body), 'abc')
})

test('a request that is too large fails, and so does a response that is too large or too slow', async (t) => {
  const echo = await relayTo(t, (request, response) => void request.resume().on('end', () => response.end('x')), {
    requestBytes: 3,
  })
  assert.equal((await echo({ method: 'POST', body: Readable.from([Buffer.from('abcd')]) })).kind, 'failed')
  const large = await (await relayTo(t, (_request, response) => response.end('abcd'), { responseBytes: 3 }))()
  assert.ok(large.kind === 'response')
  await assert.rejects(text(large.body), /more than 3 bytes/)
  const silent = await (await relayTo(t, () => undefined, { totalMs: 50 }))()
  assert.equal(silent.kind, 'failed')
})

test('an address that may not be fetched gets no request', async () => {
  const allow = parseAllowList('')
  for (const url of ['http://127.0.0.1:1/', 'http://10.0.0.1/', 'ftp://a.example/', 'http://u:p@a.example/']) {
    const answer = await relayRequest({ allow }, url, GET)
    assert.ok(answer.kind === 'failed' && answer.code === 'refused', url)
  }
})

test('the connection ends when the caller gives up', async (t) => {
  const closed = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const relay = await relayTo(t, (request) => {
    request.socket.once('close', () => closed.resolve())
    arrived.resolve()
  })
  const controller = new AbortController()
  const answer = relay({ signal: controller.signal })
  await arrived.promise
  controller.abort()
  assert.equal((await answer).kind, 'failed')
  await closed.promise
})
