import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { DIALECTS } from '../support/database.ts'
import { freePort } from '../support/ports.ts'
import { startDogear } from './dogear-process.ts'
import { LastInFirstOut, makeInstallation } from './installation.ts'
import { openTcpGate, type TcpGate } from './tcp-gate.ts'
import { startTimedSite, titleAt } from './timed-site.ts'
import { waitFor } from './wait-for.ts'
import { ask, grantToken, makeAccount, save } from './api-client.ts'

/**
 * Maximum milliseconds until a request is answered, with success or with status 503, and from a fault until requests
 * succeed again. docs/durability.md promises ten seconds for a response. A busy machine may need more; without a time limit
 * for the database, there would be no response at all.
 */
const ANSWERED_MS = 25_000
const RECOVERED_MS = 45_000
/** Maximum milliseconds from the kill of a process until another one has fetched its unfinished page. */
const RESUMED_MS = 50_000

for (const dialect of DIALECTS.filter((name) => name === 'postgres')) {
  test(`${dialect}: silent connections are replaced, and requests are answered in the meantime`, async (t) => {
    const { base, token, gate, site } = await startBehindGate(t)
    await Promise.all(Array.from({ length: 8 }, () => ask(base, token, { path: '/api/entries.json' })))
    const silentAt = performance.now()
    gate.silence()
    await Promise.all(Array.from({ length: 12 }, (_, index) => answeredInTime({ base, token, site }, index)))
    await waitFor('good answers again', async () => (await statuses(base, token)).every((status) => status === 200))
    assert.ok(performance.now() - silentAt < RECOVERED_MS, `recovered after ${performance.now() - silentAt} ms`)
    // The connections of the job runner may recover later than those of requests.
    await save(base, token, `${site.url}/fast/afterwards`)
    await waitFor('the page', async () => (await newestTitle(base, token)) === titleAt('/fast/afterwards'))
  })

  test(`${dialect}: while the server is frozen the answer is 503 with Retry-After, and afterwards all is well`, async (t) => {
    const { base, token, gate, site } = await startBehindGate(t)
    await ask(base, token, { path: '/api/entries.json' })
    gate.freeze()
    for (let round = 0; round < 2; round++) {
      await Promise.all(Array.from({ length: 6 }, (_, index) => answeredInTime({ base, token, site }, index, 503)))
    }
    assert.equal(await statusOf(`${base}/readyz`), 503)
    assert.equal(await statusOf(`${base}/healthz`), 200)
    gate.thaw()
    const thawedAt = performance.now()
    await waitFor('good answers again', async () => (await statuses(base, token)).every((status) => status === 200))
    assert.ok(performance.now() - thawedAt < RECOVERED_MS, `recovered after ${performance.now() - thawedAt} ms`)
  })

  test(`${dialect}: a fetch that was cut short by a kill runs again soon`, async (t) => {
    const cleanUp = new LastInFirstOut(t)
    const site = await startTimedSite(cleanUp)
    const { base, environment } = await makeInstallation(cleanUp, dialect)
    const first = startDogear(cleanUp, 'serve', environment)
    await first.ready
    const token = await grantToken(base, await makeAccount(environment))
    const second = startDogear(cleanUp, 'worker', { ...environment, PORT: String(await freePort()) })
    await second.ready
    const waiting = [1, 2].map((number) => save(base, token, `${site.url}/hang/${number}`))
    await waitFor('both pages under way', () => site.paths().length === 2)
    await first.kill('SIGKILL')
    const killedAt = performance.now()
    await Promise.all(waiting)
    site.release()
    const third = startDogear(cleanUp, 'serve', environment)
    await third.ready
    const titles = async () => {
      const answer = await ask(base, token, { path: '/api/entries.json' })
      const list = answer.kind === 'answered' ? (answer.body as { _embedded?: { items: { title: string }[] } }) : {}
      return list._embedded?.items.map(({ title }) => title).toSorted()
    }
    const expected = [titleAt('/hang/1'), titleAt('/hang/2')]
    await waitFor('both texts', async () => String(await titles()) === String(expected))
    assert.ok(performance.now() - killedAt < RESUMED_MS, `resumed after ${performance.now() - killedAt} ms`)
  })
}

async function newestTitle(base: string, token: string): Promise<string | undefined> {
  const answer = await ask(base, token, { path: '/api/entries.json' })
  const list = answer.kind === 'answered' ? (answer.body as { _embedded?: { items: { title: string }[] } }) : {}
  return list._embedded?.items[0]?.title
}

async function startBehindGate(t: TestContext) {
  const cleanUp = new LastInFirstOut(t)
  const site = await startTimedSite(cleanUp)
  const { base, environment, databaseUrl } = await makeInstallation(cleanUp, 'postgres')
  const direct = new URL(databaseUrl)
  const gate: TcpGate = await openTcpGate(cleanUp, { host: direct.hostname, port: Number(direct.port) })
  const gated = new URL(databaseUrl)
  gated.port = String(gate.port)
  const server = startDogear(cleanUp, 'serve', { ...environment, DATABASE_URL: gated.href })
  await server.ready
  const token = await grantToken(base, await makeAccount(environment))
  return { base, token, gate, site }
}

type Gated = Pick<Awaited<ReturnType<typeof startBehindGate>>, 'base' | 'token' | 'site'>

/**
 * Sends a write for every third index, otherwise a read. Expects a response in time: success, or 503 with
 * `Retry-After`.
 */
async function answeredInTime({ base, token, site }: Gated, index: number, expected?: number) {
  const isWrite = index % 3 === 0
  const beganAt = performance.now()
  const answer = await fetch(`${base}/api/entries.json`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(40_000),
    ...(isWrite && {
      method: 'POST',
      body: JSON.stringify({ url: `${site.url}/fast/${index}`, title: 'Title', content: '<p>Text</p>' }),
    }),
  })
  const tookMs = performance.now() - beganAt
  const body = await answer.text()
  assert.ok(tookMs < ANSWERED_MS, `answered after ${tookMs} ms`)
  assert.ok(answer.status === (expected ?? 200) || answer.status === 503, `${answer.status} ${body}`)
  if (answer.status === 503) assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
}

async function statuses(base: string, token: string): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(base, token, { path: '/api/entries.json' })))
  return answers.map((answer) => (answer.kind === 'answered' ? answer.status : 0))
}

async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url)
  await answer.text()
  return answer.status
}
