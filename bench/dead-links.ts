import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { parseDatabaseUrl } from '../src/db/database-url.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { freePort } from './free-port.ts'
import { seed, type Seeded } from './seed.ts'
import { sendPoissonRequests, type Arrival } from './send-poisson-requests.ts'
import { cpuSeconds } from './start-process.ts'
import { startServer } from './start-server.ts'

interface DeadLinksOptions {
  readonly rows: number
  /** address of an empty PostgreSQL database; absent for SQLite */
  readonly postgresUrl?: string | undefined
  /** seconds for which requests are sent, before the import and again from its start */
  readonly seconds: number
}

/** Entries in the library before the import, and the size of their content in bytes. */
const ENTRIES = 500
const CONTENT_BYTES = 10_000
/** Requests per second, alternately to the web app and the API. */
const RATE = 20

/**
 * Compares the response times of an idle server with those after an import whose links are all dead: names that do not
 * exist, hosts that refuse connections, and hosts that accept them but never answer. All hosts but the names are on
 * loopback. Prints the times of the web app and of the API, and how many of the fetches had ended.
 */
export async function measureDeadLinks({ rows, postgresUrl, seconds }: DeadLinksOptions): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'dogear-bench-dead-links-'))
  const databaseUrl = postgresUrl ?? `sqlite:${join(directory, 'dogear.db')}`
  const silent = await startSilentHost()
  try {
    const seeded = await seed({ databaseUrl, dataDirectory: directory, entries: ENTRIES, contentBytes: CONTENT_BYTES })
    const closedPort = await freePort()
    const server = await startServer({
      DOGEAR_DATA_DIR: directory,
      DATABASE_URL: databaseUrl,
      DOGEAR_FETCH_ALLOW: `127.0.0.1:${silent.port}, 127.0.0.1:${closedPort}`,
    })
    const { base } = server
    const reader = await signIn(base, seeded)
    // The library has the same size in both measurements.
    await importFile(base, reader, livingFile(rows), 'fetch=0')
    const pool = new Pool(base, { connections: 64 })
    await untilImported(base, reader)
    await measure(pool, reader, 10)
    const idle = await measure(pool, reader, seconds)
    await importFile(base, reader, fileOf({ rows, silentPort: silent.port, closedPort }))
    const cpuBefore = await cpuSeconds(server.pid)
    const busy = await measure(pool, reader, seconds)
    const cpu = ((await cpuSeconds(server.pid)) - cpuBefore) / seconds
    console.log(
      `${postgresUrl === undefined ? 'sqlite' : 'postgres'}: ${rows} rows with dead links, ${seconds} s from the import on`,
    )
    for (const kind of ['web', 'api'] as const) print(kind, idle[kind], busy[kind])
    await pool.close()
    await server.stop()
    console.log(`processor ${(cpu * 100).toFixed(0)} %, ${await countFetched(databaseUrl)} links tried`)
  } finally {
    silent.server.close()
    await rm(directory, { recursive: true, force: true })
  }
}

/** Starts a host that accepts connections and never answers. */
async function startSilentHost(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer((socket) => void socket.on('error', () => {}).resume())
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  server.unref()
  return { server, port }
}

/** Twenty links for each host: a third of the hosts do not exist, a third refuse connections, a third never answer. */
function fileOf({ rows, silentPort, closedPort }: { rows: number; silentPort: number; closedPort: number }): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const number = row % Math.ceil(rows / 20)
    const host = [
      `gone-${number}.invalid`,
      `closed-${number}.localhost:${closedPort}`,
      `s-${number}.localhost:${silentPort}`,
    ]
    return `"Page ${row}",http://${host[number % 3]}/page/${row},${1_500_000_000 + row},dead,unread`
  })
  return `title,url,time_added,tags,status\n${lines.join('\n')}\n`
}

/** Links whose pages are not fetched. */
function livingFile(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, row) => `"Page ${row}",https://example.org/old/${row},${1_400_000_000 + row},,unread`,
  )
  return `title,url,time_added,tags,status\n${lines.join('\n')}\n`
}

interface Reader {
  readonly api: Readonly<Record<string, string>>
  readonly web: Readonly<Record<string, string>>
}

async function signIn(base: string, { clientId, clientSecret, username, password }: Seeded): Promise<Reader> {
  const grant = { grant_type: 'password', client_id: clientId, client_secret: clientSecret, username, password }
  const token = await fetch(`${base}/oauth/v2/token`, { method: 'POST', body: new URLSearchParams(grant) })
  const { access_token } = (await token.json()) as { access_token: string }
  const form = await fetch(`${base}/login`)
  const secret = /name="_csrf_token" value="([^"]+)"/.exec(await form.text())![1]!
  const fields = { _username: username, _password: password, _csrf_token: secret }
  const login = await fetch(`${base}/login_check`, {
    method: 'POST',
    headers: { cookie: cookiesOf(form), origin: base },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  return {
    api: { authorization: `Bearer ${access_token}` },
    web: { cookie: cookiesOf(login), accept: 'text/html', 'accept-encoding': 'gzip' },
  }
}

function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

async function untilImported(base: string, { api }: Reader): Promise<void> {
  for (;;) {
    const answer = await fetch(`${base}/api/imports`, { headers: api })
    const [job] = (await answer.json()) as { readonly state: string }[]
    if (job?.state === 'done') return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function importFile(base: string, { api }: Reader, body: string, options = ''): Promise<void> {
  const headers = { ...api, 'content-type': 'application/octet-stream' }
  const answer = await fetch(`${base}/api/imports?format=pocket_csv&${options}`, { method: 'POST', headers, body })
  if (answer.status !== 201) throw new Error(`the import was answered with ${answer.status}`)
}

const WEB_PAGES = ['/unread/list', '/view/1', '/all/list?q=tide', '/view/100', '/tag/list'] as const
const API_REQUESTS = [
  '/api/entries',
  '/api/entries/1',
  '/api/entries/exists?url=https://example.org/article/7',
  '/api/tags',
] as const

type Times = Readonly<Record<'web' | 'api', readonly number[]>>

async function measure(pool: Pool, reader: Reader, seconds: number): Promise<Times> {
  const run = (paths: readonly string[], headers: Reader['web']) => {
    let sent = 0
    const next = (): Arrival => ({ method: 'GET', path: paths[sent++ % paths.length]!, headers })
    return sendPoissonRequests({ pool, rate: RATE / 2, seconds, next, statuses: [200] })
  }
  const [web, api] = await Promise.all([run(WEB_PAGES, reader.web), run(API_REQUESTS, reader.api)])
  return { web, api }
}

/** @returns the number of entries whose page was requested at least once */
async function countFetched(databaseUrl: string): Promise<number> {
  const database = await openDatabase({ location: parseDatabaseUrl(databaseUrl), poolSize: 1 })
  const sql = 'select count(*) as count from entry where fetch_failed_at is not null'
  const [row] = await database.prepare<{ count: number }>(sql).all()
  await database.close()
  return Number(row!.count)
}

function print(kind: string, idle: readonly number[], busy: readonly number[]): void {
  const part = (times: readonly number[]) => [0.5, 0.99, 1].map((share) => at(times, share).toFixed(1)).join(' / ')
  const ratio = (at(busy, 0.99) / at(idle, 0.99)).toFixed(2)
  console.log(`${kind}: p50 / p99 / most idle ${part(idle)} ms, after the import ${part(busy)} ms; p99 × ${ratio}`)
}

/** @returns the quantile of the durations, in milliseconds */
function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
