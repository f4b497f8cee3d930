/**
 * Measures the load that one process can handle. The request rate doubles from step to step, until more than one
 * response in a hundred takes over half a second. `npm run bench:capacity [-- --users N] [--entries N] [--seconds N]
 * [--first N] [--postgres]`; by default 100 users with 200 entries of 20 kB each, 20 seconds for each step, starting
 * with 100 requests a second after a warm-up step, on SQLite. The load generator and the site of the saved pages run on
 * the same machine.
 *
 * The mix of requests is typical of an app. Of 20 requests, 8 ask for changes and find none (304), 4 read a list of 30
 * entries with content, 4 read one entry, 2 check whether an address is saved, 1 archives an entry, and 1 saves a page,
 * which is fetched and extracted before the response.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { parseDatabaseUrl } from '../src/db/database-url.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { findUsersBehind, type RunStatement } from '../src/search/changed-entries.ts'
import { createUser } from '../src/users/create-user.ts'
import { passwordHasher } from '../src/users/passwords/password-hasher.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { sendPoissonRequests } from './send-poisson-requests.ts'
import { reading, saving, SAVES, type Reader } from './capacity-requests.ts'
import { freePort } from './free-port.ts'
import { cpuSeconds, residentMegabytes } from './start-process.ts'
import { seed, seedEntries } from './seed.ts'
import { startServer } from './start-server.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100' },
    entries: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    first: { type: 'string', default: '100' },
    postgres: { type: 'boolean', default: false },
  },
})
const [users, entries, seconds, first] = [values.users, values.entries, values.seconds, values.first].map(Number) as [
  number,
  number,
  number,
  number,
]
const CONTENT_BYTES = 20_000
/**
 * Maximum 99th percentile of the response times in milliseconds. If it is exceeded, the server cannot handle the
 * request rate.
 */
const MAX_P99_MS = 500
let pages = 0
const nextPage = () => `http://127.0.0.1:${sitePort}/page/${pages++}`
const sitePort = await freePort()
const directory = await mkdtemp(join(tmpdir(), 'dogear-bench-capacity-'))
const postgres = values.postgres ? await startPostgres() : undefined
const databaseUrl = postgres?.url ?? `sqlite:${join(directory, 'dogear.db')}`
const site = await startSite(sitePort)
try {
  const { clientId, clientSecret, password } = await fill()
  const server = await startServer({
    DOGEAR_DATA_DIR: directory,
    DATABASE_URL: databaseUrl,
    DOGEAR_FETCH_ALLOW: `127.0.0.1:${sitePort}`,
  })
  const { base } = server
  const readers = await signIn(base, { clientId, clientSecret, password })
  print('arrive', 'answered', 'reads p50', 'reads p99', 'saves p50', 'saves p99', 'CPU', 'memory')
  const pool = new Pool(base, { connections: 128 })
  await untilIndexed()
  await run(pool, readers, first)
  let keepsUp = true
  for (let rate = first; keepsUp; rate *= 2) keepsUp = await step(pool, readers, { rate, pid: server.pid })
  await pool.close()
  await server.stop()
} finally {
  site.close()
  await postgres?.stop()
  await rm(directory, { recursive: true, force: true })
}

async function fill() {
  const since = performance.now()
  const seeded = await seed({ databaseUrl, dataDirectory: directory, entries, contentBytes: CONTENT_BYTES })
  const database = await openDatabase({ location: parseDatabaseUrl(databaseUrl), poolSize: 4 })
  const deps = { database, clock: systemClock, hasher: passwordHasher() }
  for (let index = 1; index < users; index++) {
    const account = { username: `reader${index}`, email: '', password: seeded.password, isAdmin: false }
    const { id } = await createUser(deps, account)
    await seedEntries(deps, id, { entries, contentBytes: CONTENT_BYTES })
  }
  await database.close()
  const took = ((performance.now() - since) / 1000).toFixed(0)
  console.log(`${users} users with ${entries} entries each, ${values.postgres ? 'PostgreSQL' : 'SQLite'}, in ${took} s`)
  return seeded
}

/** Waits until the seeded entries are indexed. Indexing a whole library is not part of the measurement. */
async function untilIndexed(): Promise<void> {
  const database = await openDatabase({ location: parseDatabaseUrl(databaseUrl), poolSize: 1 })
  const ask: RunStatement = (sql, parameters) => database.prepare<never>(sql).all(...parameters)
  while ((await findUsersBehind(ask)).length > 0) await new Promise((resolve) => setTimeout(resolve, 500))
  await database.close()
}

async function signIn(
  base: string,
  { clientId, clientSecret, password }: { clientId: string; clientSecret: string; password: string },
): Promise<Reader[]> {
  const readers: Reader[] = []
  for (let index = 0; index < users; index++) {
    const username = index === 0 ? 'reader' : `reader${index}`
    const grant = { grant_type: 'password', client_id: clientId, client_secret: clientSecret, username, password }
    const answer = await fetch(`${base}/oauth/v2/token`, { method: 'POST', body: new URLSearchParams(grant) })
    const { access_token } = (await answer.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
    const list = await fetch(`${base}/api/entries?detail=metadata&perPage=100`, { headers })
    const { _embedded } = (await list.json()) as { _embedded: { items: { id: number }[] } }
    readers.push({ headers, etag: list.headers.get('etag') ?? '', entries: _embedded.items.map(({ id }) => id) })
  }
  return readers
}

/** @returns true if the server can handle this request rate */
async function step(
  pool: Pool,
  readers: readonly Reader[],
  { rate, pid }: { readonly rate: number; readonly pid: number },
): Promise<boolean> {
  const cpuBefore = await cpuSeconds(pid)
  const since = performance.now()
  const [reads, saves] = await run(pool, readers, rate)
  const took = (performance.now() - since) / 1000
  const cpu = ((await cpuSeconds(pid)) - cpuBefore) / took
  const answered = (reads.length + saves.length) / took
  const times = [at(reads, 0.5), at(reads, 0.99), at(saves, 0.5), at(saves, 0.99)]
  const memory = await residentMegabytes(pid)
  print(
    `${rate}/s`,
    `${answered.toFixed(0)}/s`,
    ...times.map((time) => `${time.toFixed(time < 10 ? 1 : 0)} ms`),
    `${(cpu * 100).toFixed(0)} %`,
    `${memory.toFixed(0)} MB`,
  )
  return Math.max(...times) < MAX_P99_MS
}

/** @returns the durations of reading and of saving requests, in milliseconds */
function run(pool: Pool, readers: readonly Reader[], rate: number): Promise<[number[], number[]]> {
  const common = { pool, seconds, statuses: [200, 304] }
  return Promise.all([
    sendPoissonRequests({ ...common, rate: rate * (1 - SAVES), next: () => reading(readers) }),
    sendPoissonRequests({ ...common, rate: rate * SAVES, next: () => saving(readers, nextPage()) }),
  ])
}

/**
 * @param share a number from 0 to 1, such as 0.99 for the 99th percentile
 * @returns the quantile of the durations
 */
function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Starts a site with pages of 60 kB each. A tenth of a page is the article, which is typical of the web. */
function startSite(port: number): Promise<Server> {
  const menu =
    '<nav class="menu"><ul>' + '<li><a href="/elsewhere">Elsewhere on this site</a></li>'.repeat(450) + '</ul></nav>'
  const style = `<style>${'.card { margin: 0 auto; padding: 1rem; color: #222 }\n'.repeat(550)}</style>`
  const text = '<p>The tide comes and goes, and so do its readers, one after the other, all day long.</p>'.repeat(70)
  const server = createServer((request, response) => {
    const title = `Tides of ${request.url}`
    const body = `<!doctype html><html lang="en"><title>${title}</title>${style}${menu}<article><h1>${title}</h1>${text}</article>`
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body)
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
}

function print(...cells: readonly string[]): void {
  console.log(cells.map((cell) => cell.padStart(11)).join(''))
}
