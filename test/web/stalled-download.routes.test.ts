import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { databaseLocation } from '../../src/config/database-location.ts'
import { BODY_DEADLINES } from '../../src/http/body-deadline.ts'
import { exportAccount } from '../../src/exports/account/export-account.ts'
import { waitFor } from '../crash/wait-for.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { queryServer } from '../support/postgres-standby.ts'
import { signedIn } from './inject-browser.fixture.ts'
import { formTokenOf } from './second-factor.fixture.ts'

const READING_MS = 500
/** Number of rows of a megabyte each, of which half cannot be compressed: more than the buffers of a connection hold. */
const ROWS = 24

async function addLargeRows({ database, alice }: TestApp): Promise<void> {
  for (let number = 0; number < ROWS; number++) {
    const rule = { user_id: alice.id, rule: randomBytes(500_000).toString('hex'), tags: '[]' }
    await database.transaction((tx) => tx.insertInto('tagging_rule').values(rule).execute())
  }
}

/** @returns true while a download reads from a state of the database */
async function isStateKept({ services, database }: TestApp): Promise<boolean> {
  const location = databaseLocation(services.settings)
  if (location.dialect === 'postgres') {
    const sql = `select 1 from pg_stat_activity where application_name = 'dogear backup' and datname = current_database()`
    return (await queryServer(location.url, sql)).length > 0
  }
  // A checkpoint cannot end before the reader of an older state has.
  await database.transaction((tx) =>
    tx
      .insertInto('instance')
      .values({ name: String(randomBytes(8).toString('hex')), value: '' })
      .execute(),
  )
  const connection = new DatabaseSync(location.path, { timeout: 0 })
  try {
    return Number(connection.prepare('pragma wal_checkpoint(truncate)').get()!['busy']) === 1
  } finally {
    connection.close()
  }
}

/** Sends the form of the download. Node reads a piece of the response, and no more until the socket is read. */
async function startDownload(t: TestContext, app: TestApp): Promise<Socket> {
  const browser = await signedIn(app, app.alice)
  const fields = new URLSearchParams({ token: await formTokenOf(browser), password: app.alice.password })
  const { port } = app.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  t.after(() => socket.destroy())
  const head = [
    'POST /config/export/download HTTP/1.1',
    'Host: dogear.test',
    `Cookie: session=${browser.cookies.get('session')}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${String(fields).length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${String(fields)}`)
  return socket
}

/** @returns an app that listens, and the lines of its log */
async function listening(t: TestContext, dialect: (typeof DIALECTS)[number]) {
  const lines: string[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }) as FastifyBaseLogger
  const app = await testApp(t, dialect, { logger, bodyDeadlines: { ...BODY_DEADLINES, readingMs: READING_MS } })
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  await addLargeRows(app)
  return { app, lines }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a download that is not read ends, and no state of the database is kept for it`, async (t) => {
    const { app, lines } = await listening(t, dialect)
    const socket = await startDownload(t, app)
    await waitFor('the download', () => isStateKept(app))
    const ended = () => lines.filter((line) => line.includes('"response ended early"'))
    await waitFor('its end', async () => ended().length > 0)
    assert.equal(await isStateKept(app), false)
    assert.match(
      ended()[0]!,
      /"level":40,.*"route":"\/config\/export\/download".*has read nothing of the response for 0\.5 seconds/,
    )
    // What was sent is not a complete archive, and the connection is closed, so that the browser knows.
    const received: Buffer[] = []
    socket.on('data', (piece: Buffer) => received.push(piece))
    await new Promise((resolve) => socket.once('close', resolve))
    const bytes = Buffer.concat(received)
    assert.match(bytes.toString('latin1', 0, 200), /^HTTP\/1\.1 200 OK/)
    assert.equal(bytes.toString('latin1').endsWith('0\r\n\r\n'), false)
    // The place among the exports is free again.
    const again = await startDownload(t, app)
    again.resume()
    await waitFor('the next download', () => isStateKept(app))
  })

  test(`${dialect}: a download that is read slowly is complete`, async (t) => {
    const { app, lines } = await listening(t, dialect)
    const socket = await startDownload(t, app)
    let [length, end] = [0, '']
    const done = new Promise<void>((resolve) => {
      socket.on('data', (piece: Buffer) => {
        length += piece.length
        end = piece.toString('latin1').slice(-5)
        if (end === '0\r\n\r\n') return resolve()
        socket.pause()
        // Pauses of a few milliseconds make the whole download longer than the time limit for a pause.
        setTimeout(() => socket.resume(), 8)
      })
    })
    const begin = performance.now()
    await done
    assert.ok(performance.now() - begin > 2 * READING_MS && length > 10_000_000, `${length} bytes`)
    assert.deepEqual(
      lines.filter((line) => line.includes('response ended early')),
      [],
    )
  })

  test(`${dialect}: rows that are read too slowly end the download`, async (t) => {
    const app = await testApp(t, dialect)
    await addLargeRows(app)
    const location = databaseLocation(app.services.settings)
    const pieces = exportAccount({ ...app.services, location }, app.alice.id, { rowsMs: 100 })
    const read = async () => {
      for await (const _ of pieces) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await assert.rejects(read(), /the rows of the account were not read within 0\.1 seconds/)
    assert.equal(await isStateKept(app), false)
  })
}
