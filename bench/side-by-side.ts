/**
 * Compares two checkouts of Dogear: `npm run bench:side-by-side -- --other CHECKOUT [--postgres] [--rounds N]
 * [--requests N] [--entries N] [--only WORDS]`. Both servers run at the same time with libraries of the same entries,
 * and answer the same requests in alternating rounds, one request after the other over one connection. Printed are the
 * median over the rounds of each round's median latency in milliseconds, the processor time of the server for each
 * request (with the write, if there is one) and the size of the response in kB before compression.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { startPostgres } from '../test/support/postgres.ts'
import { fileURLToPath } from 'node:url'
import { median } from './median.ts'
import { measuresWith, type Measure } from './side-by-side/measures.ts'
import type { Answer } from './side-by-side/http-client.ts'
import { startSide, type Side } from './side-by-side/start-side.ts'
import { cpuSeconds } from './start-process.ts'

const { values } = parseArgs({
  options: {
    other: { type: 'string' },
    postgres: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '200' },
    entries: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
  },
})
if (values.other === undefined) throw new Error('--other CHECKOUT is required: a checkout with its packages installed')
const [rounds, requests, entries] = [Number(values.rounds), Number(values.requests), Number(values.entries)]
/** Number of requests before the first round, so that code is compiled and caches are filled. */
const WARM_UP = 100

interface Round {
  /** median latency in milliseconds */
  readonly p50: number
  /** processor time for each request in milliseconds */
  readonly cpu: number
  /** bytes of the last response before compression */
  readonly bytes: number
}

const print = (...cells: readonly string[]) =>
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(36) : cell.padStart(9))).join(''))

async function run(side: Side, measure: Measure, count: number): Promise<Round> {
  const times: number[] = []
  let bytes = 0
  const before = await cpuSeconds(side.pid)
  for (let index = 0; index < count; index++) {
    const write = measure.write?.(side, index)
    if (write) await side.client.expect(200, write)
    const answer = await side.client.expect(200, measure.read(side, index))
    times.push(answer.ms)
    if (index === count - 1) bytes = decompressed(answer).length
  }
  return { p50: median(times), cpu: (((await cpuSeconds(side.pid)) - before) * 1000) / count, bytes }
}

function decompressed({ headers, body }: Answer): Buffer {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body)
  return headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
}

async function compare(sides: readonly Side[], measure: Measure): Promise<void> {
  for (const side of sides) await run(side, measure, WARM_UP)
  const results = sides.map((): Round[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, side] of sides.entries()) results[index]!.push(await run(side, measure, requests))
  }
  const middle = (of: (round: Round) => number) => results.map((list) => median(list.map(of)))
  const cells = (['p50', 'cpu', 'bytes'] as const).flatMap((key) => {
    const [ours = 0, other = 0] = middle((one) => (key === 'bytes' ? one[key] / 1000 : one[key]))
    return [ours.toFixed(2), other.toFixed(2), (ours / other).toFixed(2)]
  })
  print(measure.name, ...cells)
}

/** @returns the address of a new, empty database on a server */
async function createDatabase(url: string, name: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

const page = `<!doctype html><title>A page</title><article><h1>A page</h1>${'<p>The tide comes and goes, and so do its readers, one after the other, all day long.</p>'.repeat(240)}</article>`
const site = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page))
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
const postgres = values.postgres ? await startPostgres() : undefined
const sides: Side[] = []
try {
  const checkouts = { this: fileURLToPath(new URL('..', import.meta.url)), other: values.other }
  for (const [index, [name, checkout]] of Object.entries(checkouts).entries()) {
    const databaseUrl = postgres && (await createDatabase(postgres.url, `side_${index}`))
    sides.push(await startSide({ name, checkout, entries, site: host, ...(databaseUrl && { databaseUrl }) }))
  }
  print('', 'p50', 'other', 'ratio', 'cpu', 'other', 'ratio', 'kB', 'other', 'ratio')
  for (const measure of measuresWith(host)) {
    if (measure.name.includes(values.only)) await compare(sides, measure)
  }
} finally {
  for (const side of sides) await side.stop()
  await postgres?.stop()
  site.close()
}
