import assert from 'node:assert/strict'
import test from 'node:test'
import { answerBytes, redirectingTo, sending, startOrigin } from './raw-origin.fixture.ts'
import { failureOf, pageOf, testFetcher, textOf } from './test-fetcher.fixture.ts'

const page = sending(answerBytes('200 OK\r\nContent-Type: text/html', 'hello'))

test('redirects are followed and reported in order, whatever their status', async (t) => {
  const origin = await startOrigin(t, (socket, request) => {
    const hop = Number(/^GET \/(\d)/.exec(request)?.[1] ?? 0)
    if (hop < 5) redirectingTo(`${hop + 1}?q#f`, [301, 302, 303, 307, 308][hop])(socket, request)
    else page(socket, request)
  })
  const fetcher = testFetcher(t, { allow: '127.0.0.1' })
  const { url, redirects, status } = pageOf(await fetcher.fetch(`${origin.url}/0#part`))
  const passed = ['/0', '/1?q', '/2?q', '/3?q', '/4?q'].map((path) => origin.url + path)
  assert.deepEqual({ url, redirects, status }, { url: `${origin.url}/5?q`, redirects: passed, status: 200 })
})

test('a redirect to another host asks that host by its name', async (t) => {
  const target = await startOrigin(t, page)
  const origin = await startOrigin(t, redirectingTo(`http://localhost:${target.port}/x`))
  const fetcher = testFetcher(t, { allow: `127.0.0.1:${origin.port}, localhost:${target.port}` })
  assert.equal(pageOf(await fetcher.fetch(origin.url)).url, `http://localhost:${target.port}/x`)
  assert.match(target.requests[0] ?? '', new RegExp(`^host: localhost:${target.port}\r$`, 'm'))
})

test('F6: ten redirects are followed, eleven are not, and loops end', async (t) => {
  const origin = await startOrigin(t, (socket, request) => {
    const left = Number(/^GET \/(\d+)/.exec(request)?.[1] ?? 0)
    if (left > 0) redirectingTo(`/${left - 1}`)(socket, request)
    else page(socket, request)
  })
  const fetcher = testFetcher(t, { allow: '127.0.0.1' })
  assert.equal(pageOf(await fetcher.fetch(`${origin.url}/10`)).redirects.length, 10)
  assert.equal(failureOf(await fetcher.fetch(`${origin.url}/11`)).code, 'too_many_redirects')
  const loop = await startOrigin(t, redirectingTo('/'))
  assert.equal(failureOf(await fetcher.fetch(loop.url)).code, 'too_many_redirects')
  assert.equal(loop.hits(), 11)
})

test('F6: a growing address ends the chain', async (t) => {
  const origin = await startOrigin(t, (socket, request) => {
    const path = request.slice(4, request.indexOf(' ', 4))
    redirectingTo(`${path}${'x'.repeat(3000)}`)(socket, request)
  })
  const fetcher = testFetcher(t, { allow: '127.0.0.1' })
  assert.equal(failureOf(await fetcher.fetch(`${origin.url}/`)).code, 'refused')
  assert.equal(origin.hits(), 3)
})

test('F6: no, an empty, a broken, a doubled and a huge Location fail', async (t) => {
  const fetcher = testFetcher(t, { allow: '127.0.0.1' })
  const heads = [
    '',
    '\r\nLocation:',
    '\r\nLocation:   ',
    '\r\nLocation: http://[',
    '\r\nLocation: http://',
    '\r\nLocation: /a\r\nLocation: /b',
    `\r\nLocation: /${'x'.repeat(60_000)}`,
  ]
  for (const head of heads) {
    const origin = await startOrigin(t, sending(answerBytes(`302 Found${head}`, 'not a page')))
    const { code } = failureOf(await fetcher.fetch(origin.url))
    assert.ok(code === 'bad_answer' || code === 'refused', head.slice(0, 40))
    assert.equal(origin.hits(), 1)
  }
})

test('F6: the body of a redirect is not waited for', async (t) => {
  const target = await startOrigin(t, page)
  const origin = await startOrigin(t, (socket) => {
    socket.write(`HTTP/1.1 301 Moved\r\nContent-Length: 10000000000\r\nLocation: ${target.url}/\r\n\r\nendless`)
  })
  const fetcher = testFetcher(t, { allow: '127.0.0.1', limits: { slowWindowMs: 20_000 } })
  const start = performance.now()
  assert.equal(pageOf(await fetcher.fetch(origin.url)).url, `${target.url}/`)
  assert.ok(performance.now() - start < 15_000)
})

test('F4: the time of all hops together is limited', async (t) => {
  const origin = await startOrigin(t, (socket) => {
    setTimeout(() => redirectingTo('/')(socket, ''), 400)
  })
  const fetcher = testFetcher(t, { allow: '127.0.0.1', limits: { totalMs: 1500 } })
  assert.equal(failureOf(await fetcher.fetch(origin.url)).code, 'timed_out')
  assert.ok(origin.hits() >= 2 && origin.hits() <= 4)
})

test('S19: https is never downgraded to http', async (t) => {
  const plain = await startOrigin(t, page)
  const fetcher = testFetcher(t, { allow: '127.0.0.1', limits: { connectMs: 300 } })
  assert.equal((await fetcher.fetch(`https://127.0.0.1:${plain.port}/`)).kind, 'failed')
  assert.deepEqual([plain.hits(), plain.requests], [1, []])
})

const SETTING = '302 Found\r\nSet-Cookie: seen=1; Path=/'

test('S18: a cookie that a redirect sets is sent back to its site, and discarded after the fetch', async (t) => {
  const origin = await startOrigin(t, (socket, request) => {
    if (/^cookie: seen=1\r$/im.test(request)) return sending(answerBytes('200 OK', 'the page'))(socket, request)
    return sending(answerBytes(`${SETTING}\r\nLocation: /page`))(socket, request)
  })
  const fetcher = testFetcher(t, { allow: '127.0.0.1' })
  for (const hits of [2, 4]) {
    assert.equal(textOf(await fetcher.fetch(`${origin.url}/page`)), 'the page')
    assert.equal(origin.hits(), hits)
  }
  assert.doesNotMatch(origin.requests[2]!, /^cookie:/im)
})

test('S18: a cookie is not sent to another site, to another path, or without TLS if it is secure', async (t) => {
  const other = await startOrigin(t, sending(answerBytes('200 OK', 'other')))
  const cookies = ['a=1', 'b=2; Path=/private', 'c=3; Secure', `d=4; Domain=other.localhost`].map(
    (one) => `Set-Cookie: ${one}`,
  )
  const origin = await startOrigin(t, (socket, request) => {
    const path = request.startsWith('GET /start') ? '/next' : `http://other.localhost:${other.port}/`
    sending(answerBytes(`302 Found\r\n${cookies.join('\r\n')}\r\nLocation: ${path}`))(socket, request)
  })
  const fetcher = testFetcher(t, { allow: '127.0.0.1' })
  assert.equal(textOf(await fetcher.fetch(`${origin.url}/start`)), 'other')
  assert.match(origin.requests[1]!, /^cookie: a=1\r$/im)
  assert.doesNotMatch(other.requests[0]!, /^cookie:/im)
})
