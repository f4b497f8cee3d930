/**
 * Measures what a connection pooler costs: `npm run bench:pooler [-- --entries N] [--rounds N]`; by default 2,000 entries with
 * 10 kB of text each. The same requests are sent in turn to three copies of the service, which use one PostgreSQL: with
 * direct connections and named statements; with direct connections and without names, as a pooler requires; and through
 * PgBouncer in transaction mode, if it is installed. Requests do not use the network, and one runs at a time. Printed are
 * medians in milliseconds, and their ratio to the first copy.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { buildApp } from '../src/app.ts'
import { loadSettings } from '../src/config/load-settings.ts'
import { openServices } from '../src/services.ts'
import { poolerProgram, startPooler } from '../test/packaging/pooler-process.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { SILENT_LOG } from '../test/support/silent-log.ts'
import { median } from './median.ts'
import { seed } from './seed.ts'

const { values } = parseArgs({
  options: { entries: { type: 'string', default: '2000' }, rounds: { type: 'string', default: '300' } },
})
const [entries, rounds] = [Number(values.entries), Number(values.rounds)]
/** Number of rounds before the measurement, so that caches and compiled code are ready. */
const WARM_UP = 30

const undo: (() => unknown)[] = []
async function measure(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-bench-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const server = await startPostgres()
  undo.push(() => server.stop())
  const seeded = await seed({ databaseUrl: server.url, dataDirectory: folder, entries, contentBytes: 10_240 })
  const addresses: Record<string, Readonly<Record<string, string>>> = {
    'named statements': { DATABASE_URL: server.url },
    'no names': { DATABASE_URL: server.url, DATABASE_DIRECT_URL: server.url },
  }
  if (poolerProgram() !== undefined) {
    const pooler = await startPooler({ after: (step?: unknown) => undo.push(step as () => unknown) }, server.url, {})
    addresses['PgBouncer'] = { DATABASE_URL: pooler.through(server.url), DATABASE_DIRECT_URL: server.url }
  }
  const apps = new Map<string, FastifyInstance>()
  for (const [name, settings] of Object.entries(addresses)) apps.set(name, await openApp(folder, settings))

  const { clientId: client_id, clientSecret: client_secret, username, password } = seeded
  const grant = { grant_type: 'password', client_id, client_secret, username, password }
  const answer = await [...apps.values()][0]!.inject({ method: 'POST', url: '/oauth/v2/token', payload: grant })
  const headers = { authorization: `Bearer ${answer.json<{ access_token: string }>().access_token}` }
  for (const [name, request] of Object.entries(REQUESTS))
    await compare(name, apps, (round) => ({ ...request(round), headers }))
}

async function openApp(folder: string, settings: Readonly<Record<string, string>>): Promise<FastifyInstance> {
  const environment = { ...settings, DOGEAR_DATA_DIR: folder, DOGEAR_RATE_LIMITS: 'off' }
  const services = await openServices(loadSettings(environment).settings, SILENT_LOG)
  const app = await buildApp(services, { baseUrl: 'http://bench.test', logger: undefined })
  undo.push(async () => {
    await app.close()
    await services.close(0)
  })
  return app
}

const REQUESTS: Readonly<Record<string, (round: number) => InjectOptions>> = {
  'one entry': (round) => ({ url: `/api/entries/${1 + (round % 100)}.json` }),
  'list of 30 without content': () => ({ url: '/api/entries.json?perPage=30&detail=metadata' }),
  'page 20 of a tag': (round) => ({ url: `/api/entries.json?perPage=30&tags=bench&page=${20 + (round % 3)}` }),
  'is an address saved': (round) => ({ url: `/api/entries/exists.json?url=https://example.org/article/${round}` }),
  'search for words': (round) => ({ url: `/api/search.json?term=article+${round}&perPage=30` }),
  'change of an entry': (round) => ({
    method: 'PATCH',
    url: `/api/entries/${1 + (round % 100)}.json`,
    payload: { starred: round % 2 },
  }),
}

/** Sends a request to each app in turn, and prints the medians. */
async function compare(
  name: string,
  apps: ReadonlyMap<string, FastifyInstance>,
  request: (round: number) => InjectOptions,
): Promise<void> {
  const times = new Map<string, number[]>([...apps.keys()].map((key) => [key, []]))
  for (let round = 0; round < rounds + WARM_UP; round++) {
    // The first request of a round fills the caches of the database, so the apps take turns.
    const order = [...apps]
    for (const [key, app] of [...order.slice(round % order.length), ...order.slice(0, round % order.length)]) {
      const since = performance.now()
      const { statusCode, body } = await app.inject(request(round))
      if (statusCode !== 200) throw new Error(`${name}: ${statusCode} ${body.slice(0, 200)}`)
      if (round >= WARM_UP) times.get(key)!.push(performance.now() - since)
    }
  }
  const medians = [...times].map(([key, all]) => ({ key, time: median(all) }))
  const columns = medians.map(({ key, time }) => {
    const ratio = (time / medians[0]!.time).toFixed(2)
    return `${key} ${time.toFixed(2)} ms (${ratio})`
  })
  console.log(`${name}: ${columns.join(', ')}`)
}

try {
  await measure()
} finally {
  for (const step of undo.toReversed()) await step()
}
