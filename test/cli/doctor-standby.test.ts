import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { prepareDatabase } from '../../src/prepare-database.ts'
import { waitFor } from '../crash/wait-for.ts'
import { testApp } from '../support/app.ts'
import { administrate, databaseOnServer, DIALECTS, migratedDatabaseUrl } from '../support/database.ts'
import { queryServer, startReplicatedPostgres, type ReplicatedPostgres } from '../support/postgres-standby.ts'
import { createTestUsers } from '../support/test-users.ts'
import { signedIn } from '../web/inject-browser.fixture.ts'
import { callDogear, dataFolder } from './run-dogear.ts'

const only = { skip: !DIALECTS.includes('postgres') }
let servers: ReplicatedPostgres
let [url, readUrl] = ['', '']

before(async () => {
  if (only.skip) return
  servers = await startReplicatedPostgres()
  await administrate(servers.primary.url, 'create database dogear')
  ;[url, readUrl] = [databaseOnServer(servers.primary.url, 'dogear'), databaseOnServer(servers.standbyUrl, 'dogear')]
  await prepareDatabase(parseDatabaseUrl(url))
  await createTestUsers(url)
  await servers.catchUp()
})
after(() => servers?.stop())

/** @returns the lines of the command about the standby, and its exit code */
async function report(folder: string, addresses: { readonly url: string; readonly readUrl: string }) {
  const environment = { DOGEAR_DATA_DIR: folder, DATABASE_URL: addresses.url, DATABASE_READ_URL: addresses.readUrl }
  const { code, stdout } = await callDogear(['doctor'], { environment })
  return { code, lines: stdout.split('\n').filter((line) => /^\w+ +standby /.test(line)) }
}

async function setReplay(isRunning: boolean): Promise<void> {
  await administrate(servers.standbyUrl, `select pg_wal_replay_${isRunning ? 'resume' : 'pause'}()`)
  const paused = 'select 1 where pg_is_wal_replay_paused()'
  await waitFor('the replay', async () => ((await queryServer(servers.standbyUrl, paused)).length === 0) === isRunning)
}

test('doctor and the first page for administrators say how a standby is', only, async (t) => {
  const { lines } = await report(await dataFolder(t), { url, readUrl })
  assert.equal(lines.length, 3)
  assert.match(lines[0]!, /^ok +standby +answers, and replicates the primary, but commits do not wait for it/)
  assert.match(lines[1]!, /^ok +standby +was \d+ bytes behind, and caught up within \d\.\d s$/)
  assert.match(lines[2]!, /^ok +standby +has the schema of the primary, \d{4}-/)
  const app = await testApp(t, 'postgres', { environment: { DATABASE_URL: url, DATABASE_READ_URL: readUrl } })
  const { body } = await (await signedIn(app, app.carol)).get('/admin')
  assert.match(body, /Read replica[\s\S]{0,200}answers, and replicates the primary/)
})

test('doctor reports a standby that is behind, and a migration that it lacks', only, async (t) => {
  await setReplay(false)
  t.after(() => setReplay(true))
  await administrate(url, "insert into migration values (9000, '9000-later', '')")
  t.after(() => administrate(url, 'delete from migration where position = 9000'))
  const { lines } = await report(await dataFolder(t), { url, readUrl })
  assert.match(
    lines[1]!,
    /^warning +standby +is [1-9]\d* bytes and \d+ s behind, .*its replay is paused: run "select pg_wal/,
  )
  assert.match(lines[2]!, /^warning +standby +has the schema \d{4}-\S+, and the primary 9000-later: /)
})

test(
  'doctor refuses an address that is no standby, that of another primary, and one that nobody answers',
  only,
  async (t) => {
    const folder = await dataFolder(t)
    const elsewhere = await migratedDatabaseUrl(t, 'postgres')
    const name = new URL(elsewhere).pathname.slice(1)
    await administrate(servers.primary.url, `create database ${name}`)
    await servers.catchUp()
    const unreachable = new URL(readUrl)
    unreachable.port = '9'
    for (const [addresses, reason] of [
      [{ url, readUrl: url }, /^problem +standby +is no standby: DATABASE_READ_URL must lead to/],
      [{ url, readUrl: servers.standbyUrl }, /^problem +standby +replicates another database: /],
      [
        { url: elsewhere, readUrl: databaseOnServer(servers.standbyUrl, name) },
        /^problem +standby +replicates another database: correct DATABASE_READ_URL$/,
      ],
      [
        { url, readUrl: unreachable.href },
        /^problem +standby +PostgreSQL at 127\.0\.0\.1:9 refuses connections: start it, or correct DATABASE_READ_URL/,
      ],
    ] as const) {
      const { code, lines } = await report(folder, addresses)
      assert.deepEqual([code, lines.length], [1, 1])
      assert.match(lines[0]!, reason)
      assert.doesNotMatch(lines[0]!, /postgres:postgres/)
    }
    const away = new URL(url)
    away.port = '9'
    const { lines } = await report(folder, { url: away.href, readUrl })
    assert.match(lines[0]!, /^warning +standby +answers, but the primary does not: how far it is behind is unknown$/)
  },
)
