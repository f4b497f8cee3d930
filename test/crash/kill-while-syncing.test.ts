import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { OperationResult } from '../../src/sync/operations/operation.ts'
import { operation, type SentOperation } from '../api/sync-operations.fixture.ts'
import { DIALECTS } from '../support/database.ts'
import { startDogear } from './dogear-process.ts'
import { LastInFirstOut, makeInstallation, type Installation } from './installation.ts'
import { seededRandom } from './seeded-random.ts'
import { ask, grantToken, makeAccount } from './api-client.ts'

/** Set `CRASH_SEED` to repeat a failed run. */
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000)
const KILLS = 2
/** Number of entries in one request. Each gets three operations. */
const ENTRIES = 20
/** Range in milliseconds between sending a request and the kill. A request takes more than 100 ms. */
const KILL_AFTER = [15, 150] as const

for (const dialect of DIALECTS) {
  test(`${dialect}: operations are applied once, although the server is killed while it applies them`, async (t) => {
    const cleanUp = new LastInFirstOut(t)
    const random = seededRandom(SEED)
    const installation = await makeInstallation(cleanUp, dialect, { DOGEAR_RUN_JOBS: 'off' })
    const { base, environment } = installation
    let server = startDogear(cleanUp, 'serve', environment)
    await server.ready
    const token = await grantToken(base, await makeAccount(environment))
    const applied: string[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const ops = requestOf(kill)
      const unanswered = ask(base, token, { method: 'POST', path: '/api/sync', body: { ops } })
      const after = random.between(...KILL_AFTER)
      await pause(after)
      await server.kill('SIGKILL')
      server = startDogear(cleanUp, 'serve', environment)
      await server.ready
      const before = await countEntries(installation, token)
      const isAnswered = (await unanswered).kind === 'answered'
      applied.push(`${before - kill * ENTRIES} after ${after} ms${isAnswered ? ', answered' : ''}`)
      const results = await sendAgain(installation, token, ops)
      assert.deepEqual(
        results.filter(({ result }) => result !== 'applied'),
        [],
        `seed ${SEED}`,
      )
      assert.deepEqual(await sendAgain(installation, token, ops), results)
    }
    t.diagnostic(`seed ${SEED}; of ${ENTRIES} entries were there: ${applied.join('; ')}`)
    for (const entry of await listEntries(installation, token)) {
      const { is_archived, tags, annotations } = entry as {
        is_archived: number
        tags: unknown[]
        annotations: unknown[]
      }
      assert.deepEqual([is_archived, tags.length, annotations.length], [1, 1, 1], `seed ${SEED}`)
    }
    assert.equal(await countEntries(installation, token), KILLS * ENTRIES)
    assert.equal((await server.kill('SIGTERM')).code, 0, server.output())
  })
}

function requestOf(round: number): SentOperation[] {
  return Array.from({ length: ENTRIES }, (_, index) => {
    const tmp = randomUUID()
    return [
      operation('entries create', { tmp, url: `http://127.0.0.1:9/${round}/${index}` }),
      operation('entries change', { id: tmp, set: { archived: true }, add_tags: ['sea'] }),
      operation('annotations create', { tmp: randomUUID(), entry: tmp, quote: '', ranges: [], text: 'why?' }),
    ]
  }).flat()
}

async function sendAgain(
  { base }: Installation,
  token: string,
  ops: readonly SentOperation[],
): Promise<readonly OperationResult[]> {
  const answer = await ask(base, token, { method: 'POST', path: '/api/sync', body: { ops } })
  assert.ok(answer.kind === 'answered' && answer.status === 200, JSON.stringify(answer))
  return answer.body['results'] as OperationResult[]
}

async function listEntries({ base }: Installation, token: string): Promise<readonly object[]> {
  const answer = await ask(base, token, { path: '/api/entries?perPage=200&detail=metadata' })
  assert.ok(answer.kind === 'answered' && answer.status === 200, JSON.stringify(answer))
  return (answer.body['_embedded'] as { readonly items: readonly object[] }).items
}

async function countEntries({ base }: Installation, token: string): Promise<number> {
  const answer = await ask(base, token, { path: '/api/entries?perPage=1' })
  assert.ok(answer.kind === 'answered' && answer.status === 200, JSON.stringify(answer))
  return answer.body['total'] as number
}
