/**
 * Measures how long it takes to check whether addresses are saved: a hundred hashes in each call, in a large library.
 * `node bench/saved-address-lookups.ts [--entries N] [--others N] [--asked N] [--rounds N] [--dialect
 * sqlite|postgres]`; by default 100,000 entries among 200,000 of other users, on SQLite. PostgreSQL is started from the
 * npm package.
 */
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../src/db/database.ts'
import { knownEntryFinder } from '../src/entries/entries-by-address.ts'
import type { UserId } from '../src/kernel/branded-ids.ts'
import { residentMegabytes } from './start-process.ts'
import { openBenchApp } from './open-app.ts'
import type { Seeded } from './seed.ts'

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '100000' },
    others: { type: 'string', default: '200000' },
    asked: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '2000' },
    dialect: { type: 'string', default: 'sqlite' },
  },
})
const [entries, others, asked, rounds] = [values.entries, values.others, values.asked, values.rounds].map(Number) as [
  number,
  number,
  number,
  number,
]
const READER = 1
/** Number of other users, among whom the remaining entries are distributed. */
const OTHER_USERS = 100
/** Rows in one statement. Each row has at most seven parameters. */
const BATCH_ROWS = 500
const NOW = '2026-01-01T00:00:00.000Z'
const { app, services, seeded, close } = await openBenchApp(values.dialect, 'http://bench.test')
try {
  await fill(services.database)
  console.log(`${entries} entries of one among ${others} of others, ${asked} hashes a call, ${values.dialect}`)
  const find = knownEntryFinder(services.database)
  await measure('query', async () => {
    const found = await find(READER as UserId, hashes())
    return found.size
  })
  const headers = { authorization: `Bearer ${await tokenOf(app, seeded)}` }
  await measure('whole answer', async () => {
    const query = hashes().map((hash) => `hashed_urls[]=${hash}`)
    const answer = await app.inject({ url: `/api/entries/exists?${query.join('&')}`, headers })
    return Object.values(answer.json<Record<string, boolean>>()).filter(Boolean).length
  })
  console.log(`memory of this process with its threads ${(await residentMegabytes(process.pid)).toFixed(0)} MB`)
} finally {
  await close()
}

/** @returns random hashes, about half of which belong to entries */
function hashes(): string[] {
  return Array.from({ length: asked }, () => hashOf(Math.floor(Math.random() * entries * 2)).toString('hex'))
}

function hashOf(number: number): Buffer {
  return createHash('sha1').update(`https://example.org/${number}`).digest()
}

async function fill(database: Database): Promise<void> {
  const since = performance.now()
  const times = { created_at: NOW, updated_at: NOW }
  await database.transaction(async (tx) => {
    for (let id = READER + 1; id <= READER + OTHER_USERS; id++)
      await tx
        .insertInto('users')
        .values({ id, username: `u${id}`, username_key: `u${id}`, password_hash: '', ...times })
        .execute()
  })
  for (let first = 0; first < entries + others; first += BATCH_ROWS) {
    const numbers = Array.from({ length: Math.min(BATCH_ROWS, entries + others - first) }, (_, i) => first + i)
    await database.transaction(async (tx) => {
      const rows = numbers.map((number) => {
        const owner = number < entries ? READER : READER + 1 + (number % OTHER_USERS)
        return { id: number + 1, user_id: owner, url: `https://example.org/${number}`, revision: 0, ...times }
      })
      await tx.insertInto('entry').values(rows).execute()
      const addresses = rows.map(({ id, user_id }) => ({ user_id, hash: hashOf(id - 1), entry_id: id }))
      await tx.insertInto('entry_address').values(addresses).execute()
    })
  }
  console.log(`filled in ${((performance.now() - since) / 1000).toFixed(0)} s`)
}

async function tokenOf(target: FastifyInstance, { clientId, clientSecret, username, password }: Seeded) {
  const payload = { grant_type: 'password', client_id: clientId, client_secret: clientSecret, username, password }
  const answer = await target.inject({ method: 'POST', url: '/oauth/v2/token', payload })
  return answer.json<{ access_token: string }>().access_token
}

/** Measures repeated calls of `work`, which returns the number of hashes that were found. */
async function measure(name: string, work: () => Promise<number>): Promise<void> {
  const times: number[] = []
  let found = 0
  for (let round = 0; round < rounds + 100; round++) {
    const since = performance.now()
    found += await work()
    if (round >= 100) times.push(performance.now() - since)
  }
  times.sort((left, right) => left - right)
  const at = (share: number) => `${times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(2)} ms`
  const share = Math.round((100 * found) / ((rounds + 100) * asked))
  console.log(`${name}: p50 ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)}; ${share} % of the hashes were there`)
}
