import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: { readonly description?: string; readonly enum?: readonly string[]; readonly type?: string }
}

interface Operation {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: object }>> }
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema?: object }>> }>>
  readonly security?: readonly object[]
}

interface Reference {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly securitySchemes: object }
}

/** All operations of the API. */
const ROUTES = [
  'delete /api/annotations/{id}',
  'delete /api/collections/{collection}',
  'delete /api/collections/{collection}/entries',
  'delete /api/entries/list',
  'delete /api/entries/tags/list',
  'delete /api/entries/{entry}',
  'delete /api/entries/{entry}/tags/{tag}',
  'delete /api/imports/unplaced/{id}',
  'delete /api/imports/{id}',
  'delete /api/site-credentials/{host}',
  'delete /api/site-rules/{host}',
  'delete /api/tag/label',
  'delete /api/taggingrules/{id}',
  'delete /api/tags/label',
  'delete /api/tags/{tag}',
  'delete /api/trash',
  'delete /api/trash/entries',
  'delete /api/trash/{entry}',
  'get /api/admin/failing-hosts',
  'get /api/annotations',
  'get /api/annotations/{id}',
  'get /api/collections',
  'get /api/collections/{collection}',
  'get /api/config',
  'get /api/entries',
  'get /api/entries/exists',
  'get /api/entries/{entry}',
  'get /api/entries/{entry}/content',
  'get /api/entries/{entry}/export',
  'get /api/entries/{entry}/export.{format}',
  'get /api/entries/{entry}/extraction',
  'get /api/entries/{entry}/tags',
  'get /api/export',
  'get /api/imports',
  'get /api/imports/unplaced',
  'get /api/imports/{id}',
  'get /api/info',
  'get /api/mail/addresses',
  'get /api/mail/deliveries',
  'get /api/search',
  'get /api/site-credentials',
  'get /api/site-credentials/{host}',
  'get /api/site-rules',
  'get /api/site-rules/{host}',
  'get /api/sync',
  'get /api/sync/events',
  'get /api/taggingrule/export',
  'get /api/taggingrules',
  'get /api/tags',
  'get /api/trash',
  'get /api/user',
  'get /api/version',
  'get /oauth/v2/token',
  'patch /api/collections/{collection}',
  'patch /api/collections/{collection}/entries/{entry}',
  'patch /api/entries/{entry}',
  'patch /api/entries/{entry}/reload',
  'post /api/admin/extract',
  'post /api/annotations/{id}',
  'post /api/capture',
  'post /api/collections',
  'post /api/collections/{collection}/entries',
  'post /api/documents',
  'post /api/entries',
  'post /api/entries/lists',
  'post /api/entries/tags/lists',
  'post /api/entries/{entry}/tags',
  'post /api/import/koreader-highlights',
  'post /api/imports',
  'post /api/imports/unplaced/{id}/assign',
  'post /api/mail/deliveries',
  'post /api/sync',
  'post /api/sync/content',
  'post /api/taggingrules',
  'post /api/taggingrules/apply',
  'post /api/taggingrules/try',
  'post /api/trash/restore',
  'post /oauth/v2/device',
  'post /oauth/v2/register',
  'post /oauth/v2/revoke',
  'post /oauth/v2/token',
  'put /api/annotations/{id}',
  'put /api/site-credentials/{host}',
  'put /api/site-rules/{host}',
  'put /api/taggingrules/{id}',
  'put /api/user',
]

/** Parameters of the list of entries (wallabag contract 2.1). */
const LIST =
  'annotations archive collection detail domain_name http_status notParsed order page perPage public q since sort starred tags'

test('the reference', async (t) => {
  const { app, alice, ask } = await testApp(t, 'sqlite')
  const answer = await app.inject({ url: '/api/doc.json' })
  const reference = answer.json<Reference>()
  const operations = Object.entries(reference.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
  )

  await t.test('is a public OpenAPI document of version 3.1', () => {
    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/json'])
    assert.match(reference.openapi, /^3\.1\.\d+$/)
    assert.ok(reference.info.title && reference.info.version && reference.info.description)
    assert.deepEqual(Object.keys(reference.components.securitySchemes), ['bearer'])
  })
  await t.test('describes every route, and no other', () => {
    assert.deepEqual(operations.map(({ name }) => name).toSorted(), ROUTES)
  })
  for (const { name, path, operation } of operations) {
    await t.test(`${name} has a summary, described parameters and answers`, () => {
      assert.ok(operation.summary && operation.summary.length > 5)
      assert.ok(operation.tags?.length === 1)
      assertParameters(path, operation)
      assertAnswers(name, operation)
    })
  }
  await t.test('the list has every parameter of the contract', () => {
    const { parameters = [] } = reference.paths['/api/entries']!['get']!
    assert.equal(
      parameters
        .map((parameter) => parameter.name)
        .toSorted()
        .join(' '),
      LIST,
    )
  })
  await t.test('saving and changing have the fields of their bodies', () => {
    for (const operation of [
      reference.paths['/api/entries']!['post']!,
      reference.paths['/api/entries/{entry}']!['patch']!,
    ]) {
      const text = JSON.stringify(operation.requestBody)
      for (const field of ['title', 'content', 'tags', 'archive', 'starred', 'language', 'origin_url']) {
        assert.match(text, new RegExp(`"${field}":`))
      }
    }
  })
  await t.test('routes documented as public are public, and the others need a token', async () => {
    for (const { name, path, operation } of operations.filter(({ name }) => name.includes(' /api/'))) {
      const method = name.split(' ')[0]!.toUpperCase() as 'GET'
      const { statusCode } = await app.inject({ method, url: path.replaceAll(/\{\w+\}/g, '1') })
      assert.equal(statusCode === 401, (operation.security?.length ?? 0) > 0, name)
    }
  })
  await page(t, (url) => ask(undefined, { url }))
  await t.test('an entry has the members of its schema, in the same order', async () => {
    await ask(alice, {
      method: 'POST',
      url: '/api/entries',
      payload: { url: 'https://example.org/', title: 'T', content: 'C' },
    })
    const list = (await ask(alice, { url: '/api/entries' })).json<{ _embedded: { items: object[] } }>()
    const { responses } = reference.paths['/api/entries/{entry}']!['get']!
    const schema = responses!['200']!.content!['application/json']!.schema as { properties: object }
    assert.deepEqual(Object.keys(list._embedded.items[0]!), Object.keys(schema.properties))
  })
})

function assertParameters(path: string, { parameters = [], requestBody }: Operation): void {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
  assert.deepEqual(
    parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
    inPath,
  )
  for (const { name, in: place, required, description, schema } of parameters) {
    assert.ok(description || schema?.description || schema?.enum, `${name} is not described`)
    assert.ok(schema?.type, `${name} has no type`)
    if (place === 'path') assert.equal(required, true)
  }
  for (const { schema } of Object.values(requestBody?.content ?? {})) assert.ok(schema)
}

function assertAnswers(name: string, { responses = {} }: Operation): void {
  const success = responses['200'] ?? responses['201']
  assert.ok(success?.content?.['application/json']?.schema, 'no schema of a success')
  const failures = Object.keys(responses).filter((status) => status >= '400')
  if (!/version|info/.test(name)) assert.ok(failures.length > 0, 'no failure is described')
}

type Get = (url: string) => Promise<{ statusCode: number; body: string; headers: Record<string, unknown> }>

async function page(t: { test: typeof test }, get: Get): Promise<void> {
  await t.test('the page is served from here alone, with everything that it loads', async () => {
    const moved = await get('/api/doc')
    assert.deepEqual([moved.statusCode, moved.headers['location']], [301, '/api/doc/'])
    const answer = await get('/api/doc/')
    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'text/html; charset=utf-8'])
    assert.doesNotMatch(answer.body, /(?:src|href)="(?:https?:)?\/\//)
    const policy = String(answer.headers['content-security-policy'])
    assert.doesNotMatch(policy, /https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/)
    const loaded = [...answer.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1]!)
    assert.ok(loaded.length >= 4)
    for (const address of loaded) assert.equal((await get(address)).statusCode, 200, address)
    assert.doesNotMatch((await get('/api/doc/start.js')).body, /https?:\/\//)
  })
}
