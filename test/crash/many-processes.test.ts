import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { DIALECTS } from '../support/database.ts'
import { freePort } from '../support/ports.ts'
import { startDogear, type DogearProcess, type Environment } from './dogear-process.ts'
import { settledRows, unfinished } from './entry-rows.ts'
import { LastInFirstOut, makeInstallation, type Installation } from './installation.ts'
import { letLeasesRunOut } from './lost-processes.ts'
import { Oracle } from './oracle.ts'
import { startCrowd } from './saving-crowd.ts'
import { seededRandom } from './seeded-random.ts'
import { startTimedSite, type TimedSite } from './timed-site.ts'
import { ask, grantToken, makeAccount, save } from './api-client.ts'

/** Set `CRASH_SEED` to repeat a failed run. */
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000)
/** Number of kills per process. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 1)

/** A process of the cluster. It is restarted with the same settings after each kill. */
interface Member {
  readonly name: string
  readonly command: 'serve' | 'worker'
  readonly environment: Environment
  process: DogearProcess
}

/**
 * Maximum milliseconds between the response of the site and the first response to a client. Without notifications
 * between the processes, this takes nearly a second.
 */
const PROMPT_MS = 600
/** Maximum number of attempts at such a response. On a busy machine, some take longer for other reasons. */
const PROMPT_ATTEMPTS = 8

for (const dialect of DIALECTS.filter((name) => name === 'postgres')) {
  test(`${dialect}: two servers and a worker share the work; each is killed in turn, and no save is lost or duplicated`, async (t) => {
    const cleanUp = new LastInFirstOut(t)
    const random = seededRandom(SEED)
    const site = await startTimedSite(cleanUp)
    const installation = await makeInstallation(cleanUp, dialect, {
      DOGEAR_SECRET: 'one secret for all nodes, as told.',
    })
    const { members, bases } = await startCluster(cleanUp, installation)
    const account = await makeAccount(installation.environment)
    const token = await grantToken(bases[0]!, account)
    for (const base of bases) {
      const answer = await ask(base, token, { path: '/api/entries.json' })
      assert.equal(answer.kind === 'answered' && answer.status, 200, 'the token of one node works on the other')
    }
    await provePromptAnswers(site, bases[1]!, token)

    const oracle = new Oracle()
    const crowd = startCrowd(cleanUp, { bases, token, siteUrl: site.url, clients: 6, pauseMs: 60, random, oracle })
    const kills: number[] = []
    for (const member of Array.from({ length: ROUNDS }, () => members).flat()) {
      await pause(random.between(300, 900))
      await member.process.kill('SIGKILL')
      if (member.environment['DOGEAR_RUN_JOBS'] !== 'off') kills.push(performance.now())
      await letLeasesRunOut(installation, member.process.pid)
      await startMember(cleanUp, member)
    }
    await pause(500)
    await crowd.stop()

    const rows = await settledRows(installation.databaseUrl, 30_000)
    t.diagnostic(`seed ${SEED}; ${oracle.acknowledged} writes acknowledged, ${rows.length} entries`)
    assert.deepEqual(oracle.compare(rows.filter(({ url }) => !url.includes('/prompt-'))), [])
    assert.deepEqual(unfinished(rows), [])
    assert.deepEqual(fetchedTooOften(site, kills, oracle), [])
    assert.ok(oracle.acknowledged > 10, `only ${oracle.acknowledged} writes were acknowledged`)
    for (const { name, process } of members) assert.equal((await process.kill('SIGTERM')).code, 0, name)
  })
}

async function startCluster(cleanUp: LastInFirstOut, installation: Installation) {
  const { environment, base } = installation
  const folder = await mkdtemp(join(tmpdir(), 'dogear-second-node-'))
  cleanUp.after(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const second = { ...environment, PORT: String(port), DOGEAR_DATA_DIR: folder, DOGEAR_RUN_JOBS: 'off' }
  const plan = [
    { name: 'first node', command: 'serve', environment },
    { name: 'second node', command: 'serve', environment: second },
    { name: 'worker', command: 'worker', environment },
  ] as const
  const members: Member[] = []
  for (const each of plan) {
    const member = { ...each, process: undefined as unknown as DogearProcess }
    await startMember(cleanUp, member)
    members.push(member)
  }
  return { members, bases: [base, `http://127.0.0.1:${port}`] }
}

async function startMember(cleanUp: LastInFirstOut, member: Member): Promise<void> {
  member.process = startDogear(cleanUp, member.command, member.environment)
  await member.process.ready
}

/**
 * Saves pages through a node that runs no jobs. A waiting request polls the database every second, and these pages
 * arrive just after a poll. So only a notification from another process explains an immediate response.
 */
async function provePromptAnswers(site: TimedSite, base: string, token: string): Promise<void> {
  const warmUps = [1, 2, 3, 4, 5, 6].map((number) => save(base, token, `${site.url}/fast/prompt-${number}`))
  await Promise.all(warmUps)
  const delays: number[] = []
  while (Math.min(...delays) >= PROMPT_MS && delays.length < PROMPT_ATTEMPTS * 3)
    delays.push(...(await delaysOf(site, base, token, delays.length)))
  assert.ok(Math.min(...delays) < PROMPT_MS, `the answers came ${delays.join(', ')} ms after their pages`)
}

/** Saves three pages. @returns the milliseconds between the response of the site and the one to the client */
async function delaysOf(site: TimedSite, base: string, token: string, first: number): Promise<readonly number[]> {
  const paths = [1, 2, 3].map((number) => `/after/1050/prompt-${first + number}`)
  const answers = await Promise.all(paths.map((path) => save(base, token, site.url + path)))
  return answers.map((answer, index) => {
    assert.equal(answer.kind, 'answered')
    const { at, body } = answer as { at: number; body: Record<string, unknown> }
    assert.match(String(body['content']), /Forty volunteers/)
    return at - site.answered(paths[index]!)
  })
}

/**
 * @returns the pages with too many fetches. A page is fetched once, and once more for each kill during its fetches.
 *   Images are not counted: no copy of an invalid image is stored, so each page with that image fetches it again.
 */
function fetchedTooOften(site: TimedSite, kills: readonly number[], oracle: Oracle): readonly string[] {
  const pages = site.paths().filter((path) => !path.startsWith('/img/'))
  return pages.flatMap((path) => {
    const asked = site.asked(path)
    const interruptions = kills.filter((at) => at > asked[0]! && at < asked.at(-1)!).length
    // A client without a response saves again, and saving retries a failed page (wallabag contract 4.1).
    const again = path.startsWith('/missing/') ? Math.max(0, oracle.asked(site.url + path) - 1) : 0
    return asked.length <= 1 + interruptions + again ? [] : `${path}: ${asked.length} times, ${interruptions} kills`
  })
}
