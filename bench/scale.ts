/**
 * Compares a PostgreSQL library of many users with one a hundredth of its size: `npm run bench:scale -- [--entries N]
 * [--users N] [--smaller N] [--at-a-time N] [--pause MS] [--rounds N] [--seconds N] [--url postgres://…]`; by default 10,000,000
 * entries of 50,000 users, and 100,000 entries of 500. Both are in one server, and the service runs once for each. In
 * alternating rounds, 200 random users open lists, search, save and sync, each with a pause of four seconds on average.
 * Printed are p50 and p99 of the latencies, the sizes of the tables and their indexes, and the time of a
 * vacuum after a change of every hundredth entry.
 *
 * An entry of 30 words takes about 3 kB, so the whole needs 35 GB of disk and an hour before the first round. With `--url`,
 * the databases are made in that server, or used if they are there, and stay.
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { openDatabase } from '../src/db/open-database.ts'
import { prepareDatabase } from '../src/prepare-database.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { fillUsers } from './scale/fill-users.ts'
import { openAccounts } from './scale/open-accounts.ts'
import { KINDS, noLatencies, readAsUser, type Latencies } from './scale/reading-user.ts'
import { changeAndVacuum, printSizes, runStatement } from './scale/server-statements.ts'
import { makeLibrary } from './search/random-texts.ts'
import { serve, type Side } from './side-by-side/start-side.ts'

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '10000000' },
    users: { type: 'string', default: '50000' },
    smaller: { type: 'string', default: '100' },
    'at-a-time': { type: 'string', default: '200' },
    pause: { type: 'string', default: '4000' },
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '45' },
    url: { type: 'string', default: '' },
  },
})
const [entries, users, smaller, atATime, pause, rounds, seconds] = [
  values.entries,
  values.users,
  values.smaller,
  values['at-a-time'],
  values.pause,
  values.rounds,
  values.seconds,
].map(Number) as [number, number, number, number, number, number, number]
const WORDS = 30
const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Of a machine with 16 GB or more. Commits wait for the disk, unlike in tests. */
const SETTINGS = {
  fsync: 'on',
  full_page_writes: 'on',
  shared_buffers: '4GB',
  max_wal_size: '6GB',
  max_connections: 200,
}

interface Size {
  readonly entries: number
  readonly users: number
  readonly url: string
}

interface Served extends Size {
  readonly server: Omit<Side, 'name' | 'ids'>
  readonly latencies: Latencies
}

/** Makes and fills the database of one size, unless it is there. */
async function prepare(serverUrl: string, share: number): Promise<Size> {
  const size = { entries: entries / share, users: users / share }
  const name = `scale_${size.entries}_${size.users}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const known = await runStatement(serverUrl, `select 1 from pg_database where datname = '${name}'`)
  if (known.length === 0) {
    const since = performance.now()
    await runStatement(serverUrl, `create database ${name}`)
    const location = { dialect: 'postgres', url: url.href } as const
    await prepareDatabase(location)
    const database = await openDatabase({ location, poolSize: 1 })
    await fillUsers(database, { ...size, words: WORDS })
    await database.close()
    console.log(`filled ${size.entries} entries in ${((performance.now() - since) / 1000).toFixed(0)} s`)
  }
  return { ...size, url: url.href }
}

async function start(size: Size): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-scale-'))
  const account = { username: 'u1', prepare: ['user', 'passwd', 'u1', '--password-stdin'] }
  const server = await serve({ checkout: ROOT, folder, databaseUrl: size.url }, account)
  return { ...size, server, latencies: noLatencies() }
}

/** Lets random users read for a while. @param latencies where the times go */
async function round({ url, server, users: count }: Served, latencies: Latencies): Promise<void> {
  const chosen = new Set<number>()
  while (chosen.size < Math.min(atATime, count)) chosen.add(1 + Math.floor(Math.random() * count))
  const tokens = await openAccounts(url, [...chosen])
  const pool = new Pool(server.client.base, { connections: atATime })
  const library = makeLibrary(performance.now())
  const end = performance.now() + seconds * 1000
  await Promise.all(tokens.map((token) => readAsUser({ pool, token, library, latencies, pause, end })))
  await pool.close()
}

function at(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const row = (cells: readonly string[]) => console.log(cells.map((cell) => cell.padStart(22)).join(''))

function printTimes(small: Served, large: Served): void {
  row(['p50 / p99 in ms', `${small.entries} entries`, `${large.entries} entries`, 'ratio', 'requests'])
  for (const kind of KINDS) {
    const [one, other] = [small.latencies[kind], large.latencies[kind]]
    const times = (samples: readonly number[]) => `${at(samples, 0.5).toFixed(1)} / ${at(samples, 0.99).toFixed(1)}`
    const ratio = (share: number) => (at(other, share) / at(one, share)).toFixed(2)
    row([kind, times(one), times(other), `${ratio(0.5)} / ${ratio(0.99)}`, `${one.length} / ${other.length}`])
  }
}

const postgres = values.url === '' ? await startPostgres(SETTINGS) : undefined
const serverUrl = postgres?.url ?? values.url
const sides: Served[] = []
try {
  const sizes = [await prepare(serverUrl, smaller), await prepare(serverUrl, 1)]
  for (const size of sizes) sides.push(await start(size))
  // The first round of each compiles the code.
  for (const side of sides) await round(side, noLatencies())
  for (let count = 0; count < rounds; count++) for (const side of sides) await round(side, side.latencies)
  const [small, large] = sides as [Served, Served]
  printTimes(small, large)
  await printSizes(large.url)
  await changeAndVacuum(large.url)
} finally {
  for (const { server } of sides) await server.stop()
  await postgres?.stop()
}
