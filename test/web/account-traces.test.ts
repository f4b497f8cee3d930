import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { globSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { schemaLayout, type TableLayout } from '../../src/backup/rows/table-layout.ts'
import { readDatabaseFacts } from '../../src/db/database-facts.ts'
import { rawSql } from '../../src/db/raw-sql.ts'
import { closeAccount } from '../../src/users/administration/close-account.ts'
import { waitFor } from '../crash/wait-for.ts'
import { dumpTables } from '../api/dump-tables.fixture.ts'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { startObjectServer } from '../support/object-server.ts'

/** A word that only the deleted user has. */
const MARK = 'zyxtrace'
const BYTES = Buffer.from(JSON.stringify(MARK))
const IMAGE = Buffer.from(`the image of ${MARK}`)
/** The id of all objects that the test inserts, so that they refer to each other. */
const ID = 7001
const LONG_AGO = '2000-01-01T00:00:00.000Z'
/** Tables whose rows belong to nobody, or to all users. */
const SHARED = new Set(['instance', 'users', 'registered_app'])

/** @returns a value that shows whose row it is, and that satisfies the references between the tables */
function valueOf(table: string, { name, kind }: TableLayout['columns'][number], owner: number) {
  if (name === 'user_id' || name === 'decided_by') return owner
  if (name === 'app_id') return null
  if (kind === 'text' && name.endsWith('_at')) return LONG_AGO
  if (kind === 'integer' || kind === 'real') return ID
  if (kind === 'text') return MARK
  return name === 'sha256' && /image/.test(table) ? hash('sha256', IMAGE, 'buffer') : BYTES
}

/** Inserts a row of the user in every table, whatever later versions add. @returns the names of the tables */
async function fillEveryTable({ database, services }: TestApp, { id: owner }: TestUser): Promise<readonly string[]> {
  const { tables } = await schemaLayout((await readDatabaseFacts(database)).migrations)
  const own = tables.filter(({ name }) => !SHARED.has(name) && name !== 'device_code')
  await database.transaction(async (tx) => {
    for (const { name, columns } of own) {
      const places = columns.map((_, index) => (database.dialect === 'sqlite' ? `?${index + 1}` : `$${index + 1}`))
      const names = columns.map((column) => `"${column.name}"`)
      const values = columns.map((column) => valueOf(name, column, owner))
      const sql = `insert into "${name}" (${names.join()}) values (${places.join()}) on conflict do nothing`
      await rawSql(tx, sql, values)
    }
  })
  await services.images.put(hash('sha256', IMAGE, 'buffer'), IMAGE)
  return own.map(({ name }) => name)
}

/** The blocks of SQLite's full-text index, whose other columns do not fit into numbers. */
const INDEX_BLOCKS = 'select block from search_index_data'

/** @returns the names of the tables with the word or the id of the user */
async function tablesWithTraces({ database }: TestApp, { id }: TestUser): Promise<readonly string[]> {
  const isSqlite = database.dialect === 'sqlite'
  const tables = isSqlite
    ? (await database.prepare<{ name: string }>(SQLITE_TABLES).all()).map(({ name }) => name)
    : undefined
  const found = Object.entries(await dumpTables(database, tables)).flatMap(([table, rows]) =>
    rows.some((row) => row.includes(MARK) || row.includes(`"user_id":${id},`)) ? [table] : [],
  )
  const blocks = isSqlite ? await database.prepare<{ block: Uint8Array }>(INDEX_BLOCKS).all() : []
  return blocks.some(({ block }) => Buffer.from(block).includes(MARK)) ? [...found, 'search_index'] : found
}

const SQLITE_TABLES = "select name from sqlite_schema where type = 'table' and name not like 'search_index%'"

/** @returns the settings of a store for files, and a function that lists its files with images */
async function folderOfImages() {
  return {
    environment: {},
    files: async ({ services }: TestApp) =>
      globSync('images/**', { cwd: services.settings.DOGEAR_DATA_DIR, withFileTypes: true }).filter((one) =>
        one.isFile(),
      ),
  }
}

async function bucketOfImages(t: TestContext) {
  const { environment, objects } = await startObjectServer(t)
  return { environment, files: objects }
}

const STORES = { folder: folderOfImages, S3: bucketOfImages }

for (const [dialect, store] of DIALECTS.flatMap((one) => Object.keys(STORES).map((name) => [one, name] as const))) {
  test(`${dialect}, ${store}: no trace of a deleted account is left in any table or in the files`, async (t) => {
    const { environment, files } = await STORES[store as keyof typeof STORES](t)
    const app = await testApp(t, dialect, { environment })
    const { database, services } = app
    const user = await app.newUser()
    await app.save(user, `https://example.org/${MARK}`, {
      title: MARK,
      content: `<p>${MARK} stone</p>`,
      tags: `${MARK} tag`,
    })
    await app.save(app.bob, 'https://example.org/bob', { title: 'Bob', content: '<p>stone</p>' })
    while (!(await services.searchIndex.catchUp(user.id, 1000)));
    const filled = await fillEveryTable(app, user)
    assert.equal((await files(app)).length, 1)
    const before = await tablesWithTraces(app, user)
    for (const table of filled)
      if (table !== 'image') assert.ok(before.includes(table), `${table} has no row of the user`)

    await closeAccount({ database, clock: app.clock, jobs: services.jobs.queue }, user.id)
    const run = { signal: new AbortController().signal, attempt: 1, maxAttempts: 5 }
    await services.handlers['account.delete']({ userId: user.id }, run)
    await services.handlers['maintenance.sweep']({}, run)
    const jobs = database.prepare<object>("select 1 from job where name = 'account.delete'")
    await waitFor('the runner, which has the same job', async () => (await jobs.all()).length === 0)
    assert.deepEqual(await tablesWithTraces(app, user), [])
    assert.deepEqual(await files(app), [])
    const others = await app.ask(app.bob, { url: '/api/search.json?term=stone' })
    assert.equal(others.json<{ total: number }>().total, 1, 'the data of others is kept')
  })
}
