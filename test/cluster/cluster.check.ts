import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { loadInstanceKey } from '../../src/config/instance-key.ts'
import { seededRandom } from '../crash/seeded-random.ts'
import { freePort } from '../support/ports.ts'
import { queryServer } from '../support/postgres-standby.ts'
import { articlePage, NEWS } from '../support/site.ts'
import { makeTestFolder } from '../support/test-folder.ts'
import { closingTable, type Episode } from './closing-table.ts'
import { findPrograms, type ClusterPrograms } from './cluster-programs.ts'
import { ClusterUser } from './cluster-user.ts'
import { startDatabaseCluster } from './database-cluster.ts'
import { checkOut, currentProgram, dogearNode, type DogearNode } from './dogear-nodes.ts'
import { clusterFaults, type ClusterParts, type Fault } from './faults.ts'
import { findLosses } from './find-losses.ts'
import { Journal } from './journal.ts'
import { makeUsers } from './make-users.ts'
import { startObjectStore } from './object-store.ts'

/**
 * Runs two web servers and two workers behind HAProxy, PgBouncer, and PostgreSQL with a synchronous standby under Patroni, on
 * loopback. Users work while processes are killed, and the primary is replaced. Prints a table, and fails if anything was lost,
 * older than before, or away for too long.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    users: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    packages: { type: 'string', default: '' },
    /** time after which the standby applies a change, as PostgreSQL spells it */
    delay: { type: 'string', default: '0' },
    /** path of SeaweedFS, for programs that can keep images in an object store */
    weed: { type: 'string', default: '' },
    /** commit of the program that runs before the upgrade */
    earlier: { type: 'string', default: 'HEAD' },
  },
})
const SECRET = 'cluster'.repeat(6)
/** Maximum time in seconds for events to arrive again after a fault. */
const EVENTS_SECONDS = 45
/** Time for the start and the end of the cluster, and for faults that last longer than planned. In milliseconds. */
const OVERTIME_MS = 480_000
/** Time that a slow page takes, so that faults meet fetches. In milliseconds. */
const SLOW_PAGE_MS = 2_000
/** Without failures for so long, a fault counts as over. In milliseconds. */
const QUIET_MS = 4_000

const programs = findPrograms(values.packages)
if (!('haproxy' in programs)) {
  console.error(`Skipped, because programs are missing:\n${programs.join('\n')}`)
  process.exit(0)
}
// In memory if possible: a disk that is busy with other work delays etcd until Patroni gives up the lease.
const folder = makeTestFolder()
mkdirSync(join(folder, 'data'))
const closing: (() => unknown)[] = []
const onClose = (close: () => unknown): void => void closing.push(close)
const durationMs = Number(values.minutes) * 60_000
const ending = Promise.withResolvers<never>()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => ending.reject(new Error(`ended by ${name}`)))
setTimeout(() => ending.reject(new Error('the run does not end')), durationMs + OVERTIME_MS).unref()
try {
  process.exitCode = await Promise.race([run(durationMs), ending.promise])
} finally {
  for (const close of closing.toReversed()) await close()
  if (process.exitCode === 0) rmSync(folder, { recursive: true, force: true })
  else console.error(`The logs are in ${join(folder, 'logs')}`)
}
// A run that was ended leaves its users at work.
process.exit()

async function run(duration: number): Promise<number> {
  const { base, ...parts } = await startCluster(programs as ClusterPrograms)
  const { database } = parts
  const [site, journal] = [await startSite(), new Journal()]
  const signedIn = await makeUsers(database.directUrl, loadInstanceKey(folder, SECRET), Number(values.users))
  const users = signedIn.map(({ token, cookie }, number) => {
    const random = seededRandom(Number(values.seed) * 1000 + number)
    return new ClusterUser({ number, token, cookie, base, siteUrl: site.url, journal, random })
  })
  const [working, listening] = [new AbortController(), new AbortController()]
  const streams = users.map((user) => user.listenUntil(listening.signal))
  const work = users.map((user) => user.workUntil(working.signal).catch((error) => journal.problem(String(error))))
  const beganAt = performance.now()
  const episodes = await causeFaults(clusterFaults(parts), { journal, users: users.length, durationMs: duration })
  working.abort()
  await Promise.all(work)
  const lastSave = performance.now()
  await Promise.all(users.map((user) => user.save()))
  await pause(QUIET_MS)
  const silent = users.filter(({ lastEventAt }) => lastEventAt < lastSave)
  if (silent.length > 0) journal.problem(`${silent.length} users got no event for their last save`)
  listening.abort()
  await Promise.all(streams)
  const jobs = await untilJobsAreDone(database.directUrl)
  console.log(closingTable(episodes, journal, performance.now() - beganAt))
  const [pages, repeated] = [site.hits.size, [...site.hits.values()].filter((hits) => hits > 1).length]
  console.log(`${pages} pages were fetched, ${repeated} of them again after a fault`)
  console.log(`${users.reduce((sum, { imports }) => sum + imports, 0)} files were imported`)
  for (const reason of journal.reasons()) console.log(reason)
  const losses = await findLosses(database.directUrl, journal)
  const problems = [...journal.problems, ...jobs, ...losses, ...slowEpisodes(episodes, journal)]
  for (const problem of problems.slice(0, 50)) console.error(problem)
  console.log(problems.length === 0 ? 'Nothing was lost.' : `${problems.length} problems`)
  return problems.length === 0 ? 0 : 1
}

/** Starts all parts, with the earlier program. */
async function startCluster(found: ClusterPrograms): Promise<ClusterParts & { readonly base: string }> {
  const earlier = checkOut(values.earlier, folder)
  const [webPort, ...ports] = [await freePort(), await freePort(), await freePort()]
  const web = { port: webPort, servers: ports }
  const database = await startDatabaseCluster(found, folder, { web, delay: values.delay }, onClose)
  const store = await startObjectStore(values.weed, folder)
  const objects = typeof store === 'string' ? undefined : store
  if (objects) onClose(() => objects.process.signal('SIGKILL'))
  await objects?.untilReady()
  console.log(`Object store: ${typeof store === 'string' ? store : 'SeaweedFS'}`)
  const base = `http://127.0.0.1:${webPort}`
  const environment = {
    DATABASE_URL: database.pooledUrl,
    DATABASE_DIRECT_URL: database.directUrl,
    DATABASE_READ_URL: database.readUrl,
    DOGEAR_BASE_URL: base,
    DOGEAR_DATA_DIR: join(folder, 'data'),
    DOGEAR_SECRET: SECRET,
    DOGEAR_FETCH_ALLOW: '127.0.0.1',
    DOGEAR_EXTRACTION_WORKERS: '1',
    DOGEAR_TRUSTED_PROXIES: '127.0.0.1',
    DOGEAR_LOG_LEVEL: 'warn',
    ...objects?.environment,
  }
  const node = (name: string, command: 'serve' | 'worker', more: Readonly<Record<string, string>> = {}): DogearNode => {
    const made = dogearNode(earlier, { name, command, folder, environment: { ...environment, ...more } })
    onClose(async () => {
      await made.process.signal('SIGCONT')
      await made.process.signal('SIGKILL')
    })
    return made
  }
  const [one, two] = ports.map((port) => ({ PORT: String(port), DOGEAR_RUN_JOBS: 'off' }))
  const servers = [node('web server 1', 'serve', one), node('web server 2', 'serve', two)] as const
  const workers = [node('worker 1', 'worker'), node('worker 2', 'worker')] as const
  for (const made of [...servers, ...workers]) await made.start()
  return { database, servers, workers, objects, base, nextProgram: currentProgram() }
}

interface Course {
  readonly journal: Journal
  /** number of users */
  readonly users: number
  readonly durationMs: number
}

/** Causes one fault after the other, spread over the duration. Each one begins when the one before is over. */
async function causeFaults(faults: readonly Fault[], course: Course): Promise<readonly Episode[]> {
  const { journal, users, durationMs } = course
  const beganAt = performance.now()
  await pause(QUIET_MS)
  const episodes: Episode[] = []
  for (const [index, fault] of faults.entries()) {
    const from = performance.now()
    console.log(`${Math.round((from - beganAt) / 1000)} s: ${fault.name}`)
    await fault.act()
    const eventsSeconds = await secondsUntilStreams(journal, users, from)
    await pause(QUIET_MS)
    const share = (durationMs * (index + 1)) / faults.length
    await pause(Math.max(0, beganAt + share - performance.now()))
    episodes.push({ fault, from, until: performance.now(), eventsSeconds })
  }
  return episodes
}

/** @returns the faults after which requests failed or events were away for too long */
function slowEpisodes(episodes: readonly Episode[], journal: Journal): readonly string[] {
  return episodes.flatMap(({ fault, from, until, eventsSeconds }) => {
    const kinds = ['read', 'write'] as const
    const seconds = Math.max(...kinds.map((kind) => journal.failuresBetween(kind, from, until).seconds))
    return [
      ...(seconds > fault.limitSeconds ? [`requests failed for ${seconds.toFixed(1)} s after: ${fault.name}`] : []),
      ...(eventsSeconds > EVENTS_SECONDS
        ? [`events were away for ${eventsSeconds.toFixed(1)} s after: ${fault.name}`]
        : []),
    ]
  })
}

/** @returns the seconds from a fault until all users listen for events again */
async function secondsUntilStreams(journal: Journal, count: number, from: number): Promise<number> {
  while (journal.openStreams < count && performance.now() - from < 120_000) await pause(100)
  return (performance.now() - from) / 1000
}

/** @returns a problem if jobs remain after a minute, or have failed for good */
async function untilJobsAreDone(url: string): Promise<readonly string[]> {
  const sql = `select count(*)::integer as waiting from job where name like 'entry.%' or name = 'entries.import'`
  for (const until = performance.now() + 60_000; performance.now() < until; await pause(500)) {
    const [row] = await queryServer<{ waiting: number }>(url, sql)
    if (row!.waiting === 0) return []
  }
  return ['jobs were not done']
}

interface ClusterSite {
  readonly url: string
  /** number of requests by path of a page */
  readonly hits: ReadonlyMap<string, number>
}

/** Starts a site with the pages that users save. */
async function startSite(): Promise<ClusterSite> {
  const hits = new Map<string, number>()
  const server = createServer(({ url = '' }, response) => {
    if (!/^\/(?:fast|slow)\//.test(url)) return response.writeHead(404).end()
    hits.set(url, (hits.get(url) ?? 0) + 1)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    const page = articlePage({ ...NEWS, title: `The page at ${url}` })
    return setTimeout(() => response.end(page), url.startsWith('/slow/') ? SLOW_PAGE_MS : 0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onClose(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hits }
}
