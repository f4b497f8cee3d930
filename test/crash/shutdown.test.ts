import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { DIALECTS } from '../support/database.ts'
import { startDogear } from './dogear-process.ts'
import { entryRows, selectRows, settledRows } from './entry-rows.ts'
import { LastInFirstOut, makeInstallation } from './installation.ts'
import { seededRandom } from './seeded-random.ts'
import { startTimedSite, titleAt } from './timed-site.ts'
import { waitFor } from './wait-for.ts'
import { ask, grantToken, makeAccount, save } from './api-client.ts'

/**
 * Maximum milliseconds from SIGTERM to the end of the process. Our documentation promises 10 s, of which a process that
 * waits for a page takes six; the rest, and the start of tests beside it, may be slow on a busy machine. A process that
 * waits for the end of the fetch takes 30 s.
 */
const MAX_STOP_MS = 20_000

/** Queries for the lock and the attempt count of all waiting jobs. */
const JOBS = 'select locked_by, attempts from job'

suite('a process that is asked to stop', { concurrency: 4 }, () => {
  for (const dialect of DIALECTS) {
    test(`${dialect}: completes running requests, refuses new ones, and exits with 0 long before the time limit`, async (t) => {
      const cleanUp = new LastInFirstOut(t)
      const site = await startTimedSite(cleanUp)
      const { base, environment } = await makeInstallation(cleanUp, dialect)
      const server = startDogear(cleanUp, 'serve', environment)
      await server.ready
      const token = await grantToken(base, await makeAccount(environment))
      // The first save loads the extractor, which takes seconds on a busy machine.
      await save(base, token, `${site.url}/fast/first`)
      const paths = [1, 2, 3, 4].map((number) => `/hang/${number}`)
      const saves = paths.map((path) => save(base, token, site.url + path))
      await waitFor('the fetches', () => paths.every((path) => site.asked(path).length === 1))
      const since = performance.now()
      const stopped = server.kill('SIGTERM')
      await waitFor('the port to close', async () => (await ask(base, token, { path: '/healthz' })).kind === 'silent')
      site.release()
      for (const [index, answer] of (await Promise.all(saves)).entries()) {
        assert.equal(answer.kind === 'answered' && answer.body['title'], titleAt(paths[index]!))
      }
      const { code, at } = await stopped
      assert.equal(code, 0, server.output())
      assert.ok(at - since < MAX_STOP_MS, `it took ${at - since} ms`)
    })

    test(`${dialect}: gives a page that hangs back without counting the try, and the next start finishes it`, async (t) => {
      const cleanUp = new LastInFirstOut(t)
      const site = await startTimedSite(cleanUp)
      const { base, environment, databaseUrl } = await makeInstallation(cleanUp, dialect)
      const server = startDogear(cleanUp, 'serve', environment)
      await server.ready
      const token = await grantToken(base, await makeAccount(environment))
      const answer = save(base, token, `${site.url}/hang/1`)
      await waitFor('the fetch', () => site.asked('/hang/1').length === 1)
      const since = performance.now()
      const { code, at } = await server.kill('SIGTERM')
      assert.equal(code, 0, server.output())
      assert.ok(at - since < MAX_STOP_MS, `it took ${at - since} ms`)
      const outcome = await answer
      assert.equal(outcome.kind === 'answered' && outcome.status, 200, 'the save is answered as it stands')
      assert.deepEqual(await selectRows(databaseUrl, JOBS), [{ locked_by: null, attempts: 0 }])
      assert.equal((await entryRows(databaseUrl))[0]?.state, 'pending')

      site.release()
      const next = startDogear(cleanUp, 'serve', environment)
      await next.ready
      assert.equal((await settledRows(databaseUrl, 30_000))[0]?.state, 'done')
      assert.equal(site.asked('/hang/1').length, 2)
      assert.equal((await next.kill('SIGTERM')).code, 0, next.output())
    })

    test(`${dialect}: open connections learn that it is not ready, and a second signal ends it at once`, async (t) => {
      const cleanUp = new LastInFirstOut(t)
      const site = await startTimedSite(cleanUp)
      const { base, environment } = await makeInstallation(cleanUp, dialect)
      const server = startDogear(cleanUp, 'serve', environment)
      await server.ready
      const token = await grantToken(base, await makeAccount(environment))
      const connection = await openConnection(base)
      cleanUp.after(() => connection.close())
      // A connection with an incomplete request head is not idle, so the server may not close it yet.
      connection.write('GET /readyz HTTP/1.1\r\nHost: dogear\r\n')
      const answer = save(base, token, `${site.url}/hang/1`)
      await waitFor('the fetch', () => site.asked('/hang/1').length === 1)
      const stopped = server.kill('SIGTERM')
      await waitFor('the port to close', async () => (await ask(base, token, { path: '/healthz' })).kind === 'silent')
      connection.write('\r\n')
      await waitFor('an answer', () => connection.received().includes('\r\n\r\n'))
      assert.match(connection.received(), /^HTTP\/1\.1 503 [^]*\{"code":503,"message":"Service Unavailable"\}/)
      const since = performance.now()
      await server.kill('SIGTERM')
      const { code, at } = await stopped
      assert.equal(code, 1)
      assert.ok(at - since < MAX_STOP_MS, `it took ${at - since} ms`)
      await answer
    })

    test(`${dialect}: a stop during the start ends it, and the next start works`, async (t) => {
      const cleanUp = new LastInFirstOut(t)
      const { base, environment } = await makeInstallation(cleanUp, dialect)
      const random = seededRandom(4)
      for (let round = 0; round < 3; round++) {
        const server = startDogear(cleanUp, 'serve', environment)
        const ms = random.between(30, 800)
        await pause(ms)
        const since = performance.now()
        const { code, signal, at } = await server.kill('SIGTERM')
        const how = `${ms} ms after its start it ended with ${code ?? signal}: ${server.output()}`
        // If SIGTERM arrives before the process has installed its signal handler, the signal ends the process at once.
        // The process has nothing to clean up at this point.
        assert.ok(code === 0 || signal === 'SIGTERM', how)
        assert.ok(at - since < MAX_STOP_MS, how)
      }
      const server = startDogear(cleanUp, 'serve', environment)
      await server.ready
      assert.equal((await fetch(`${base}/readyz`)).status, 200)
      assert.equal((await server.kill('SIGTERM')).code, 0, server.output())
    })
  }

  for (const dialect of DIALECTS.filter((name) => name === 'postgres')) {
    test(`${dialect}: a stopping worker returns the job of a hanging page, too`, async (t) => {
      const cleanUp = new LastInFirstOut(t)
      const site = await startTimedSite(cleanUp)
      const settings = { DOGEAR_RUN_JOBS: 'off', DOGEAR_SAVE_WAIT_SECONDS: '0' }
      const { base, environment, databaseUrl } = await makeInstallation(cleanUp, dialect, settings)
      const server = startDogear(cleanUp, 'serve', environment)
      await server.ready
      const worker = startDogear(cleanUp, 'worker', environment)
      await worker.ready
      await save(base, await grantToken(base, await makeAccount(environment)), `${site.url}/hang/1`)
      await waitFor('the fetch', () => site.asked('/hang/1').length === 1)
      const since = performance.now()
      const { code, at } = await worker.kill('SIGTERM')
      assert.equal(code, 0, worker.output())
      assert.ok(at - since < MAX_STOP_MS, `it took ${at - since} ms`)
      assert.deepEqual(await selectRows(databaseUrl, JOBS), [{ locked_by: null, attempts: 0 }])
      assert.equal((await server.kill('SIGTERM')).code, 0, server.output())
    })
  }
})

interface Connection {
  write(text: string): void
  received(): string
  close(): void
}

async function openConnection(base: string): Promise<Connection> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (piece) => (received += piece.toString()))
  socket.on('error', () => undefined)
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  return { write: (text) => void socket.write(text), received: () => received, close: () => void socket.destroy() }
}
