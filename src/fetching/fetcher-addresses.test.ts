import assert from 'node:assert/strict'
import test from 'node:test'
import { answerBytes, redirectingTo, sending, startOrigin } from './raw-origin.fixture.ts'
import { failureOf, pageOf, testFetcher, textOf } from './test-fetcher.fixture.ts'

const page = sending(answerBytes('200 OK\r\nContent-Type: text/html', 'hello'))

test('S2, S3, S4: no written form of loopback reaches a server that is not listed', async (t) => {
  const canary = await startOrigin(t, page)
  const fetcher = testFetcher(t)
  const hosts =
    '127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 0 0.0.0.0 127.0.0.1. １２７.0.0.1 ①②⑦.0.0.1 127。0。0。1 ' +
    '%31%32%37.0.0.1 127.255.255.254 localhost LOCALHOST localhost. [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] ' +
    '[::127.0.0.1] [::ffff:0:127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::] [fe80::1]'
  for (const host of hosts.split(' ')) {
    assert.equal(failureOf(await fetcher.fetch(`http://${host}:${canary.port}/`)).code, 'refused', host)
  }
  assert.equal(canary.hits(), 0)
})

test('S2: names that resolve to a private address are refused', async (t) => {
  const canary = await startOrigin(t, page)
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0', '127.0.0.1%lo', 'no address']) {
    const fetcher = testFetcher(t, { resolve: async () => [address] })
    for (const host of ['inner.example', 'a.localhost', 'localhost']) {
      assert.equal(failureOf(await fetcher.fetch(`http://${host}:${canary.port}/`)).code, 'refused')
    }
  }
  assert.equal(canary.hits(), 0)
})

test('S5: a name with one refused address is refused whole', async (t) => {
  const canary = await startOrigin(t, page)
  const origin = await startOrigin(t, page, { address: '127.0.0.2' })
  for (const addresses of [
    ['127.0.0.2', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.2'],
    ['127.0.0.2', '::1'],
  ]) {
    const fetcher = testFetcher(t, { allow: '127.0.0.2', resolve: async () => addresses })
    assert.equal(failureOf(await fetcher.fetch(`http://mixed.example:${canary.port}/`)).code, 'refused')
    assert.equal(failureOf(await fetcher.fetch(`http://mixed.example:${origin.port}/`)).code, 'refused')
  }
  assert.equal(canary.hits() + origin.hits(), 0)
})

test('S5: a name is resolved once and the connection goes to the checked address with the name as Host', async (t) => {
  const origin = await startOrigin(t, page)
  const answers = [['127.0.0.1'], ['10.0.0.1'], ['10.0.0.1']]
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return answers.shift() ?? []
  }
  const fetcher = testFetcher(t, { allow: `127.0.0.1:${origin.port}`, resolve })
  assert.equal(textOf(await fetcher.fetch(`http://rebind.example:${origin.port}/`)), 'hello')
  assert.deepEqual(asked, ['rebind.example'])
  assert.match(origin.requests[0] ?? '', new RegExp(`^host: rebind\\.example:${origin.port}\r$`, 'm'))
})

test('S7: the check of an address is not remembered for the next fetch or hop', async (t) => {
  const origin = await startOrigin(t, page)
  const answers = [['127.0.0.1'], ['127.0.0.3']]
  const resolve = async () => answers.shift() ?? []
  const fetcher = testFetcher(t, { allow: `127.0.0.1:${origin.port}`, resolve })
  assert.equal(textOf(await fetcher.fetch(`http://a.example:${origin.port}/`)), 'hello')
  assert.equal(failureOf(await fetcher.fetch(`http://a.example:${origin.port}/`)).code, 'refused')
  assert.equal(origin.hits(), 1)
})

test('S5: the next checked address is tried when the first does not answer', async (t) => {
  const origin = await startOrigin(t, page)
  const fetcher = testFetcher(t, { allow: '127.0.0.0/8', resolve: async () => ['127.0.0.9', '127.0.0.1'] })
  assert.equal(textOf(await fetcher.fetch(`http://two.example:${origin.port}/`)), 'hello')
})

test('S6: redirects to refused places are not followed, after any number of good hops', async (t) => {
  const canary = await startOrigin(t, page)
  const { port } = canary
  const places = [
    `http://127.0.0.1:${port}/`,
    `//127.0.0.1:${port}/`,
    `http://127.1:${port}/`,
    `http:\\\\127.0.0.1:${port}\\`,
    `/\\127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://user@127.0.0.1:${port}/`,
    `gopher://127.0.0.1:${port}/`,
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
  ]
  for (const [index, place] of places.entries()) {
    const status = [301, 302, 303, 307, 308][index % 5]
    const last = redirectingTo(place, status)
    const origin = await startOrigin(t, (socket, request) => {
      const hop = Number(/^GET \/(\d)/.exec(request)?.[1] ?? 3)
      if (hop < 3) redirectingTo(`/${hop + 1}`)(socket, request)
      else last(socket, request)
    })
    const fetcher = testFetcher(t, { allow: `127.0.0.1:${origin.port}` })
    assert.equal(failureOf(await fetcher.fetch(`${origin.url}/0`)).code, 'refused', place)
    assert.equal(origin.hits(), 4)
  }
  assert.equal(canary.hits(), 0)
})

test('S6: a Refresh header is not followed', async (t) => {
  const canary = await startOrigin(t, page)
  const head = `200 OK\r\nRefresh: 0; url=${canary.url}/`
  const origin = await startOrigin(t, sending(answerBytes(head, 'first')))
  const fetcher = testFetcher(t, { allow: '127.0.0.1' })
  assert.equal(textOf(await fetcher.fetch(origin.url)), 'first')
  assert.equal(canary.hits(), 0)
})

test('S12: an allowed host before the @ does not help', async (t) => {
  const canary = await startOrigin(t, page)
  const origin = await startOrigin(t, page)
  const fetcher = testFetcher(t, { allow: `127.0.0.1:${origin.port}` })
  for (const url of [
    `http://127.0.0.1:${origin.port}@127.0.0.1:${canary.port}/`,
    `http://127.0.0.1:${canary.port}\\@x/`,
  ]) {
    assert.equal(failureOf(await fetcher.fetch(url)).code, 'refused')
  }
  assert.equal(failureOf(await fetcher.fetch(`http://a:b@127.0.0.1:${origin.port}/`)).code, 'refused')
  assert.equal(canary.hits() + origin.hits(), 0)
})

test('S13: refused, closed and silent targets read the same, and refusals do not depend on the target', async (t) => {
  const open = await startOrigin(t, page)
  const silent = await startOrigin(t, () => {})
  const closed = await startOrigin(t, page, { address: '127.0.0.4' })
  const refusing = testFetcher(t)
  const shown = async (url: string) => {
    const { code, message } = failureOf(await refusing.fetch(url))
    return { code, message }
  }
  const first = await shown(open.url)
  for (const url of [silent.url, 'http://127.0.0.5:9999/', closed.url, 'http://127.0.0.1:22/', 'http://10.0.0.1/']) {
    assert.deepEqual(await shown(url), first)
  }
  const allowing = testFetcher(t, { allow: '127.0.0.0/8', limits: { headMs: 300 } })
  for (const url of [silent.url, `http://127.0.0.5:${open.port}/`]) {
    const { message } = failureOf(await allowing.fetch(url))
    assert.equal(message, first.message)
    assert.doesNotMatch(message, /\d|port|address|host/)
  }
})

test('S14: line ends in an address or in Location do not add lines to the request', async (t) => {
  const origin = await startOrigin(t, (socket, request) => {
    if (request.startsWith('GET /next')) page(socket, request)
    else redirectingTo('/next?x=%0d%0aX-Bad:1\u00e9')(socket, request)
  })
  const fetcher = testFetcher(t, { allow: '127.0.0.1' })
  assert.equal(failureOf(await fetcher.fetch(`${origin.url}/\r\nX-Bad: 1`)).code, 'refused')
  assert.equal(textOf(await fetcher.fetch(origin.url)), 'hello')
  assert.match(origin.requests[1] ?? '', /^GET \/next\?x=%0d%0aX-Bad:1%C3%A9 HTTP\/1\.1\r\n/)
  assert.doesNotMatch(origin.requests[1] ?? '', /^x-bad/im)
})

test('S16: the list allows exactly its entries, by address and by name', async (t) => {
  const origin = await startOrigin(t, page)
  const { port } = origin
  const tryWith = async (allow: string, url: string) => (await testFetcher(t, { allow }).fetch(url)).kind
  assert.equal(await tryWith(`127.0.0.1:${port}`, `http://127.0.0.1:${port}/`), 'page')
  assert.equal(await tryWith('127.0.0.0/8', `http://127.0.0.1:${port}/`), 'page')
  assert.equal(await tryWith(`localhost:${port}`, `http://localhost.:${port}/`), 'page')
  assert.equal(await tryWith(`127.0.0.1:${port}`, `http://localhost:${port}/`), 'page')
  assert.equal(await tryWith(`127.0.0.1:${port + 1}`, `http://127.0.0.1:${port}/`), 'failed')
  assert.equal(await tryWith('127.0.0.2', `http://127.0.0.1:${port}/`), 'failed')
  assert.equal(await tryWith(`localhost:${port}`, `http://127.0.0.1:${port}/`), 'failed')
  assert.equal(origin.hits(), 4)
})

test('S16: localhost uses only those of its addresses that the list names', async (t) => {
  const origin = await startOrigin(t, page)
  const fetcher = testFetcher(t, { allow: `127.0.0.1:${origin.port}`, resolve: async () => ['::1', '127.0.0.1'] })
  assert.equal(textOf(await fetcher.fetch(`http://localhost:${origin.port}/`)), 'hello')
  assert.equal(textOf(await fetcher.fetch(`http://app.localhost:${origin.port}/`)), 'hello')
  assert.equal(failureOf(await fetcher.fetch(`http://other.example:${origin.port}/`)).code, 'refused')
})

test('S17: proxy variables of the environment are not used', async (t) => {
  const canary = await startOrigin(t, page)
  const origin = await startOrigin(t, page)
  const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']
  for (const name of names) process.env[name] = canary.url
  t.after(() => {
    for (const name of names) delete process.env[name]
  })
  const fetcher = testFetcher(t, { allow: `127.0.0.1:${origin.port}` })
  assert.equal(textOf(await fetcher.fetch(origin.url)), 'hello')
  assert.equal(canary.hits(), 0)
})

test('S18: a request contains our user agent and no data of a user, also after a redirect', async (t) => {
  const target = await startOrigin(t, page)
  const moved = `302 Found\r\nSet-Cookie: a=b\r\nLocation: http://localhost:${target.port}/x`
  const origin = await startOrigin(t, sending(answerBytes(moved)))
  const fetcher = testFetcher(t, { allow: '127.0.0.1' })
  const { headers } = pageOf(await fetcher.fetch(`${origin.url}/#secret`, { accept: 'image/*' }))
  const lines = [...origin.requests, ...target.requests].map((request) => request.split('\r\n').slice(1))
  const names = lines.map((each) => each.map((line) => line.split(':')[0]).filter(Boolean))
  const expected = ['host', 'connection', 'user-agent', 'accept', 'accept-encoding']
  assert.deepEqual(names, [expected, expected])
  assert.ok(lines.every((each) => each.includes('user-agent: Dogear-Test/1') && each.includes('accept: image/*')))
  assert.equal(headers['set-cookie'], undefined)
})

test('S20: a service port is closed even on a listed address, and opened by an entry that names it', async (t) => {
  const fetcher = testFetcher(t, { allow: '127.0.0.1, 127.0.0.1:1' })
  for (const port of [22, 25, 6379, 81]) {
    assert.match(failureOf(await fetcher.fetch(`http://127.0.0.1:${port}/`)).detail, /closed to pages/)
  }
  assert.equal(failureOf(await fetcher.fetch('http://127.0.0.1:1/')).code, 'unreachable')
})

test('D10: a name that does not resolve fails as unreachable', async (t) => {
  const failing = testFetcher(t, { resolve: () => Promise.reject(new Error('no such name')) })
  assert.equal(failureOf(await failing.fetch('http://gone.example/')).code, 'unreachable')
  const unknown = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
  const missing = testFetcher(t, { resolve: () => Promise.reject(unknown) })
  assert.equal(failureOf(await missing.fetch('http://no-such-site.org/')).code, 'unknown_name')
  for (const host of ['intranet', 'db.internal', 'gone.example']) {
    assert.equal(failureOf(await missing.fetch(`http://${host}/`)).code, 'unreachable', host)
  }
  const empty = testFetcher(t, { resolve: async () => [] })
  assert.equal(failureOf(await empty.fetch('http://gone.example/')).code, 'unreachable')
})
