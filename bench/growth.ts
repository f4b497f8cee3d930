/**
 * Measures how the time of requests grows with the library: `npm run bench:growth -- [--sizes 1000,10000,100000,250000]
 * [--dialect sqlite|postgres] [--other CHECKOUT] [--rounds N] [--requests N] [--only WORDS] [--cache FOLDER]`. Each size
 * is a library of one user, whose entries have 100 words, 50 tags and states. With another checkout, both servers run at
 * the same time and answer the same requests in alternating rounds. SQLite libraries are filled once, and kept in the
 * folder `dist/growth`, or in the given one; PostgreSQL is started from the npm package, and filled in each run.
 * Printed are the median and the 99th percentile of the latencies of all rounds in milliseconds, and the processor time
 * of the server for each request, with the change before it, if there is one.
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres.ts'
import { MEASURES, type Measure } from './growth/measures.ts'
import { postgresLibraries, READER_NAME, sqliteLibraries, type StoredLibraries } from './growth/stored-library.ts'
import { serve, type Side } from './side-by-side/start-side.ts'
import { cpuSeconds } from './start-process.ts'

const THIS = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000,250000' },
    dialect: { type: 'string', default: 'sqlite' },
    other: { type: 'string', default: '' },
    rounds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '40' },
    only: { type: 'string', default: '' },
    cache: { type: 'string', default: join(THIS, 'dist/growth') },
  },
})
const [rounds, requests] = [Number(values.rounds), Number(values.requests)]
const sizes = values.sizes.split(',').map(Number)
const checkouts = { this: THIS, ...(values.other !== '' && { other: values.other }) }
const measures = MEASURES.filter(({ name }) => name.includes(values.only))
/** Number of requests before the first round, so that code is compiled. */
const WARM_UP = 20
/** Number of the newest entries that changes use in turn. */
const CHANGED_ENTRIES = 20

/** Measurements of one request on one side at one size. */
interface Samples {
  readonly latencies: number[]
  /** processor time in milliseconds */
  cpu: number
  asked: number
}

const cellKey = (name: string, side: string, size: number) => `${name} ${side} ${size}`
const results = new Map<string, Samples>()

async function start(name: string, checkout: string, libraries: StoredLibraries, size: number): Promise<Side> {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-growth-'))
  const databaseUrl = await libraries.open(size, folder)
  const server = await serve(
    { checkout, folder, databaseUrl },
    { username: READER_NAME, prepare: ['user', 'passwd', READER_NAME, '--password-stdin'] },
  )
  const path = `/api/entries.json?perPage=${CHANGED_ENTRIES}&detail=metadata`
  const { body } = await server.client.expect(200, { path, headers: server.api })
  const list = JSON.parse(body.toString()) as { readonly _embedded: { readonly items: readonly { id: number }[] } }
  return { ...server, name, ids: list._embedded.items.map(({ id }) => id) }
}

/** The numbers of the requests of a round: `count` of them, from `first` on. */
interface Round {
  readonly first: number
  readonly count: number
}

async function run(side: Side, measure: Measure, { first, count }: Round, samples?: Samples): Promise<void> {
  const before = await cpuSeconds(side.pid)
  for (let index = first; index < first + count; index++) {
    const write = measure.write?.(side, index)
    if (write) await side.client.expect(200, write)
    const { ms } = await side.client.expect(200, measure.read(side, index))
    samples?.latencies.push(ms)
  }
  if (!samples) return
  samples.cpu += ((await cpuSeconds(side.pid)) - before) * 1000
  samples.asked += count
}

async function measureAll(sides: readonly Side[], size: number): Promise<void> {
  for (const measure of measures) {
    for (const side of sides) await run(side, measure, { first: 0, count: WARM_UP })
    for (let round = 0; round < rounds; round++) {
      for (const side of sides) {
        const key = cellKey(measure.name, side.name, size)
        const samples = results.get(key) ?? { latencies: [], cpu: 0, asked: 0 }
        results.set(key, samples)
        await run(side, measure, { first: WARM_UP + round * requests, count: requests }, samples)
      }
    }
  }
}

function cell({ latencies, cpu, asked }: Samples): string {
  const sorted = latencies.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return `${at(0.5).toFixed(2)} / ${at(0.99).toFixed(1)} / ${(cpu / asked).toFixed(2)}`
}

function printRow(cells: readonly string[]): void {
  console.log(cells.map((text, index) => (index === 0 ? text.padEnd(40) : text.padStart(24))).join(''))
}

function printTable(): void {
  printRow(['p50 / p99 / processor time in ms', ...sizes.map((size) => `${size} entries`)])
  for (const { name } of measures) {
    for (const side of Object.keys(checkouts)) {
      const label = values.other === '' ? name : `${name} (${side})`
      const cells = sizes.map((size) => results.get(cellKey(name, side, size)))
      printRow([label, ...cells.map((samples) => (samples ? cell(samples) : '–'))])
    }
  }
}

const server = values.dialect === 'postgres' ? await startPostgres() : undefined
const libraries = server ? postgresLibraries(server.url) : sqliteLibraries(values.cache)
try {
  for (const size of sizes) {
    const sides: Side[] = []
    try {
      for (const [name, checkout] of Object.entries(checkouts)) {
        sides.push(await start(name, checkout, libraries, size))
      }
      await measureAll(sides, size)
    } finally {
      for (const side of sides) await side.stop()
    }
  }
  printTable()
} finally {
  await server?.stop()
}
