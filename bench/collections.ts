/**
 * Measures collections: hundreds of them, and one with 50,000 hand-picked entries. `npm run bench:collections --
 * [--entries N] [--collections N] [--rounds N] [--dialect sqlite|postgres]`; by default 50,000 entries, 400 collections
 * and 100 rounds on SQLite. Half of the collections have a query. The library is changed before each request, so that
 * no cached result is used. Requests do not use the network.
 */
import { parseArgs } from 'node:util'
import type { InjectOptions } from 'fastify'
import { rawSql } from '../src/db/raw-sql.ts'
import { isPostgres } from '../src/db/open-database.ts'
import { writeCreation } from '../src/entries/undoable-actions/collection-actions.ts'
import type { CollectionId, UserId } from '../src/kernel/branded-ids.ts'
import { ownerTransaction } from '../src/users/owner-transaction.ts'
import { fillLibrary } from './fill-web-library.ts'
import { openBenchApp } from './open-app.ts'
import { withoutTimeouts } from './search/fill-postgres.ts'

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '50000' },
    collections: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '100' },
    dialect: { type: 'string', default: 'sqlite' },
  },
})
const [entries, count, rounds] = [Number(values.entries), Number(values.collections), Number(values.rounds)]
const READER = 1 as UserId
const BATCH_SIZE = 2000
const BASE = 'http://bench.test'
const { app, services, seeded, close } = await openBenchApp(values.dialect, BASE)
try {
  const { database } = services
  await fillLibrary(database, READER, entries)
  const large = await addCollections()
  await services.searchIndex.catchUp(READER, 600_000)
  if (isPostgres(database))
    await withoutTimeouts(database, async (client) => void (await client.query('vacuum analyze')))
  console.log(`${count} collections, ${entries} entries in one, ${database.dialect}`)
  const cookie = await signIn()
  const token = /name="token" value="([^"]+)"/.exec((await page('/collections', cookie)).body)![1]!
  await measure('list of collections, all counted', () => page('/collections', cookie))
  await measure('rail with counts', () => page('/collections/rail', cookie))
  await measure('unread list with the rail', () => page('/', cookie))
  await measure('first page of the large one', () => page(`/collections/${large}`, cookie))
  await measure('page in its middle', () => page(`/collections/${large}/${Math.floor(entries / 60)}`, cookie))
  await measure('page of arranging', () => page(`/collections/${large}/arrange`, cookie))
  await measure('query that names it', () => page(`/all/list?q=${encodeURIComponent('in:"Large" time:<5')}`, cookie))
  let entry = 0
  await measure('move of an entry', () =>
    form(`/collections/${large}/entries/${1 + (entry++ % entries)}/move`, { token, to: 'first', back: '/' }, cookie),
  )
  await measure('move of a collection', () =>
    form(`/collections/${large}/move`, { token, to: entry++ % 2 ? 'last' : 'first', back: '/' }, cookie),
  )
} finally {
  await close()
}

/** @returns the id of the collection that contains all entries */
async function addCollections(): Promise<CollectionId> {
  const { database } = services
  const now = new Date().toISOString()
  const large = await ownerTransaction(database, READER, async (tx) => {
    const context = { tx, dialect: database.dialect, owner: READER, now, at: now }
    for (let number = 1; number < count; number++) {
      const query = number % 2 ? `tag:shelf-${number % 50} time:<${5 + (number % 30)}` : ''
      await writeCreation(context, { name: `Collection ${number}`, query, isPinned: number <= 10 })
    }
    return (await writeCreation(context, { name: 'Large' })).id
  })
  // Inserts the rows in batches, because a single statement would exceed the time limit of the connection pool.
  for (let first = 1; first <= entries; first += BATCH_SIZE) {
    const sql = `insert into collection_entry (user_id, collection_id, entry_id, position, added_at)
      select user_id, ${large}, id, id * 65536, created_at from entry
      where user_id = ${READER} and id between ${first} and ${first + BATCH_SIZE - 1}`
    await database.transaction((tx) => rawSql(tx, sql, []))
  }
  return large
}

async function signIn(): Promise<string> {
  const login = await app.inject({ url: '/login' })
  const csrf = /name="_csrf_token" value="([^"]+)"/.exec(login.body)![1]!
  const { username, password } = seeded
  const fields = { _username: username, _password: password, _csrf_token: csrf }
  return cookiesOf(await form('/login_check', fields, cookiesOf(login)))
}

function cookiesOf({ cookies }: Awaited<ReturnType<typeof ask>>): string {
  return cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
}

async function ask(options: InjectOptions) {
  const answer = await app.inject(options)
  if (answer.statusCode >= 400) throw new Error(`${String(options.url)}: ${answer.statusCode}`)
  return answer
}

function page(url: string, cookie: string) {
  return ask({ url, headers: { cookie, accept: 'text/html' } })
}

function form(url: string, fields: Readonly<Record<string, string>>, cookie: string) {
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded', host: 'bench.test' }
  return ask({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() })
}

async function measure(name: string, request: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    await change()
    const since = performance.now()
    await request()
    times.push(performance.now() - since)
  }
  times.sort((left, right) => left - right)
  const at = (share: number) => `${times[Math.min(rounds - 1, Math.floor(rounds * share))]!.toFixed(1)} ms`
  console.log(`${name}: p50 ${at(0.5)}, p99 ${at(0.99)}`)
}

/** Advances the user's revision, like any change to the library. Cached results then become invalid. */
async function change(): Promise<void> {
  await services.database.transaction(async (tx) => {
    await tx
      .updateTable('user_revision')
      .set((set) => ({ revision: set('revision', '+', 1) }))
      .where('user_id', '=', READER)
      .execute()
  })
}
