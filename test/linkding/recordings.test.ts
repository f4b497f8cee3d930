import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { testApp, type TestApp } from '../support/app.ts'
import { shapeDifferences } from '../support/compare-shapes.ts'
import { DIALECTS } from '../support/database.ts'
import { OUT_OF_SCOPE } from './out-of-scope.ts'

/** A request to linkding 1.46.2, and its response. The pages of the bookmarks are on closed ports of this machine. */
interface Recording {
  readonly name: string
  readonly method: NonNullable<InjectOptions['method']>
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | object
  readonly status: number
  /** the body of a JSON response */
  readonly json?: unknown
}

const RECORDINGS = readFileSync(new URL('recordings.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recording)

for (const dialect of DIALECTS) {
  test(`${dialect}: recorded requests to linkding get the same status and a body of the same shape`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_SAVE_WAIT_SECONDS: '0' } })
    const keys = {
      alice: await app.newKey(app.alice),
      bob: await app.newKey(app.bob),
    }
    const ids: Ids = new Map()
    const differing: string[] = []
    for (const recording of RECORDINGS) {
      const { name, method, path, status, json } = recording
      if (OUT_OF_SCOPE[name] !== undefined) continue
      const answer = await replay(app, recording, { keys, ids })
      const isJson = String(answer.headers['content-type']).startsWith('application/json') && answer.body !== ''
      const ours: unknown = isJson ? answer.json() : undefined
      if (answer.statusCode !== status) differing.push(`${name}: ${answer.statusCode}, not ${status}: ${answer.body}`)
      else if (json !== undefined && method !== 'HEAD') differing.push(...shapeDifferences(ours, json, name))
      if (status < 300) remember(ids, ours, json, path)
    }
    assert.deepEqual(differing, [])
  })
}

test('each exchange that is out of scope exists and has a reason', () => {
  const names = new Set(RECORDINGS.map(({ name }) => name))
  for (const [name, reason] of Object.entries(OUT_OF_SCOPE)) {
    assert.ok(names.has(name), name)
    assert.ok(reason.length > 10, name)
  }
})

/** our ids of bookmarks and tags, by their kind and the recorded id */
type Ids = Map<string, number>

interface Replayed {
  readonly keys: Readonly<Record<string, string>>
  readonly ids: Ids
}

/** Sends a recorded request with our ids and keys. */
function replay(app: TestApp, { method, path, headers = {}, body }: Recording, { keys, ids }: Replayed) {
  const ownId = (_: string, kind: string, id: string) => `/${kind}/${ids.get(`${kind} ${id}`) ?? id}`
  const authorization = headers['authorization']?.replace(/\{\{(\w+)\.token\}\}/, (_, user: string) => keys[user]!)
  return app.app.inject({
    method,
    url: `/linkding${path.replace(/\/(bookmarks|tags)\/(\d+)/, ownId)}`,
    headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    ...(body !== undefined && { payload: body }),
  })
}

function remember(ids: Ids, ours: unknown, theirs: unknown, path: string): void {
  const kind = /\/(bookmarks|tags)\//.exec(path)?.[1]
  if (kind === 'tags') {
    const names = new Map(itemsOf(ours).map(({ name, id }) => [name, id as number]))
    for (const { name, id } of itemsOf(theirs)) ids.set(`tags ${String(id)}`, names.get(name) ?? 0)
  }
  const [our, their] = [ours as Item | undefined, theirs as Item | undefined]
  if (kind === 'bookmarks' && typeof our?.['id'] === 'number') {
    ids.set(`bookmarks ${String(their?.['id'])}`, our['id'])
  }
}

type Item = Readonly<Record<string, unknown>>

const itemsOf = (body: unknown): readonly Item[] => (body as { results?: readonly Item[] } | undefined)?.results ?? []
