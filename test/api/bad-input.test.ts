import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test, type TestContext } from 'node:test'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { dumpState } from './dump-tables.fixture.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }

/**
 * Invalid input gets an error response with a 4xx status and changes nothing. Unusual but valid input is stored
 * unchanged.
 */
for (const dialect of DIALECTS) {
  test(`${dialect}: bad input`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_MAX_BODY_MB: '2' } })
    const url = 'https://example.org/kept'
    const { id } = await app.save(app.alice, url, { title: 'Kept', content: '<p>Kept</p>', tags: 'kept' })
    await refused(t, app, bodies())
    await refused(t, app, addresses())
    await refused(t, app, ids())
    await refused(t, app, queries(id))
    await refused(t, app, tags(id))
    await foreignIds(t, app, id)
    await odd(t, app)
    await onTheWire(t, app)
  })
}

type Cases = Readonly<Record<string, InjectOptions>>

const save = (rest: InjectOptions): InjectOptions => ({ method: 'POST', url: '/api/entries', ...rest })
const json = (payload: string | Buffer): InjectOptions => save({ headers: JSON_TYPE, payload })
const form = (payload: string): InjectOptions => save({ headers: FORM, payload })

/** Asserts that each request is rejected within five seconds and changes nothing in the database. */
async function refused(t: TestContext, app: TestApp, cases: Cases): Promise<void> {
  let before = await dumpState(app.database)
  for (const [name, request] of Object.entries(cases)) {
    await t.test(`refused: ${name}`, async () => {
      const start = performance.now()
      const answer = await app.ask(app.alice, request)
      assert.ok(performance.now() - start < 5000, 'it took too long')
      assertEnvelope(answer)
      const now = await dumpState(app.database)
      const then = before
      before = now
      assert.deepEqual(now, then)
    })
  }
}

function assertEnvelope(answer: LightMyRequestResponse): void {
  const { statusCode, body } = answer
  assert.ok(statusCode >= 400 && statusCode < 500, `${statusCode}: ${body.slice(0, 300)}`)
  assert.equal(answer.headers['content-type'], 'application/json')
  const { code, message } = answer.json<{ code: unknown; message: unknown }>()
  assert.deepEqual([code, typeof message], [statusCode, 'string'])
  assert.ok(body.length < 1000, 'it repeats what was sent')
}

const members = (count: number) => Array.from({ length: count }, (_, number) => `"k${number}":1`).join(',')

function bodies(): Cases {
  const address = '"url":"https://example.org/new"'
  return {
    'broken JSON': json(`{${address}`),
    'JSON with a comma too many': json(`{${address},}`),
    'JSON with single quotes': json("{'url':'https://example.org/new'}"),
    'two JSON texts': json(`{${address}}{}`),
    'a bare text': json('"https://example.org/new"'),
    'a bare number': json('12'),
    'a bare null': json('null'),
    'a list': json(`[{${address}}]`),
    'JSON of a hundred thousand levels': json('['.repeat(100_000) + ']'.repeat(100_000)),
    'JSON of a hundred levels in a field': json(`{${address},"x":${'['.repeat(100)}${']'.repeat(100)}}`),
    'JSON with 2000 fields': json(`{${address},${members(2000)}}`),
    'JSON in UTF-16': json(Buffer.from(`\ufeff{${address}}`, 'utf16le')),
    'a form with too many fields': form(`url=https://example.org/new&${'a=1&'.repeat(100_000)}`),
    'a form without the address': form('title=x'),
    'a form whose address is a map': form('url[a][b]=https://example.org/new&__proto__[url]=https://example.org/new'),
    'JSON that means to be a prototype': json('{"__proto__":{"url":"https://example.org/new"}}'),
    'parts without an end': save({
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\ncontent-disposition: form-data; name="url"\r\n\r\nhttps://example.org/new',
    }),
    'parts without a boundary': save({ headers: { 'content-type': 'multipart/form-data' }, payload: '--x--' }),
    'a compressed body': save({ headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, payload: 'x' }),
    'a body above the limit': json(`{${address},"content":"${'x'.repeat(2_200_000)}"}`),
    'a body that claims 99 GB': save({ headers: { ...JSON_TYPE, 'content-length': '99000000000' }, payload: '{}' }),
    'JSON that says it is a text': save({ headers: { 'content-type': 'text/plain' }, payload: `{${address}}` }),
  }
}

function addresses(): Cases {
  const values: readonly unknown[] = [
    null,
    '',
    ' \t\n',
    12,
    true,
    {},
    ['https://example.org/'],
    '/page',
    'gopher://example.org/',
    'file:///etc/passwd',
    'dict://example.org/',
    'ftp://example.org/',
    'ldap://example.org/',
    'jar:http://example.org!/',
    'data:text/html,<p>x',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'blob:https://example.org/x',
    'about:blank',
    'view-source:https://example.org/',
    'ht\ntp://example.org/',
    'http:example.org',
    'http://',
    'http:///',
    'http://exa mple.org/',
    'http://example.org:99999/',
    'http://[::1',
    'http://[fe80::1%25eth0]/',
    'http://%zz/',
    'https://example.org/\r\nX: y',
    `https://example.org/${'a'.repeat(8192)}`,
    `https://example.org/${'ü'.repeat(4100)}`,
    `https://example.org/${'a'.repeat(1_000_000)}`,
    `https://${'a'.repeat(300_000)}.example.org/`,
  ]
  return Object.fromEntries(
    values.map((url) => [
      `the address ${JSON.stringify(url).slice(0, 60)}`,
      save({ headers: JSON_TYPE, payload: JSON.stringify({ url, title: 'T', content: '<p>C</p>', tags: 'new' }) }),
    ]),
  )
}

function ids(): Cases {
  const numbers = '0 -1 2147483648 9007199254740993 9223372036854775807 9223372036854775808 1e3 0x1 01 +1 1.5 １'
  const words = "exists lists tags null undefined 1; 1'-- 1%00 %201 ..%2f1 1/2 %zz %ff __proto__ constructor"
  const texts = [...numbers.split(' '), ...words.split(' '), '9'.repeat(101), '9'.repeat(5000)]
  const cases: Record<string, InjectOptions> = {}
  for (const text of texts) {
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const payload = method === 'PATCH' ? { title: 'Changed' } : undefined
      cases[`${method} of the id ${text.slice(0, 30)}`] = {
        method,
        url: `/api/entries/${text}`,
        ...(payload && { payload }),
      }
    }
  }
  return cases
}

function queries(id: number): Cases {
  const texts = 'page=0 page=-1 page=NaN page=999999999 page=9223372036854775808 perPage=0 perPage=-1 perPage=NaN'
  const more = 'perPage=%00 order=up order[]=asc&order= detail=x'
  const cases = `${texts} ${more}`.split(' ').map((text) => [`the list with ${text}`, { url: `/api/entries?${text}` }])
  return {
    ...(Object.fromEntries(cases) as Cases),
    'an entry in an unknown detail': { url: `/api/entries/${id}?detail=x` },
    'a deletion that expects something else': { method: 'DELETE', url: `/api/entries/${id}?expect=x` },
    'an unknown address': { url: '/api/entries.json/x.css' },
    'a method that is not there': { method: 'PUT', url: `/api/entries/${id}`, payload: { title: 'x' } },
    'an override of a method that is not there': {
      method: 'POST',
      url: `/api/entries/${id}`,
      headers: { 'x-http-method-override': 'PUT' },
      payload: { title: 'x' },
    },
  }
}

const many = (count: number) => Array.from({ length: count }, (_, number) => `t${number}`)
const add = (value: unknown) =>
  save({ headers: JSON_TYPE, payload: JSON.stringify({ url: 'https://example.org/kept', tags: value }) })

function tags(id: number): Cases {
  const change = (value: unknown): InjectOptions => ({
    method: 'PATCH',
    url: `/api/entries/${id}`,
    payload: { title: 'Changed', tags: value },
  })
  return {
    'a label of 251 letters': change('x'.repeat(251)),
    '101 tags': change(many(101)),
    '20,000 tags': change(many(20_000).join(',')),
    '20,000 tags on saving': add(many(20_000)),
    'a label of 300 letters on saving': add(['x'.repeat(300)]),
    'more tags than an entry may have, added to those it has': add(many(100)),
  }
}

async function foreignIds(t: TestContext, app: TestApp, id: number): Promise<void> {
  await t.test("another user's id is 404, and nothing changes", async () => {
    const before = await dumpState(app.database)
    for (const user of [app.bob, app.carol]) {
      for (const [method, payload] of [['GET'], ['PATCH', { title: 'Mine' }], ['DELETE']] as const) {
        const request = { method, ...(payload && { payload }) }
        const foreign = await app.ask(user, { ...request, url: `/api/entries/${id}` })
        const missing = await app.ask(user, { ...request, url: '/api/entries/987654' })
        assert.deepEqual([foreign.statusCode, foreign.body], [404, missing.body])
      }
    }
    const after = await dumpState(app.database)
    for (const table of ['entry', 'entry_content', 'entry_tag', 'tag', 'tombstone']) {
      assert.deepEqual(after[table], before[table])
    }
  })
}

async function odd(t: TestContext, app: TestApp): Promise<void> {
  const content = '<p>C</p>'
  await t.test(
    'NUL is dropped and lone surrogates become U+FFFD, in every field, and both databases agree',
    async () => {
      const text = 'a\0b\ud800c'
      const fields = { title: text, content: `<p>${text}</p>`, tags: [text], authors: text, origin_url: text }
      const entry = await app.save(app.alice, 'https://example.org/nul', fields)
      const expected = 'ab\ufffdc'
      assert.deepEqual([entry['title'], entry['origin_url'], entry['published_by']], [expected, expected, [expected]])
      assert.match(String(entry['content']), /ab\ufffdc/)
      assert.equal((entry['tags'] as { label: string }[])[0]!.label, expected)
      for (const query of [
        'tags=a%00b',
        'domain_name=%00',
        'since=%00',
        'sort=%00',
        'http_status=%00',
        'tags=%ED%A0%80',
      ]) {
        const answer = await app.ask(app.alice, { url: `/api/entries?${query}` })
        assert.equal(answer.statusCode, 200, `${query}: ${answer.body}`)
      }
    },
  )
  await t.test('NUL in a name or a password is a wrong one', async () => {
    const { client, alice } = app
    const parameters = { grant_type: 'password', client_id: client.id, client_secret: client.secret }
    for (const username of ['nobody\0', '\0', '\ud800', 'x'.repeat(60_000)]) {
      const payload = { ...parameters, username, password: alice.password }
      const answer = await app.app.inject({ method: 'POST', url: '/oauth/v2/token', payload })
      assert.equal(answer.statusCode, 400)
      const query = new URLSearchParams(payload).toString()
      if (username.length < 100) {
        assert.equal((await app.app.inject({ url: `/oauth/v2/token?${query}` })).statusCode, 400)
      }
    }
  })
  await t.test('labels with quotes, slashes, dots, markup and emoji are returned unchanged', async () => {
    const labels = ['"', "'", '<b>', 'a/b', '..', '🏳️‍🌈', '%', '_', '\\', 'x'.repeat(250), 'ß', 'i̇']
    const entry = await app.save(app.alice, 'https://example.org/labels', { title: 'T', content, tags: labels })
    const saved = (entry['tags'] as { label: string }[]).map(({ label }) => label)
    assert.deepEqual(saved.toSorted(), labels.toSorted())
    for (const label of labels) {
      const answer = await app.ask(app.alice, { url: `/api/entries?tags=${encodeURIComponent(label)}` })
      assert.equal(answer.json<{ total: number }>().total, 1, label)
    }
  })
  await t.test(
    'of a key that JSON has twice the last counts, and wrong types of other fields are ignored',
    async () => {
      const payload =
        '{"url":"x","url":"https://example.org/types","title":{},"content":[],"tags":{},"authors":{},"language":[]}'
      const answer = await app.ask(app.alice, json(payload))
      assert.equal(answer.statusCode, 200, answer.body)
      const { title, tags: none } = answer.json<WireEntry>()
      assert.deepEqual([title, none], ['types', []])
    },
  )
  await t.test('the longest address is saved, and a list may be deep', async () => {
    const url = `https://example.org/${'a'.repeat(8192 - 20)}`
    const entry = await app.save(app.alice, url, { title: 'Long', content })
    assert.equal(entry['url'], url)
    assert.equal((await app.ask(app.alice, { url: '/api/entries?page=1000000000&perPage=1' })).statusCode, 404)
  })
  await t.test('bytes that are no UTF-8 become U+FFFD', async () => {
    const payload = Buffer.concat([
      Buffer.from('{"url":"https://example.org/bytes","content":"<p>C</p>","title":"a'),
      Buffer.from([0xff]),
      Buffer.from('b"}'),
    ])
    assert.equal((await app.ask(app.alice, json(payload))).json<WireEntry>()['title'], 'a\ufffdb')
  })
}

/** Sends bytes and reads until the server closes the connection. @returns the whole response */
async function answerOf(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(5000, () => socket.destroy(new Error('no answer')))
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
}

async function onTheWire(t: TestContext, app: TestApp): Promise<void> {
  const address = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const port = Number(new URL(address).port)
  const head = 'Host: x\r\nConnection: close\r\n'
  const chunked = 'Transfer-Encoding: chunked\r\n'
  const cases: Readonly<Record<string, readonly [string, RegExp]>> = {
    'length and chunks at once': [
      `POST /api/entries HTTP/1.1\r\n${head}Content-Length: 5\r\n${chunked}\r\n0\r\n\r\n`,
      / 400 /,
    ],
    'two lengths': [`POST /api/entries HTTP/1.1\r\n${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, / 400 /],
    'a folded header': [`GET /api/version HTTP/1.1\r\n${head}X: a\r\n b\r\n\r\n`, / (?:400|200) /],
    'no host': ['GET /api/version HTTP/1.1\r\nConnection: close\r\n\r\n', / 400 /],
    'headers of 200 kB': [`GET /api/version HTTP/1.1\r\n${head}X: ${'a'.repeat(200_000)}\r\n\r\n`, / 431 /],
    'an address of 200 kB': [`GET /${'a'.repeat(200_000)} HTTP/1.1\r\n${head}\r\n`, / (?:414|431) /],
    TRACE: [`TRACE /api/version HTTP/1.1\r\n${head}\r\n`, / 405 /],
    'no HTTP at all': ['hello\r\n\r\n', / 400 /],
  }
  for (const [name, [bytes, expected]] of Object.entries(cases)) {
    await t.test(`on the wire: ${name}`, async () => {
      const answer = await answerOf(port, bytes).catch((error: NodeJS.ErrnoException) => {
        // The server may reset the connection while the client is still sending an oversized request, and the response
        // can then get lost. So a reset counts as status 431.
        if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return 'HTTP/1.1 431 \r\n'
        throw error
      })
      const [head, body] = answer.split('\r\n\r\n')
      assert.match(head!.split('\r\n')[0]!, expected)
      if (body) assert.equal(typeof (JSON.parse(body) as { message: unknown }).message, 'string', 'the envelope')
    })
  }
}
