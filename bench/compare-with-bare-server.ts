/**
 * Compares Dogear with a bare `node:http` server, in alternating rounds. `npm run bench [-- --rounds N] [--seconds N]
 * [--postgres]`; with `--postgres`, PostgreSQL is started from the npm package.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from './free-port.ts'
import { sendRequests, type LoadOptions, type LoadResult } from './send-requests.ts'
import { residentMegabytes, startProcess } from './start-process.ts'
import { startServer, type RunningServer } from './start-server.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { seed, type Seeded } from './seed.ts'
import { median } from './median.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    postgres: { type: 'boolean', default: false },
  },
})
const ROUNDS = Number(values.rounds)
const SECONDS = Number(values.seconds)

interface Measure {
  readonly name: string
  readonly ours: Omit<LoadOptions, 'seconds'>
  readonly bare: Omit<LoadOptions, 'seconds'>
  /** `rate` compares requests per second, where more is better. `latency` compares medians, where less is better. */
  readonly by: 'rate' | 'latency'
  readonly must: number
  readonly aim: number
}

const print = (...cells: readonly string[]) =>
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(52) : cell.padStart(12))).join(''))

async function startBare(bytes: number): Promise<RunningServer> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const started = await startProcess({ script: ['bench/bare-server.mjs', String(port), String(bytes)], url: base })
  return { ...started, base }
}

async function obtainToken(base: string, { clientId, clientSecret, username, password }: Seeded): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'password',
    client_id: clientId,
    client_secret: clientSecret,
    username,
    password,
  })
  const answer = await fetch(`${base}/oauth/v2/token`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

async function compare(measure: Measure): Promise<void> {
  const ours: LoadResult[] = []
  const bare: LoadResult[] = []
  await sendRequests({ ...measure.ours, seconds: 1 })
  await sendRequests({ ...measure.bare, seconds: 1 })
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await sendRequests({ ...measure.ours, seconds: SECONDS }))
    bare.push(await sendRequests({ ...measure.bare, seconds: SECONDS }))
  }
  const value = (results: readonly LoadResult[]) =>
    median(results.map(({ perSecond, p50 }) => (measure.by === 'rate' ? perSecond : p50)))
  const ratios = ours.map((result, index) =>
    measure.by === 'rate' ? result.perSecond / bare[index]!.perSecond : result.p50 / bare[index]!.p50,
  )
  const unit = measure.by === 'rate' ? '/s' : ' ms'
  report(measure, [value(ours), value(bare)], { unit, ratio: median(ratios) })
}

function report(
  { name, must, aim, by }: Pick<Measure, 'name' | 'must' | 'aim' | 'by'>,
  [ours, bare]: readonly [number, number],
  { unit, ratio }: { readonly unit: string; readonly ratio: number },
): void {
  const holds = by === 'rate' ? ratio >= must : ratio <= must
  const reaches = by === 'rate' ? ratio >= aim : ratio <= aim
  const shown = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2)) + unit
  print(
    name,
    shown(ours),
    shown(bare),
    ratio.toFixed(2),
    String(must),
    String(aim),
    reaches ? 'aim' : holds ? 'must' : 'BELOW',
  )
}

async function compareLists(warm: RunningServer, cold: RunningServer, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const list = `${warm.base}/api/entries?perPage=30`
  const answer = await (await fetch(list, { headers })).text()
  const big = await startBare(Buffer.byteLength(answer))
  const tiny = await startBare(60)
  for (const measure of bigMeasures(list, `${cold.base}/api/entries?perPage=30`, { headers, bare: big.base })) {
    await compare(measure)
  }
  const etag = (await fetch(`${list}&detail=metadata`, { headers })).headers.get('etag') ?? ''
  const first = (JSON.parse(answer) as { _embedded: { items: { id: number }[] } })._embedded.items[0]!.id
  for (const measure of tinyMeasures(warm.base, { headers, bare: tiny.base, etag, first })) await compare(measure)
  await big.stop()
  await tiny.stop()
}

interface Yardstick {
  readonly headers: Readonly<Record<string, string>>
  /** address of the bare server */
  readonly bare: string
}

/** @returns the measurements of lists with content. The bare server sends the same number of bytes. */
function bigMeasures(warm: string, cold: string, { headers, bare }: Yardstick): Measure[] {
  const pair = (url: string, connections: number) => ({
    ours: { url, headers, connections, status: 200 },
    bare: { url: bare, connections, status: 200 },
  })
  return [
    { name: 'list of 30 with content, not in memory', ...pair(cold, 16), by: 'rate', must: 0.15, aim: 0.3 },
    { name: 'the same, warm', ...pair(warm, 16), by: 'rate', must: 0.6, aim: 0.8 },
    { name: 'the same, one connection, p50', ...pair(warm, 1), by: 'latency', must: 6, aim: 3 },
  ]
}

/** @returns the measurements of short responses. The bare server sends a small JSON object. */
function tinyMeasures(
  base: string,
  { headers, bare, etag, first }: Yardstick & { readonly etag: string; readonly first: number },
): Measure[] {
  const pair = (path: string, more: Readonly<Record<string, string>> = {}, status = 200) => ({
    ours: { url: base + path, headers: { ...headers, ...more }, connections: 16, status },
    bare: { url: bare, connections: 16, status: 200 },
  })
  const metadata = '/api/entries?perPage=30&detail=metadata'
  return [
    { name: 'list of 30 without content', ...pair(metadata), by: 'rate', must: 0.1, aim: 0.2 },
    { name: 'one entry with content', ...pair(`/api/entries/${first}`), by: 'rate', must: 0.1, aim: 0.2 },
    { name: 'answer 304 by ETag', ...pair(metadata, { 'if-none-match': etag }, 304), by: 'rate', must: 0.5, aim: 0.7 },
    { name: 'tiny authenticated route', ...pair('/api/version'), by: 'rate', must: 0.55, aim: 0.8 },
  ]
}

async function compareStarts(environment: Readonly<Record<string, string>>): Promise<void> {
  const times: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
  const memory: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
  for (let round = 0; round < ROUNDS * 2; round++) {
    for (const [name, start] of [
      ['ours', () => startServer(environment)],
      ['bare', () => startBare(60)],
    ] as const) {
      const server = await start()
      await new Promise((resolve) => setTimeout(resolve, 1000))
      times[name].push(server.startedInMs)
      memory[name].push(await residentMegabytes(server.pid))
      await server.stop()
    }
  }
  const start = [median(times.ours), median(times.bare)] as const
  const ratio = start[0] / start[1]
  report({ name: 'first answer after start', must: 6, aim: 3, by: 'latency' }, start, { unit: ' ms', ratio })
  reportAmount('the same, in milliseconds', start[0], { must: 700, aim: 400 })
  reportAmount('idle memory a second later, in MB', median(memory.ours), { must: 130, aim: 100 })
}

/** Prints a value that is compared with fixed limits instead of with the bare server. */
function reportAmount(name: string, amount: number, { must, aim }: { readonly must: number; readonly aim: number }) {
  report({ name, must, aim, by: 'latency' }, [amount, 0], { unit: '', ratio: amount })
}

async function measureMemory(environment: Readonly<Record<string, string>>, token: string): Promise<void> {
  const server = await startServer(environment)
  const before = await residentMegabytes(server.pid)
  const headers = { authorization: `Bearer ${token}` }
  let sent = 0
  while (sent < 20_000) {
    const { perSecond } = await sendRequests({
      url: `${server.base}/api/entries?perPage=30`,
      headers,
      connections: 16,
      seconds: 4,
      status: 200,
    })
    sent += perSecond * 4
  }
  const growth = (await residentMegabytes(server.pid)) - before
  report({ name: `memory after ${Math.round(sent)} list requests`, must: 150, aim: 80, by: 'latency' }, [growth, 0], {
    unit: ' MB',
    ratio: growth,
  })
  await server.stop()
}

async function measureWrites(server: RunningServer, token: string, seeded: Seeded): Promise<void> {
  const html = `<!doctype html><title>A page</title><article><h1>A page</h1>${'<p>The tide comes and goes, and so do its readers, one after the other, all day long.</p>'.repeat(60)}</article>`
  const site = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html))
  await new Promise<void>((resolve) => site.listen(SITE_PORT, '127.0.0.1', resolve))
  const times: number[] = []
  for (let index = 0; index < 40; index++) {
    const startedAt = performance.now()
    const answer = await fetch(`${server.base}/api/entries`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${SITE_PORT}/page/${index}` }),
    })
    const { http_status } = (await answer.json()) as { http_status: string }
    if (http_status !== '200') throw new Error(`the page was not fetched: ${http_status}`)
    times.push(performance.now() - startedAt)
  }
  site.close()
  print('save of a local page, one after the other, p50', `${median(times).toFixed(1)} ms`)
  const grants: number[] = []
  for (let index = 0; index < 20; index++) {
    const startedAt = performance.now()
    await obtainToken(server.base, seeded)
    grants.push(performance.now() - startedAt)
  }
  print('token by password, one after the other, p50', `${median(grants).toFixed(1)} ms`)
}

const SITE_PORT = await freePort()
const directory = await mkdtemp(join(tmpdir(), 'dogear-bench-'))
const postgres = values.postgres ? await startPostgres() : undefined
const databaseUrl = postgres?.url ?? `sqlite:${join(directory, 'dogear.db')}`
const environment = {
  DOGEAR_DATA_DIR: directory,
  DATABASE_URL: databaseUrl,
  DOGEAR_FETCH_ALLOW: `127.0.0.1:${SITE_PORT}`,
}
try {
  const seeded = await seed({ databaseUrl, dataDirectory: directory, entries: 1000, contentBytes: 20_000 })
  const warm = await startServer(environment)
  const cold = await startServer({ ...environment, DOGEAR_CACHE_MB: '0' })
  const token = await obtainToken(warm.base, seeded)
  print('measure', 'dogear', 'bare', 'ratio', 'must', 'aim', 'reached')
  await compareLists(warm, cold, token)
  await measureWrites(warm, token, seeded)
  await cold.stop()
  await warm.stop()
  await measureMemory(environment, token)
  await compareStarts(environment)
} finally {
  await postgres?.stop()
  await rm(directory, { recursive: true, force: true })
}
