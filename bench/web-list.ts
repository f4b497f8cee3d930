/**
 * Measures how long it takes to render a page of a list, for a signed-in user with a large library. `node
 * bench/web-list.ts [--entries N] [--rounds N] [--dialect sqlite|postgres]`; by default 100,000 entries on SQLite.
 * Requests do not use the network. PostgreSQL is started from the npm package, and its tables are analysed, as
 * autovacuum would do within minutes. `warm` means that nothing has changed since the previous page. `cold` means that
 * the owner has just changed an entry, so pages and counts must be read from the database again.
 */
import { parseArgs } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../src/db/database.ts'
import { isPostgres } from '../src/db/open-database.ts'
import { openBenchApp } from './open-app.ts'
import type { Seeded } from './seed.ts'
import { fillLibrary } from './fill-web-library.ts'

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '200' },
    dialect: { type: 'string', default: 'sqlite' },
  },
})
const [entries, rounds] = [Number(values.entries), Number(values.rounds)]
const READER = 1
/** Number of pages rendered before the measurement, so that caches and compiled code are ready. */
const WARM_UP = 20
const BASE = 'http://bench.test'
const { app, services, seeded, close } = await openBenchApp(values.dialect, BASE)
try {
  const since = performance.now()
  await fillLibrary(services.database, READER, entries)
  if (isPostgres(services.database)) await services.database.pool.query('vacuum analyze')
  console.log(`${entries} entries, ${values.dialect}, filled in ${((performance.now() - since) / 1000).toFixed(0)} s`)
  const cookie = await signIn(app, seeded)
  const last = Math.ceil(entries / 2 / 30)
  await measure('first page', '/', cookie)
  await measure('with a tag', '/all/list?tag=shelf-7', cookie)
  await measure('unread with a tag', '/unread/list?tag=shelf-6', cookie)
  await measure('of a site', '/unread/list?site=site-4.example', cookie)
  await measure('in a language', '/unread/list?language=de', cookie)
  await measure('fits in 5 minutes', '/unread/list?within=5', cookie)
  await measure('by title', '/unread/list?sort=title', cookie)
  await measure('page in the middle', `/unread/list/${Math.ceil(last / 2)}`, cookie)
  await measure('last page', `/unread/list/${last}`, cookie)
} finally {
  await close()
}

async function signIn(target: FastifyInstance, { username, password }: Seeded): Promise<string> {
  const login = await target.inject({ url: '/login' })
  const token = /name="_csrf_token" value="([^"]+)"/.exec(login.body)![1]!
  const answer = await target.inject({
    method: 'POST',
    url: '/login_check',
    headers: { cookie: cookiesOf(login), 'content-type': 'application/x-www-form-urlencoded', host: 'bench.test' },
    payload: new URLSearchParams({ _username: username, _password: password, _csrf_token: token }).toString(),
  })
  return cookiesOf(answer)
}

function cookiesOf({ cookies }: Awaited<ReturnType<FastifyInstance['inject']>>): string {
  return cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
}

async function measure(name: string, url: string, cookie: string): Promise<void> {
  const headers = { cookie, accept: 'text/html' }
  for (const isCold of [false, true]) {
    const times: number[] = []
    for (let round = 0; round < rounds + WARM_UP; round++) {
      if (isCold) await change(services.database)
      const since = performance.now()
      const answer = await app.inject({ url, headers })
      const time = performance.now() - since
      if (answer.statusCode !== 200 || !answer.body.includes('class="card"')) {
        throw new Error(`${url}: ${answer.statusCode} without cards`)
      }
      if (round >= WARM_UP) times.push(time)
    }
    times.sort((left, right) => left - right)
    const at = (share: number) => `${times[Math.min(rounds - 1, Math.floor(rounds * share))]!.toFixed(2)} ms`
    console.log(`${name}, ${isCold ? 'cold' : 'warm'}: p50 ${at(0.5)}, p99 ${at(0.99)}`)
  }
}

async function change(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx
      .updateTable('user_revision')
      .set((set) => ({ revision: set('revision', '+', 1) }))
      .where('user_id', '=', READER)
      .execute()
  })
}
