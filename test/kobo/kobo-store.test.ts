import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { storeAddress } from '../../src/kobo/store-address.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { deviceOf } from './device.fixture.ts'

test('the other requests of a Kobo e-reader are passed to its store', async (t) => {
  const lines: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const app = await testApp(t, 'sqlite', { logger })
  const { key } = await deviceOf(app, { store: `${app.site.url}/books` })
  const send = (path: string, more: object = {}) => app.app.inject({ url: `/kobo/${key}/store${path}`, ...more })

  await t.test(
    'method, path, query, body and the headers of the device arrive, those of this server do not',
    async () => {
      const { headers, body, url, method } = await received(app, '/books/v1/library', () =>
        send('/v1/library?a=1&b=%20', {
          method: 'PUT',
          payload: 'progress',
          headers: {
            'content-type': 'text/plain',
            authorization: 'Bearer store-token',
            'x-kobo-synctoken': 'abc',
            cookie: 'session=secret',
            'x-forwarded-for': '10.0.0.1',
            connection: 'keep-alive, x-hop',
            'x-hop': '1',
            te: 'trailers',
          },
        }),
      )
      assert.deepEqual([method, url, body], ['PUT', '/books/v1/library?a=1&b=%20', 'progress'])
      assert.deepEqual([headers['authorization'], headers['x-kobo-synctoken']], ['Bearer store-token', 'abc'])
      assert.equal(`http://${headers['host']}`, app.site.url)
      for (const name of ['cookie', 'x-forwarded-for', 'x-hop', 'te']) assert.equal(headers[name], undefined, name)
      assert.ok(!JSON.stringify(headers).includes(key))
    },
  )

  await t.test('a HEAD request gets the headers of the store', async () => {
    app.site.page('/books/v1/head', (_request, response) => response.writeHead(200, { 'content-length': 5 }).end())
    const { statusCode, headers, body } = await send('/v1/head', { method: 'HEAD' })
    assert.deepEqual([statusCode, headers['content-length'], body], [200, '5', ''])
  })

  await t.test('a redirect is passed on, and cookies and policies of the store are not', async () => {
    app.site.page('/books/v1/moved', (_request, response) =>
      response
        .writeHead(302, {
          location: 'https://elsewhere.example/x',
          'set-cookie': 'session=evil',
          'content-security-policy': 'default-src *',
          'x-kobo-sync': 'continue',
        })
        .end(),
    )
    const { statusCode, headers } = await send('/v1/moved')
    assert.deepEqual([statusCode, headers.location], [302, 'https://elsewhere.example/x'])
    assert.deepEqual([headers['set-cookie'], headers['x-kobo-sync']], [undefined, 'continue'])
    assert.match(String(headers['content-security-policy']), /^sandbox; default-src 'none'$/)
  })

  await t.test('a relative redirect leads to the store', async () => {
    app.site.page('/books/v1/relative', (_request, response) => response.writeHead(307, { location: '/cover' }).end())
    assert.equal((await send('/v1/relative')).headers.location, `${app.site.url}/cover`)
  })

  await t.test('the initialization names this server for articles, and nothing else changes', async () => {
    const resources = {
      library_sync: 'https://x.example/v1/sync',
      instapaper_enabled: 'False',
      instapaper_env_url: 'https://www.instapaper.com/api/kobo',
    }
    const seen: object[] = []
    app.site.page('/books/v1/initialization', (request, response) => {
      seen.push(request.headers)
      const body = JSON.stringify({ Resources: resources, More: 1 })
      response
        .writeHead(200, { 'content-type': 'application/json', etag: '"1"', 'content-length': body.length })
        .end(body)
    })
    const { statusCode, headers, body } = await send('/v1/initialization', {
      headers: { 'if-none-match': '"1"', 'accept-encoding': 'gzip', range: 'bytes=0-1' },
    })
    assert.equal(statusCode, 200)
    assert.deepEqual(JSON.parse(body), {
      Resources: {
        ...resources,
        instapaper_enabled: 'True',
        instapaper_env_url: `${app.baseUrl}/kobo/${key}/instapaper`,
        instapaper_link_account_start: 'https://authorize.kobo.com/{region}/{language}/linkinstapaper',
      },
      More: 1,
    })
    assert.deepEqual([headers.etag, headers['cache-control']], [undefined, 'private, no-store'])
    assert.equal(headers['content-length'], String(Buffer.byteLength(body)))
    const [asked] = seen as Record<string, string>[]
    assert.deepEqual(
      [asked!['accept-encoding'], asked!['if-none-match'], asked!['range']],
      ['identity', undefined, undefined],
    )
  })

  await t.test('an initialization that is none of a store is refused', async () => {
    app.site.page('/books/v1/initialization', (_request, response) => response.end('<p>Sign in</p>'))
    assert.equal((await send('/v1/initialization')).statusCode, 502)
    app.site.page('/books/v1/initialization', (_request, response) => response.destroy())
    assert.equal((await send('/v1/initialization')).statusCode, 502)
    app.site.page('/books/v1/initialization', (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"Resources":{}}')),
    )
    assert.match((await send('/v1/initialization')).body, /"instapaper_enabled":"True"/)
    app.site.page('/books/v1/initialization', (_request, response) => response.writeHead(401).end('no'))
    assert.equal((await send('/v1/initialization')).statusCode, 401)
  })

  await t.test('no path leads out of the store, and browsers and wrong keys are refused', async () => {
    const [store, prefix] = ['https://books.example/kobo/1', '/kobo/KEY/store']
    assert.equal(storeAddress(store, `${prefix}/v1/a?b=../c`), `${store}/v1/a?b=../c`)
    assert.equal(storeAddress(store, `${prefix}//other.example/`), `${store}//other.example/`)
    for (const path of ['/../admin', '/%2e%2e/admin', '/..\\admin', '/v1/../../../x']) {
      assert.equal(storeAddress(store, prefix + path), undefined, path)
    }
    const browser = await send('/v1/library', { headers: { 'sec-fetch-dest': 'document' } })
    assert.deepEqual([browser.statusCode, browser.json<{ status: number }>().status], [403, 0])
    const wrong = await app.app.inject({ url: '/kobo/1-0000/store/v1/library' })
    assert.deepEqual([wrong.statusCode, wrong.json<{ status: number }>().status], [401, 0])
  })

  await t.test('a store in a private network that is not allowed is like one that does not respond', async () => {
    const answers = []
    for (const store of ['http://10.0.0.1:8083', 'http://127.0.0.1:9', 'http://store.invalid']) {
      const device = await deviceOf(app, { store })
      const { statusCode, body } = await app.app.inject({ url: `/kobo/${device.key}/store/v1/x` })
      answers.push(`${statusCode} ${body}`)
    }
    assert.deepEqual(
      new Set(answers),
      new Set([`502 {"status":0,"error":"The store of this device did not respond."}`]),
    )
  })

  await t.test('more than eight requests of a device at a time are refused', async () => {
    const held: (() => void)[] = []
    const all = Promise.withResolvers<void>()
    app.site.page('/books/v1/slow', (_request, response) => {
      held.push(() => response.end('done'))
      if (held.length === 8) all.resolve()
    })
    const running = Array.from({ length: 8 }, () => send('/v1/slow').then(({ body }) => body))
    await all.promise
    assert.equal((await send('/v1/slow')).statusCode, 503)
    for (const release of held) release()
    assert.deepEqual(new Set(await Promise.all(running)), new Set(['done']))
  })

  await t.test(
    'a response arrives while the store sends it, and ends at the store when the device disconnects',
    async () => {
      const ended = Promise.withResolvers<void>()
      app.site.page('/books/v1/book', (request, response) => {
        request.socket.once('close', () => ended.resolve())
        response.write('first')
      })
      const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
      const device = new AbortController()
      const { body } = await fetch(`${base}/kobo/${key}/store/v1/book`, { signal: device.signal })
      const { value } = await body!.getReader().read()
      assert.equal(Buffer.from(value!).toString(), 'first')
      device.abort()
      await ended.promise
    },
  )

  await t.test('no line of the log contains a key', async () => {
    for (const path of ['get', 'unknown', 'instapaper/download', 'i/x']) {
      await app.app.inject({ method: 'POST', url: `/kobo/${key}/${path}`, payload: { access_token: key } })
    }
    await app.app.inject({ method: 'POST', url: `/kobo/${key}x/get`, payload: '{' })
    assert.ok(lines.some((line) => line.includes('/kobo/:key/store/*')))
    assert.ok(!lines.some((line) => line.includes(key) || line.includes(key.split('-').at(-1)!)))
  })
})

/** @returns what the store receives during `work` */
async function received(app: TestApp, path: string, work: () => Promise<unknown>) {
  const arrived = Promise.withResolvers<{
    headers: NodeJS.Dict<string | string[]>
    body: string
    url: string
    method: string
  }>()
  app.site.page(path, async (request, response) => {
    const body = (await buffer(request)).toString()
    arrived.resolve({ headers: request.headers, body, url: request.url!, method: request.method! })
    response.end('ok')
  })
  await work()
  return arrived.promise
}
