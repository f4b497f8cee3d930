/**
 * Measures the server with many idle listeners of `GET /api/sync/events`: its memory and processor time, the time from
 * a change to its event, and the duration of a `GET /api/sync` that is answered with 304. `npm run bench:listeners --
 * [--listeners N] [--seconds N] [--dialect sqlite|postgres]`. The clients run in a separate process.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Database } from '../src/db/database.ts'
import type { UserId } from '../src/kernel/branded-ids.ts'
import { hashToken, ownedToken } from '../src/kernel/random-token.ts'
import { ownerTransaction } from '../src/users/owner-transaction.ts'
import { advanceRevision } from '../src/users/revision.ts'
import type { ClientReport } from './event-stream-clients.ts'
import { openBenchApp } from './open-app.ts'

const { values } = parseArgs({
  options: {
    listeners: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '30' },
    dialect: { type: 'string', default: 'sqlite' },
  },
})
const [listeners, seconds] = [Number(values.listeners), Number(values.seconds)]
/** Number of streams that each user opens: the maximum that the server allows for one user. */
const STREAMS_PER_USER = 20
const FIRST_USER = 10
const NOW = '2026-01-01T00:00:00.000Z'

const { app, services, close } = await openBenchApp(values.dialect, 'http://bench.test', {
  // Without a trusted proxy, the server would allow only a hundred connections from one address, and all clients
  // connect from this machine.
  DOGEAR_TRUSTED_PROXIES: '127.0.0.1',
  DOGEAR_MAX_CONNECTIONS: String(2 * listeners + 100),
})
try {
  const tokens = await addUsers(services.database, Math.ceil(listeners / STREAMS_PER_USER))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const clients = fork(new URL('event-stream-clients.ts', import.meta.url))
  await setTimeout(1000)
  const before = memory()
  const connected = ask(clients, { kind: 'listen', port, tokens, listeners })
  print(`${listeners} listeners of ${tokens.length} users, ${values.dialect}`)
  print(`connected in ${((await connected) / 1000).toFixed(1)} s`)
  await setTimeout(2000)
  const after = memory()
  print(`memory: ${before.rss} MB before, ${after.rss} MB with listeners; heap ${before.heap} and ${after.heap} MB`)
  const used = process.cpuUsage()
  await setTimeout(seconds * 1000)
  const { user, system } = process.cpuUsage(used)
  print(`idle for ${seconds} s: ${((user + system) / seconds / 10_000).toFixed(1)} % of a core, ${memory().rss} MB`)
  const changed = ask(clients, { kind: 'await-event', user: 0 })
  await ownerTransaction(services.database, FIRST_USER as UserId, (tx) => advanceRevision(tx, FIRST_USER as UserId))
  print(`a change was reported to all ${STREAMS_PER_USER} listeners of its user after ${(await changed).toFixed(0)} ms`)
  const times = await askMany(clients, { kind: 'revalidate', port, token: tokens.at(-1)!, requests: 5000 })
  const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(2)
  print(`304 of GET /api/sync: p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)} ms, one after the other`)
  clients.kill()
  await once(clients, 'exit')
} finally {
  await close()
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** @returns the memory of this process in megabytes, after a garbage collection */
function memory(): { readonly rss: number; readonly heap: number } {
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  return { rss: Math.round(rss / 2 ** 20), heap: Math.round(heapUsed / 2 ** 20) }
}

/** @returns the duration that the clients measured for the request, in milliseconds */
async function ask(clients: ChildProcess, request: object): Promise<number> {
  return (await askMany(clients, request))[0]!
}

async function askMany(clients: ChildProcess, request: object): Promise<readonly number[]> {
  clients.send(request)
  const [{ times }] = (await once(clients, 'message')) as [ClientReport]
  return times
}

/**
 * Adds users with one token each.
 * @returns the tokens
 */
async function addUsers(database: Database, count: number): Promise<string[]> {
  const tokens: string[] = []
  const clientId = (await database.read((db) => db.selectFrom('oauth_client').select('id').executeTakeFirstOrThrow()))
    .id
  await database.transaction(async (tx) => {
    for (let id = FIRST_USER; id < FIRST_USER + count; id++) {
      const token = ownedToken(id)
      const user = { id, username: `u${id}`, username_key: `u${id}`, password_hash: '' }
      await tx
        .insertInto('users')
        .values({ ...user, created_at: NOW, updated_at: NOW })
        .execute()
      await tx.insertInto('user_revision').values({ user_id: id }).execute()
      const row = { user_id: id, client_id: clientId, family_id: `f${id}`, created_at: NOW }
      await tx
        .insertInto('access_token')
        .values({ ...row, token_hash: hashToken(token), expires_at: '2999-01-01T00:00:00.000Z' })
        .execute()
      tokens.push(token)
    }
  })
  return tokens
}
