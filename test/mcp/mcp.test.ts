import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

type Mode = 'legacy' | { readonly pin: string }
/** Both generations of the protocol, as the official client speaks them. */
const MODES: readonly Mode[] = ['legacy', { pin: '2026-07-28' }]

/** Connects the official client with an app password. */
async function connect(t: TestContext, address: string, key: string, mode: Mode): Promise<Client> {
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }))
  t.after(() => client.close())
  return client
}

async function call(client: Client, name: string, input: object = {}) {
  const result = await client.callTool({ name, arguments: { ...input } })
  const blocks = result.content as readonly { readonly text: string }[]
  return {
    data: result.structuredContent as Record<string, unknown>,
    isError: result.isError,
    texts: blocks.map(({ text }) => text),
  }
}

const READING = ['search', 'what_to_read', 'read_entry', 'list_collections', 'list_tags', 'list_highlights']

for (const dialect of DIALECTS) {
  test(`${dialect}: assistants`, async (t) => {
    const app = await testApp(t, dialect)
    const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
    const content = '<h2>Tides</h2><p>The moon pulls the water, and the harbour fills.</p>'
    const { id } = await app.save(app.alice, 'https://sea.example/tides', {
      title: 'On tides',
      content,
      tags: 'sea',
      authors: 'Ada Bell, Grace Hill',
    })
    await app.save(app.bob, 'https://sea.example/secret', { title: 'Secret tides', content })
    for (const mode of MODES) {
      const name = typeof mode === 'string' ? mode : mode.pin
      await t.test(`${name}: with the right to read, a library is searched and read`, async () => {
        const client = await connect(t, `${base}/mcp`, await app.newKey(app.alice, ['read']), mode)
        assert.deepEqual(
          (await client.listTools()).tools.map((tool) => tool.name),
          READING,
        )
        const { data } = await call(client, 'search', { query: 'tides' })
        const [entry] = data['entries'] as Record<string, unknown>[]
        assert.deepEqual([data['total'], entry?.['id'], entry?.['title']], [1, id, 'On tides'])
        assert.deepEqual(entry?.['authors'], ['Ada Bell', 'Grace Hill'])
        const read = await call(client, 'read_entry', { id })
        assert.match(read.texts[1]!, /written by strangers/)
        assert.match(read.texts[2]!, /^## Tides\n\nThe moon pulls the water/)
        const part = await call(client, 'read_entry', { id, offset: 3, max_characters: 100 })
        assert.match(part.texts[2]!, /^Tides/)
        assert.deepEqual((await call(client, 'list_tags')).data, { tags: [{ name: 'sea', entries: 1 }] })
        assert.deepEqual((await call(client, 'list_collections')).data, { collections: [] })
        assert.equal((await call(client, 'what_to_read', { minutes: 5 })).data['total'], 1)
      })
      await t.test(`${name}: without the right to write, nothing is changed`, async () => {
        const client = await connect(t, `${base}/mcp`, await app.newKey(app.alice, ['read']), mode)
        await assert.rejects(call(client, 'save', { url: 'https://sea.example/other' }))
        const { data } = await call(client, 'search', {})
        assert.equal(data['total'], 1)
      })
      await t.test(`${name}: with all rights, an assistant saves, changes and highlights`, async () => {
        const user = await app.newUser()
        const client = await connect(t, `${base}/mcp`, await app.newKey(user, ['read', 'save', 'write']), mode)
        const entry = await app.save(user, 'https://sea.example/tides', { title: 'On tides', content })
        const changed = await call(client, 'change_entries', { ids: [entry.id], archived: true, add_tags: ['Moon'] })
        assert.deepEqual(changed.data, { changed: 2 })
        const highlight = { id: entry.id, quote: 'the harbour fills', note: 'twice a day' }
        assert.equal((await call(client, 'add_highlight', highlight)).data['new'], true)
        assert.equal((await call(client, 'add_highlight', highlight)).data['new'], false)
        const { data } = await call(client, 'list_highlights')
        const [listed] = data['highlights'] as Record<string, unknown>[]
        assert.deepEqual(
          [listed?.['quote'], listed?.['note'], listed?.['entry']],
          ['the harbour fills', 'twice a day', entry.id],
        )
        const saved = await call(client, 'save', { url: `${app.site.url}/news`, tags: ['news'] })
        assert.deepEqual([saved.data['new'], Object.keys(saved.data)], [true, ['id', 'link', 'new']])
        const shown = (await app.ask(user, { url: `/api/entries/${entry.id}` })).json<Record<string, unknown>>()
        assert.deepEqual([shown['is_archived'], (shown['tags'] as { label: string }[])[0]?.label], [1, 'moon'])
      })
      await t.test(`${name}: wrong input and the entries of others are refused in words`, async () => {
        const client = await connect(t, `${base}/mcp`, await app.newKey(app.bob, ['read', 'save', 'write']), mode)
        for (const [tool, input, message] of [
          ['read_entry', { id }, /no such entry/],
          ['read_entry', {}, /"id" is required/],
          ['search', { limit: 1000 }, /"limit" must be a whole number from 1 to 50/],
          ['search', { query: 7 }, /"query" must be a text/],
          ['change_entries', { ids: [id], archived: true }, /no entries with these ids/],
          ['change_entries', { ids: ['one'] }, /each value is a whole number/],
          ['add_highlight', { id: 2, quote: 'never written' }, /does not contain this quote/],
          ['save', { url: 'ftp://sea.example' }, /not a valid url/],
        ] as const) {
          const { isError, texts } = await call(client, tool, input)
          assert.equal(isError, true, tool)
          assert.match(texts[0]!, message)
        }
        const { data } = await call(client, 'search', {})
        assert.equal(data['total'], 1)
      })
    }
  })
}

const message = (method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })

test('what is no valid message, and what may not come in', async (t) => {
  const app = await testApp(t, 'sqlite')
  const key = await app.newKey(app.alice, ['read'])
  const post = (payload: string, headers: Record<string, string> = {}) =>
    app.app.inject({
      method: 'POST',
      url: '/mcp',
      payload,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
    })
  const modern = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
  for (const [answer, status, code] of [
    [await post('{'), 400, -32700],
    [await post('[]'), 400, -32600],
    [await post('{"jsonrpc":"2.0","id":null,"method":"ping"}'), 400, -32600],
    [await post(message('resources/list')), 200, -32601],
    [await post(message('tools/call', { name: 'delete_everything' })), 200, -32602],
    [await post(message('tools/list', modern), { ...headers, 'mcp-method': 'tools/call' }), 400, -32020],
    [
      await post(message('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } })),
      400,
      -32022,
    ],
    [await post(message('tools/list'), { origin: 'https://elsewhere.example' }), 403, -32600],
  ] as const) {
    assert.equal(answer.statusCode, status, answer.body)
    assert.equal(answer.json<{ error: { code: number } }>().error.code, code)
  }
  assert.equal((await post('{"jsonrpc":"2.0","method":"notifications/initialized"}')).statusCode, 202)
  assert.equal(
    (await post(message('tools/list', modern), headers)).json<{ result: object }>().result.hasOwnProperty('ttlMs'),
    true,
  )
  const without = await post(message('tools/list'), { authorization: 'Bearer nothing' })
  assert.equal(without.statusCode, 401)
  assert.match(
    String(without.headers['www-authenticate']),
    /resource_metadata="[^"]+\/\.well-known\/oauth-protected-resource\/mcp", scope="read"$/,
  )
  const forbidden = await post(message('tools/call', { name: 'save', arguments: { url: 'https://sea.example' } }))
  assert.equal(forbidden.statusCode, 403)
  assert.match(String(forbidden.headers['www-authenticate']), /error="insufficient_scope".*scope="save"/)
  assert.equal((await app.app.inject({ url: '/mcp' })).statusCode, 405)
  const described = await app.app.inject({ url: '/.well-known/oauth-protected-resource/mcp' })
  assert.match(described.json<{ resource: string }>().resource, /\/mcp$/)
})

test('an access token of the OAuth server is accepted, and the setting turns all off', async (t) => {
  const app = await testApp(t, 'sqlite')
  const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const client = await connect(t, `${base}/mcp`, await app.token(app.alice), 'legacy')
  assert.equal((await client.listTools()).tools.length, 9)
  const off = await testApp(t, 'sqlite', { environment: { DOGEAR_MCP: 'off' } })
  assert.equal((await off.app.inject({ method: 'POST', url: '/mcp', payload: '{}' })).statusCode, 404)
})

test('an assistant changes a library at most sixty times an hour', async (t) => {
  const app = await testApp(t, 'sqlite', { environment: { DOGEAR_RATE_LIMITS: 'on' } })
  const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const client = await connect(t, `${base}/mcp`, await app.newKey(app.alice, ['read', 'write']), 'legacy')
  const { id } = await app.save(app.alice, 'https://sea.example/tides', { title: 'On tides', content: '<p>Text.</p>' })
  for (let count = 0; count < 60; count++) {
    assert.equal((await call(client, 'change_entries', { ids: [id], starred: count % 2 === 0 })).isError, undefined)
  }
  const last = await call(client, 'change_entries', { ids: [id], starred: true })
  assert.equal(last.isError, true)
})
