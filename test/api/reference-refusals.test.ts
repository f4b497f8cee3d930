import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { InjectOptions } from 'fastify'
import { testApp } from '../support/app.ts'

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

interface Link {
  readonly operationId: string
  readonly parameters: Readonly<Record<string, string>>
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
  readonly responses: Readonly<
    Record<string, { links?: Record<string, Link>; content?: Readonly<Record<string, { schema: Schema }>> }>
  >
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/**
 * Request bodies that the schema allows or forbids. The service must decide in the same way. `1` is the id of an entry.
 */
const BODIES: readonly (readonly [operation: string, body: object, isAllowed: boolean])[] = [
  ['post /api/entries', { url: 'https://example.org/a', title: 'T', content: 'C' }, true],
  ['post /api/entries', { title: 'T' }, false],
  ['post /api/entries', { url: '' }, false],
  ['post /api/entries', { url: 'ftp://example.org/' }, false],
  ['post /api/entries', { url: `https://example.org/${'a'.repeat(8192)}` }, false],
  ['patch /api/entries/{entry}', { tags: 'a, b' }, true],
  ['patch /api/entries/{entry}', { tags: 'x'.repeat(250) }, true],
  ['patch /api/entries/{entry}', { tags: 'x'.repeat(251) }, false],
  ['patch /api/entries/{entry}', { tags: ['x'.repeat(251)] }, false],
  ['patch /api/entries/{entry}', { tags: Array.from({ length: 101 }, (_, i) => `t${i}`) }, false],
  ['patch /api/entries/{entry}', { tags: Array.from({ length: 101 }, (_, i) => `t${i}`).join() }, false],
  ['post /api/annotations/{id}', { text: 'x', quote: 'y', ranges: [{ start: '/p[1]', startOffset: '1' }] }, true],
  ['post /api/annotations/{id}', { quote: 'x'.repeat(10_001) }, false],
  ['post /api/annotations/{id}', { text: 'x'.repeat(100_001) }, false],
  ['post /api/annotations/{id}', { ranges: [{ start: '/p[1]', place: 1 }] }, false],
  ['post /api/annotations/{id}', { ranges: Array.from({ length: 11 }, () => ({})) }, false],
  ['post /api/taggingrules', { rule: 'readingTime > 5', tags: 'long' }, true],
  ['post /api/taggingrules', { rule: 'readingTime > 5' }, false],
  ['post /api/taggingrules', { tags: 'long' }, false],
  ['post /api/taggingrules', { rule: `title = "${'x'.repeat(255)}"`, tags: 'long' }, false],
  ['post /api/taggingrules', { rule: `"${'x'.repeat(300)}"`, language: 'query', tags: 'long' }, true],
  ['post /api/taggingrules', { rule: `"${'x'.repeat(5000)}"`, language: 'query', tags: 'long' }, false],
  ['put /api/site-credentials/{host}', { username: 'alice', password: 'ink' }, true],
  ['put /api/site-credentials/{host}', { username: 'a:b', password: 'ink' }, false],
  ['put /api/site-credentials/{host}', { username: '', password: 'ink' }, false],
  ['put /api/site-credentials/{host}', { username: 'alice', password: 'x'.repeat(1025) }, false],
  ['put /api/site-rules/{host}', { rules: 'body: //article' }, true],
]

const PLACES: Readonly<Record<string, string>> = { '{entry}': '1', '{id}': '1', '{host}': 'example.org' }

test('the reference and the service refuse the same input', async (t) => {
  const { app, alice, ask, save } = await testApp(t, 'sqlite')
  const { paths } = (await app.inject({ url: '/api/doc.json' })).json<{ paths: Paths }>()
  await save(alice, 'https://example.org/1', { title: 'One', content: '<p>One</p>' })
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  for (const [name, body, isAllowed] of BODIES) {
    const [method, path] = name.split(' ') as [string, string]
    await t.test(`${name} ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const schema = paths[path]?.[method]?.requestBody?.content['application/json']?.schema
      assert.equal(ajv.validate(schema!, body), isAllowed, ajv.errorsText())
      const url = path.replaceAll(/\{\w+\}/g, (place) => PLACES[place]!)
      const answer = await ask(alice, {
        method: method.toUpperCase() as InjectOptions['method'],
        url,
        payload: body,
      } as InjectOptions)
      assert.equal(answer.statusCode, isAllowed ? 200 : 400, answer.body)
    })
  }
})

test('answers that contain ids are linked with the operations that take them', async (t) => {
  const { app } = await testApp(t, 'sqlite')
  const { paths } = (await app.inject({ url: '/api/doc.json' })).json<{ paths: Paths }>()
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
  assert.equal(byId.size, operations.length, 'two operations have the same name')
  const linked = new Set<string>()
  for (const { operationId, responses } of operations) {
    for (const { links = {}, content } of Object.values(responses)) {
      for (const [name, link] of Object.entries(links)) {
        const target = byId.get(link.operationId)
        assert.ok(target, `${operationId}: ${name}`)
        linked.add(link.operationId)
        const names = target.parameters?.filter((parameter) => parameter.in === 'path').map((one) => one.name) ?? []
        assert.deepEqual(Object.keys(link.parameters).toSorted(), names.toSorted(), `${operationId}: ${name}`)
        for (const expression of Object.values(link.parameters)) assertLeads(expression, content, operationId)
      }
    }
  }
  const byNumber = operations.filter(({ parameters = [] }) => parameters.some((one) => one.in === 'path'))
  const unreached = byNumber.filter(({ operationId }) => !linked.has(operationId)).map((one) => one.operationId)
  // No response contains the parameters in the paths of these operations: the first path needs an export format, and
  // the second path needs the ids of both a collection and an entry.
  assert.deepEqual(unreached.toSorted(), [
    'get_entries_entry_export_format',
    'patch_collections_collection_entries_entry',
  ])
})

/**
 * Asserts that the schema contains the member to which an expression points.
 * @param expression a runtime expression of OpenAPI
 */
function assertLeads(expression: string, content: Operation['responses'][string]['content'], from: string): void {
  if (expression.startsWith('$request.path.')) return
  const steps = expression.replace('$response.body#/', '').split('/')
  let schema: Schema | undefined = content?.['application/json']?.schema
  for (const step of steps) schema = /^\d+$/.test(step) ? schema?.items : schema?.properties?.[step]
  assert.ok(schema, `${from}: ${expression}`)
}
