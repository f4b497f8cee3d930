import assert from 'node:assert/strict'
import { createServer } from 'node:tls'
import test, { type TestContext } from 'node:test'
import { makeCertificate, type TestCertificate } from './certificate.fixture.ts'
import { answerBytes, redirectingTo, sending, startOrigin } from './raw-origin.fixture.ts'
import { failureOf, pageOf, testFetcher, textOf } from './test-fetcher.fixture.ts'

const page = sending(answerBytes('200 OK\r\nContent-Type: text/html', 'hello'))
const good = makeCertificate({ host: 'secure.example' })

const startTls = (t: TestContext, tls: TestCertificate) => startOrigin(t, page, { tls })
const pinned = { allow: '127.0.0.1', resolve: async () => ['127.0.0.1'] }

test('S19: a trusted certificate of the right host is accepted, for names and for addresses', async (t) => {
  const named = await startTls(t, good)
  assert.equal(
    textOf(await testFetcher(t, { ...pinned, ca: good.cert }).fetch(`https://secure.example:${named.port}/`)),
    'hello',
  )
  const own = makeCertificate({ host: '127.0.0.1' })
  const numbered = await startTls(t, own)
  assert.equal(textOf(await testFetcher(t, { ...pinned, ca: own.cert }).fetch(numbered.url)), 'hello')
})

test('S5: the server sees the name of the address as SNI and Host, not the pinned address', async (t) => {
  const names: string[] = []
  const origin = await startOrigin(t, page, {
    tls: {
      ...good,
      SNICallback: (name: string, done: (error: null) => void) => {
        names.push(name)
        done(null)
      },
    } as TestCertificate,
  })
  const fetcher = testFetcher(t, { ...pinned, ca: good.cert })
  assert.equal(textOf(await fetcher.fetch(`https://secure.example:${origin.port}/`)), 'hello')
  assert.deepEqual(names, ['secure.example'])
  assert.match(origin.requests[0] ?? '', new RegExp(`^host: secure\\.example:${origin.port}\r$`, 'm'))
})

test('S19: self-signed, expired and foreign certificates fail before a request is sent', async (t) => {
  const expired = makeCertificate({ host: 'secure.example', until: new Date(Date.now() - 86_400_000) })
  const foreign = makeCertificate({ host: 'other.example' })
  for (const [tls, ca] of [
    [good, undefined],
    [expired, expired.cert],
    [foreign, foreign.cert],
  ] as const) {
    const origin = await startTls(t, tls)
    const fetcher = testFetcher(t, { ...pinned, ...(ca !== undefined && { ca }) })
    assert.equal(failureOf(await fetcher.fetch(`https://secure.example:${origin.port}/`)).code, 'tls_failed')
    assert.deepEqual(origin.requests, [])
  }
})

test('S19: the environment cannot switch off verification', async (t) => {
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  t.after(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'])
  const origin = await startTls(t, good)
  const outcome = await testFetcher(t, pinned).fetch(`https://secure.example:${origin.port}/`)
  assert.equal(failureOf(outcome).code, 'tls_failed')
})

test('S6: a redirect to https verifies the new host', async (t) => {
  const secure = await startTls(t, good)
  const origin = await startOrigin(t, redirectingTo(`https://secure.example:${secure.port}/x`))
  const start = `http://plain.example:${origin.port}/`
  const trusting = testFetcher(t, { ...pinned, ca: good.cert })
  assert.equal(pageOf(await trusting.fetch(start)).url, `https://secure.example:${secure.port}/x`)
  assert.equal(failureOf(await testFetcher(t, pinned).fetch(start)).code, 'tls_failed')
})

test('F4: a handshake that never ends is over with the time for connecting', async (t) => {
  const silent = await startOrigin(t, () => {})
  const fetcher = testFetcher(t, { ...pinned, limits: { connectMs: 300 } })
  const start = performance.now()
  assert.equal(failureOf(await fetcher.fetch(`https://secure.example:${silent.port}/`)).code, 'timed_out')
  assert.ok(performance.now() - start < 15_000)
})

test('a server that speaks TLS 1.1 at best is refused', async (t) => {
  const server = createServer({ ...good, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const fetcher = testFetcher(t, { ...pinned, ca: good.cert })
  assert.equal(failureOf(await fetcher.fetch(`https://secure.example:${port}/`)).code, 'tls_failed')
})
