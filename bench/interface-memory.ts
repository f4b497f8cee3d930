/**
 * Measures the memory of the server while apps use all interfaces at once: `npm run bench:interface-memory [--
 * --minutes N] [--entries N] [--kilobytes N]`; by default ten minutes with 2,000 entries of 10 kB each, on SQLite. One client
 * for each interface requests a list of 50 entries again and again, and every tenth time one entry is changed before. Prints
 * the anonymous memory (`RssAnon`) of `serve` and its child processes in megabytes for each tenth of the time: its median
 * and its peak. The first tenth includes loading the interfaces and filling the caches.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseDatabaseUrl } from '../src/db/database-url.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { systemClock } from '../src/kernel/clock.ts'
import type { UserId } from '../src/kernel/branded-ids.ts'
import { createAppPassword } from '../src/users/passwords/app-password.ts'
import { interfaceRequests, ownRequests, type ListRequest } from './interfaces/list-requests.ts'
import { median } from './median.ts'
import { untilIndexed } from './memory/fill-library.ts'
import { signIn } from './memory/signed-in-user.ts'
import { anonymousMegabytes } from './memory/watch-process-memory.ts'
import { seed } from './seed.ts'
import { startServer } from './start-server.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    entries: { type: 'string', default: '2000' },
    kilobytes: { type: 'string', default: '10' },
  },
})
const OWNER = 1 as UserId
const PARTS = 10
const SAMPLE_MS = 250
const PART_MS = (Number(values.minutes) * 60_000) / PARTS
/** An entry is changed before each of this number of requests, so that lists are read from the database again. */
const REQUESTS_PER_CHANGE = 10

const folder = await mkdtemp(join(tmpdir(), 'dogear-bench-interfaces-'))
const databaseUrl = `sqlite:${join(folder, 'dogear.db')}`
const entries = Number(values.entries)
const size = { entries, contentBytes: Number(values.kilobytes) * 1024 }
const seeded = await seed({ databaseUrl, dataDirectory: folder, ...size })
const database = await openDatabase({ location: parseDatabaseUrl(databaseUrl), poolSize: 1 })
const key = await createAppPassword({ database, clock: systemClock }, OWNER, { name: 'bench' })
await database.close()
const server = await startServer({ DOGEAR_DATA_DIR: folder, DATABASE_URL: databaseUrl })
const { base } = server
try {
  await untilIndexed(databaseUrl)
  const { token } = await signIn(base, seeded, seeded.username)
  console.log(`before the first request: ${(await anonymousMegabytes(server.pid)).toFixed(0)} MB`)
  const credentials = { username: seeded.username, key, token }
  const stopped = new AbortController()
  const clients = [...ownRequests(credentials), ...interfaceRequests(credentials)].map((request) =>
    useInterface(request, token, stopped.signal),
  )
  for (let part = 1; part <= PARTS; part++) await reportPart(part)
  stopped.abort()
  const counts = await Promise.all(clients)
  console.log(`${counts.reduce((sum, one) => sum + one)} requests`)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** @returns the number of requests until the signal */
async function useInterface(request: ListRequest, token: string, signal: AbortSignal): Promise<number> {
  let sent = 0
  for (; !signal.aborted; sent++) {
    if (sent % REQUESTS_PER_CHANGE === 0) await changeAnEntry(token, sent)
    const { path, method, headers, payload } = request
    const answer = await fetch(base + path, { method, headers, ...(payload !== undefined && { body: payload }) })
    const body = await answer.text()
    if (request.count(body) !== 50) throw new Error(`${request.name}: ${answer.status} ${body.slice(0, 200)}`)
  }
  return sent
}

async function changeAnEntry(token: string, number: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ starred: number % 20 === 0 ? 1 : 0 })
  const answer = await fetch(`${base}/api/entries/${1 + (number % entries)}.json`, { method: 'PATCH', headers, body })
  await answer.text()
  if (!answer.ok) throw new Error(`a change answered ${answer.status}`)
}

async function reportPart(part: number): Promise<void> {
  const samples: number[] = []
  const end = performance.now() + PART_MS
  while (performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
    samples.push(await anonymousMegabytes(server.pid))
  }
  const peak = Math.max(...samples)
  console.log(`${String(part).padStart(2)}: median ${median(samples).toFixed(0)} MB, peak ${peak.toFixed(0)} MB`)
}
