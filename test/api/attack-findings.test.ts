import assert from 'node:assert/strict'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { testApp, type TestApp } from '../support/app.ts'

interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Shape }>> }>
  >
}

interface Shape {
  readonly type?: string
  readonly required?: readonly string[]
  readonly items?: Shape
}

/** @returns the documented JSON schema of a response with status 200 */
async function shapeOf({ app }: TestApp, path: string, method: string): Promise<Shape> {
  const { paths } = (await app.inject({ url: '/api/doc.json' })).json<Documented>()
  const shape = paths[path]?.[method]?.responses['200']?.content?.['application/json']?.schema
  assert.ok(shape, `${method} ${path} is not documented`)
  return shape
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

test('responses that once differed from the documentation match it', async (t) => {
  const app = await testApp(t, 'sqlite')
  const { id, tags } = await app.save(app.alice, 'https://example.org/a', {
    title: 'T',
    content: '<p>x</p>',
    tags: 'one,two',
  })
  await t.test('a dropped tag has no id, and the reference says so', async () => {
    const [one] = tags as readonly { readonly id: number }[]
    const shape = await shapeOf(app, '/api/tags/{tag}', 'delete')
    const answer = (await app.ask(app.alice, { method: 'DELETE', url: `/api/tags/${one!.id}` })).json<object>()
    assert.deepEqual(Object.keys(answer).sort(), [...shape.required!].sort())
    const several = await shapeOf(app, '/api/tags/label', 'delete')
    const deleted = (await app.ask(app.alice, { method: 'DELETE', url: '/api/tags/label?tags=two' })).json<object[]>()
    assert.deepEqual(Object.keys(deleted[0]!).sort(), [...several.items!.required!].sort())
  })
  await t.test('a JSON export is the documented list', async () => {
    for (const [path, url] of [
      ['/api/entries/{entry}/export', `/api/entries/${id}/export`],
      ['/api/entries/{entry}/export.{format}', `/api/entries/${id}/export.json`],
    ] as const) {
      const answer = (await app.ask(app.alice, { url })).json<unknown>()
      assert.equal(kindOf(answer), (await shapeOf(app, path, 'get')).type)
    }
  })
})

test('requests that are not HTTP get the security headers too', async (t) => {
  const { app } = await testApp(t, 'sqlite')
  const answer = await answerTo(app, 'GET / HTTP/9.9\r\n\r\n')
  assert.match(answer, /^HTTP\/1\.1 400 /)
  assert.match(answer, /\r\nX-Content-Type-Options: nosniff\r\n/)
  assert.match(answer, /\r\nCache-Control: no-store\r\n/)
})

test('an origin with a scheme that runs code is never stored', async (t) => {
  const app = await testApp(t, 'sqlite')
  const bad = 'JavaScript:alert(1)'
  const saved = await app.save(app.alice, 'https://example.org/o', { title: 'T', content: '<p>x</p>', origin_url: bad })
  assert.equal(saved['origin_url'], null)
  const change = { method: 'PATCH', url: `/api/entries/${saved.id}` } as const
  const origin = async (text: string) =>
    (await app.ask(app.alice, { ...change, payload: { origin_url: text } })).json<{ origin_url: unknown }>().origin_url
  assert.equal(await origin('https://example.org/list'), 'https://example.org/list')
  assert.equal(await origin('java\tscript:alert(1)'), 'https://example.org/list')
})

test('a request that names two hosts is refused, by every interface', async (t) => {
  const { app } = await testApp(t, 'sqlite')
  for (const path of ['/api/version', '/api/doc.json', '/login', '/healthz']) {
    const head = `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost: a.test\r\n`
    assert.match(await answerTo(app, `${head}\r\n`), /^HTTP\/1\.1 200 /, path)
    assert.match(await answerTo(app, `${head}hOST: b.test\r\n\r\n`), /^HTTP\/1\.1 400 /, path)
    const without = head.replace(/Host: .*\r\n/, '')
    assert.match(await answerTo(app, `${without}\r\n`), /^HTTP\/1\.1 400 [^]*nosniff/, path)
    assert.match(await answerTo(app, `${without.replace('HTTP/1.1', 'HTTP/1.0')}\r\n`), /^HTTP\/1\.[01] 200 /, path)
  }
})

test('an unsupported expectation is refused in the envelope', async (t) => {
  const { app } = await testApp(t, 'sqlite')
  const answer = await answerTo(app, 'GET /api/version HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\n\r\n')
  assert.match(answer, /^HTTP\/1\.1 417 [^]*nosniff[^]*\{"code":417,"message":"Expectation Failed"\}$/)
})

/** @returns the response to these bytes, read until the server closes the connection */
async function answerTo(app: FastifyInstance, bytes: string): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('latin1').on('data', (piece) => (text += String(piece)))
    socket.on('close', () => resolve(text)).on('error', reject)
  })
}
