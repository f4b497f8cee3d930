/**
 * Runs a server with one core and 512 MB, ten users and 20,000 entries, and imports 10,000 rows while the users read:
 * `npm run bench:small-box [-- --entries N] [--rows N] [--seconds N] [--megabytes N]`. Needs the right to create control groups. The links of the import
 * lead to 500 hosts on this machine, so that their pages are fetched meanwhile. Printed are the response times of pages and of the
 * API, before the import and from its start, and the memory.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { parseDatabaseUrl } from '../src/db/database-url.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { createUser } from '../src/users/create-user.ts'
import { passwordHasher } from '../src/users/passwords/password-hasher.ts'
import { startSite } from './memory/article-site.ts'
import { signIn, type Reader } from './memory/signed-in-user.ts'
import { watchMemory } from './memory/watch-process-memory.ts'
import { seed, seedEntries, type Seeded } from './seed.ts'
import { sendPoissonRequests, type Arrival } from './send-poisson-requests.ts'
import { limitedGroup } from './small-box/limited-group.ts'
import { startServer } from './start-server.ts'

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '20000' },
    rows: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '120' },
    megabytes: { type: 'string', default: '512' },
  },
})
const [entries, rows, seconds] = [Number(values.entries), Number(values.rows), Number(values.seconds)]
const USERS = 10
/** Requests of each user per second: a page every two seconds. */
const RATE = 0.5
/** Bytes of an article, and of a page that the import fetches. */
const [ARTICLE_BYTES, PAGE_BYTES] = [10_000, 40_000]
const HOSTS = 500
const WEB_PAGES = ['/unread/list', '/all/list', '/search?q=tide', '/tag/list'] as const
const API_REQUESTS = ['/api/entries?perPage=30', '/api/tags'] as const
const WARM_UP_SECONDS = 20
/** Memory in megabytes at which the server is ended, if the kernel has not done so. */
const MAX_MEMORY = 4000

const directory = await mkdtemp(join(tmpdir(), 'dogear-bench-small-'))
const databaseUrl = `sqlite:${join(directory, 'dogear.db')}`
const seeded = await seedUsers()
const site = await startSite(PAGE_BYTES)
const group = await limitedGroup({ megabytes: Number(values.megabytes), cores: 1 })
const environment = {
  DOGEAR_DATA_DIR: directory,
  DATABASE_URL: databaseUrl,
  DOGEAR_FETCH_ALLOW: `127.0.0.1:${site.port}`,
}
const server = await startServer(environment, group.prefix)
const { base } = server
const pool = new Pool(base, { connections: 64 })
const memory = watchMemory(server.pid, MAX_MEMORY)
try {
  const readers: Reader[] = []
  for (let user = 0; user < USERS; user++) readers.push(await signIn(base, seeded, nameOf(user)))
  await read(readers, WARM_UP_SECONDS)
  print('before', await read(readers, seconds))
  const imported = importRows(readers[0]!)
  print('import', await read(readers, seconds))
  console.log(
    `rows imported after ${(await imported).toFixed(0)} s, ${await countFetched()} of their pages fetched by the end; ` +
      `anonymous memory at most ${memory.takePeak().toFixed(0)} MB, with cached files ${(await group.peakMegabytes()).toFixed(0)} MB; ` +
      `${await group.kills()} processes killed`,
  )
} finally {
  await pool.close()
  await memory.stop()
  await server.stop()
  site.close()
  await group.remove()
  await rm(directory, { recursive: true, force: true })
}

function nameOf(user: number): string {
  return user === 0 ? 'reader' : `reader-${user}`
}

async function seedUsers(): Promise<Seeded> {
  const size = { entries: Math.ceil(entries / USERS), contentBytes: ARTICLE_BYTES }
  const first = await seed({ databaseUrl, dataDirectory: directory, ...size })
  const database = await openDatabase({ location: parseDatabaseUrl(databaseUrl), poolSize: 4 })
  const deps = { database, clock: systemClock, hasher: passwordHasher() }
  for (let user = 1; user < USERS; user++) {
    const account = { username: nameOf(user), email: '', password: first.password, isAdmin: false }
    await seedEntries(deps, (await createUser(deps, account)).id, size)
  }
  await database.close()
  return first
}

type Times = Readonly<Record<'web' | 'api', number[]>>

/** Sends requests of all users at random times: three pages for each request of an app, and every second page is an article. */
async function read(readers: readonly Reader[], during: number): Promise<Times> {
  const send = (rate: number, next: () => Arrival) =>
    sendPoissonRequests({ pool, rate, seconds: during, next, statuses: [200] })
  const web = readers.map(({ cookie }, user) => send(RATE * 0.75, pages(cookie, user)))
  const api = readers.map(({ token }) => send(RATE * 0.25, appRequests(token)))
  return { web: (await Promise.all(web)).flat(), api: (await Promise.all(api)).flat() }
}

function pages(cookie: string, user: number): () => Arrival {
  const headers = { cookie, accept: 'text/html', 'accept-encoding': 'gzip' }
  const firstId = 1 + user * Math.ceil(entries / USERS)
  let sent = 0
  return () => {
    sent++
    const list = WEB_PAGES[((sent - 1) / 2) % WEB_PAGES.length]
    return { method: 'GET', path: sent % 2 === 0 ? `/view/${firstId + sent}` : list!, headers }
  }
}

function appRequests(token: string): () => Arrival {
  let sent = 0
  return () => {
    const path = API_REQUESTS[sent++ % API_REQUESTS.length]!
    return { method: 'GET', path, headers: { authorization: `Bearer ${token}` } }
  }
}

/** Imports a file of links. @returns the seconds until all rows were imported; their pages are fetched afterwards */
async function importRows({ token }: Reader): Promise<number> {
  const since = performance.now()
  const lines = Array.from({ length: rows }, (_, row) => {
    const address = `http://s-${row % HOSTS}.localhost:${site.port}/page/${row}`
    return `"Page ${row}",${address},${1_500_000_000 + row},imported,unread`
  })
  const body = `title,url,time_added,tags,status\n${lines.join('\n')}\n`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
  const answer = await fetch(`${base}/api/imports?format=pocket_csv`, { method: 'POST', headers, body })
  if (answer.status !== 201) throw new Error(`the import was answered with ${answer.status}`)
  for (;;) {
    const list = await fetch(`${base}/api/imports`, { headers })
    const [job] = (await list.json()) as { readonly state: string }[]
    if (job?.state === 'done') return (performance.now() - since) / 1000
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function countFetched(): Promise<number> {
  const database = await openDatabase({ location: parseDatabaseUrl(databaseUrl), poolSize: 1 })
  const sql = "select count(*) as count from entry where url like 'http://s-%' and http_status = '200'"
  const [row] = await database.prepare<{ count: number }>(sql).all()
  await database.close()
  return Number(row!.count)
}

function print(phase: string, times: Times): void {
  for (const kind of ['web', 'api'] as const) {
    const sorted = times[kind].toSorted((one, other) => one - other)
    const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(0)
    console.log(`${phase}, ${kind}: p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms of ${sorted.length} requests`)
  }
}
