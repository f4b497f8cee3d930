import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { makeBackup } from '../../src/backup/make-backup.ts'
import { restoreBackup } from '../../src/backup/restore-backup.ts'
import { loadSettings } from '../../src/config/load-settings.ts'
import { checkDatabase } from '../../src/doctor/check-database.ts'
import type { PostgresLocation } from '../../src/db/database-url.ts'
import { isPostgres, openDatabase } from '../../src/db/open-database.ts'
import { prepareDatabase } from '../../src/prepare-database.ts'
import { startDogear } from '../crash/dogear-process.ts'
import { endSessions } from '../crash/lost-processes.ts'
import { waitFor } from '../crash/wait-for.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { emptyDatabaseUrl, migratedDatabaseUrl } from '../support/database.ts'
import { poolerProgram, startPooler } from './pooler-process.ts'

/**
 * Runs Dogear through the installed PgBouncer in transaction mode. Not part of `npm test`, because PgBouncer is no npm
 * package. `test/api/connection-pooler.test.ts` checks the same rules without it.
 */
if (poolerProgram() === undefined) {
  console.error('Skipped, because PgBouncer is missing: apt-get install pgbouncer')
  process.exit(0)
}

const SERVER = process.env['TEST_POSTGRES_URL']!
/** The settings that docs/scaling.md recommends, with so few connections that clients share them. */
const RECOMMENDED = { default_pool_size: '3', database: "connect_query='set statement_timeout = 7500'" }
const IGNORING = { ignore_startup_parameters: 'statement_timeout,options' }

const MODES = {
  'with its defaults': {},
  'with ignored settings of connections': IGNORING,
  'with one connection': { default_pool_size: '1' },
  'with connections in turn': { server_round_robin: '1', min_pool_size: '5' },
}

for (const [name, options] of Object.entries(MODES)) {
  test(`a pooler ${name} is noticed where DATABASE_DIRECT_URL is missing or wrong`, async (t) => {
    const pooler = await startPooler(t, SERVER, options)
    const directUrl = await emptyDatabaseUrl(t, 'postgres')
    const url = pooler.through(directUrl)
    const isMissing = /^DATABASE_URL leads through a connection pooler.*: set DATABASE_DIRECT_URL/
    await assert.rejects(prepareDatabase({ dialect: 'postgres', url }), { code: 'unavailable', message: isMissing })
    const isWrong = /^DATABASE_DIRECT_URL leads through a connection pooler.*: it must be/
    await assert.rejects(prepareDatabase({ dialect: 'postgres', url, directUrl: url }), { message: isWrong })
    const { applied } = await prepareDatabase({ dialect: 'postgres', url, directUrl })
    assert.ok(applied.length > 0, 'the refusals changed nothing')
  })
}

test('a pooler in session mode needs no direct address', async (t) => {
  const pooler = await startPooler(t, SERVER, { pool_mode: 'session', ...IGNORING })
  const url = pooler.through(await migratedDatabaseUrl(t, 'postgres'))
  await prepareDatabase({ dialect: 'postgres', url })
})

test('two processes work through one pooler, also after the server has ended all connections', async (t) => {
  const { location, environment } = await pooledDatabase(t)
  const [one, two] = [await testApp(t, 'postgres', { environment }), await testApp(t, 'postgres', { environment })]
  await useLibrary([one, two])
  assert.ok((await endSessions(location.directUrl!)) > 5)
  await waitFor('both processes', async () => (await areReady([one, two])) === 2)
  await useLibrary([one, two])
})

/** Saves pages with both processes at once, and finds, tags and exports them. */
async function useLibrary(apps: readonly TestApp[]): Promise<void> {
  const [one, two] = apps as [TestApp, TestApp]
  const tag = `t${Date.now()}`
  const addresses = Array.from({ length: 30 }, (_, index) => `${one.site.url}/${tag}-${index}`)
  const saved = await Promise.all(addresses.map((url, index) => apps[index % 2]!.save(one.alice, url, { tags: tag })))
  assert.equal(new Set(saved.map(({ id }) => id)).size, 30)
  const list = await two.ask(two.alice, { url: `/api/entries.json?tags=${tag}&perPage=30` })
  assert.equal(list.json<{ total: number }>().total, 30)
  const search = await one.ask(one.alice, { url: `/api/search?term=${tag}` })
  assert.equal(search.statusCode, 200)
  const changed = await Promise.all(
    saved.map(({ id }, index) =>
      apps[index % 2]!.ask(one.alice, { method: 'PATCH', url: `/api/entries/${id}.json`, payload: { archive: 1 } }),
    ),
  )
  assert.deepEqual([...new Set(changed.map(({ statusCode }) => statusCode))], [200])
}

async function areReady(apps: readonly TestApp[]): Promise<number> {
  const answers = await Promise.all(apps.map(({ app }) => app.inject('/readyz')))
  return answers.filter(({ statusCode }) => statusCode === 200).length
}

test('the server cancels statements whose response no client awaits any more', async (t) => {
  const { location } = await pooledDatabase(t)
  const database = await openDatabase({ location, poolSize: 2 })
  t.after(() => database.close())
  assert.ok(isPostgres(database))
  const { rows } = await database.pool.query<{ limit: string }>("select current_setting('statement_timeout') as limit")
  assert.equal(rows[0]!.limit, '7500ms')
  await assert.rejects(database.prepare('select pg_sleep(60)').all(), { code: 'unavailable' })
  const running = await openDatabase({ location: { dialect: 'postgres', url: location.directUrl! }, poolSize: 1 })
  t.after(() => running.close())
  const count = running.prepare(
    "select 1 from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'",
  )
  await waitFor('the end of the statement', async () => (await count.all()).length === 0)
})

test('doctor knows the pooler, and a restore notices a running server, but no idle connections of the pooler', async (t) => {
  const { location, environment } = await pooledDatabase(t)
  const folder = mkdtempSync(join(tmpdir(), 'dogear-pooled-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const settings = {
    ...environment,
    DOGEAR_DATA_DIR: folder,
    DOGEAR_RUN_JOBS: 'off',
    DOGEAR_SECRET: 's'.repeat(40),
    PORT: '0',
  }
  const server = startDogear(t, 'serve', settings)
  await server.ready
  const findings = await checkDatabase(loadSettings(settings).settings)
  assert.deepEqual(
    findings.map(({ name, state }) => `${name}: ${state}`),
    ['database: ok', 'clock: ok', 'pooler: ok', 'jobs: ok', 'search: ok'],
  )
  const backup = { kind: 'folder', path: join(folder, 'backup') } as const
  const objects = { kind: 'folder', path: folder } as const
  await makeBackup(
    { location, dataFolder: folder, objects, hasSecret: false, recipients: [], version: '1.0.0' },
    backup,
  )
  const choices = { keyFile: undefined, mayReplace: true, endsSessions: false, keepsSyncEpoch: true }
  const target = { location, dataFolder: folder, objects, ...choices }
  await assert.rejects(restoreBackup(backup, target), /in use: stop the service/)
  assert.equal((await server.kill('SIGTERM')).code, 0)
  await restoreBackup(backup, target)
  const restored = await openDatabase({ location, poolSize: 2 })
  t.after(() => restored.close())
  assert.ok((await restored.prepare('select 1 from users').all()).length > 1)
})

interface PooledDatabase {
  readonly location: PostgresLocation
  readonly environment: Readonly<Record<string, string>>
}

async function pooledDatabase(t: TestContext): Promise<PooledDatabase> {
  const directUrl = await migratedDatabaseUrl(t, 'postgres', 'users')
  const url = (await startPooler(t, SERVER, RECOMMENDED)).through(directUrl)
  const environment = { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }
  return { location: { dialect: 'postgres', url, directUrl }, environment }
}
