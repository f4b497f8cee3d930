import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { schemaLayout, type TableLayout } from '../../src/backup/rows/table-layout.ts'
import { readDatabaseFacts } from '../../src/db/database-facts.ts'
import { MIGRATIONS } from '../../src/db/migrations/all-migrations.ts'
import { rawSql } from '../../src/db/raw-sql.ts'
import {
  BYTE_COLUMNS,
  JSON_COLUMNS,
  LEFT_OUT_COLUMNS,
  LEFT_OUT_TABLES,
} from '../../src/exports/account/exported-columns.ts'
import { exportAccount } from '../../src/exports/account/export-account.ts'
import { exportThreads } from '../../src/exports/export-threads.ts'
import { readArchive } from '../../src/exports/read-archive.fixture.ts'
import { moveBodiesToObjects } from '../../src/entries/captures/capture-objects.ts'
import { waitFor } from '../crash/wait-for.ts'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { startObjectServer } from '../support/object-server.ts'
import { callDogear, dataFolder } from './run-dogear.ts'

/** The id of all objects that the test inserts, so that they refer to each other. */
const ID = 7001
const LONG_AGO = '2000-01-01T00:00:00.000Z'
const IMAGE = Buffer.from('the image of everything')
const IMAGE_HASH = hash('sha256', IMAGE, 'buffer')
/** Larger than what stays in the database when there is an object store. */
const PAGE = Buffer.from(
  `<p>the page of everything</p>${Array.from({ length: 9000 }, (_, n) => hash('sha256', `${n}`)).join()}`,
)
const PAGE_HASH = hash('sha256', PAGE, 'buffer')

/** @returns a word that only the row of this column contains */
const markOf = (table: string, column: string): string => `zyx-${table}-${column}-trace`

/** The values of columns that other rows or files must fit. */
const FIXED_VALUES: Readonly<Record<string, string | Uint8Array | null>> = {
  'capture_body.object_key': null,
  'capture_body.object_size': null,
  'capture_body.body': zstdCompressSync(PAGE),
  'capture_body.sha256': PAGE_HASH,
  'capture.body_sha256': PAGE_HASH,
  'capture.content_type': 'text/html; charset=utf-8',
  'image.sha256': IMAGE_HASH,
  'image.type': 'image/png',
  'entry_image.sha256': IMAGE_HASH,
  'entry_image.type': 'image/png',
  'annotation.ranges': '[]',
  'trashed_entry.batch': 'batch',
  'trashed_content.batch': 'batch',
}

/** @returns a value that shows whose row it is, and that satisfies the references between the tables */
function valueOf(table: string, { name, kind }: TableLayout['columns'][number], owner: number) {
  const column = `${table}.${name}`
  if (name === 'user_id') return owner
  if (name === 'app_id') return null
  if (column in FIXED_VALUES) return FIXED_VALUES[column]!
  if (kind === 'blob') return bytesOf(column, JSON.stringify(markOf(table, name)))
  if (kind === 'text') return textOf(column, markOf(table, name))
  return ID
}

const textOf = (column: string, mark: string): string => {
  if (column.endsWith('_at')) return LONG_AGO
  return JSON_COLUMNS.has(column) ? JSON.stringify([mark]) : mark
}

const bytesOf = (column: string, json: string): Uint8Array =>
  BYTE_COLUMNS[column] === 'zstd' ? zstdCompressSync(json) : Buffer.from(json)

/** Tables with rows of their own, or that belong to no user. */
const SKIPPED = new Set(['instance', 'users', 'registered_app', 'device_code'])

/** Inserts a row of the user in every table, whatever later versions add. @returns the tables */
async function fillEveryTable({ database, services }: TestApp, owner: number): Promise<readonly TableLayout[]> {
  const { tables } = await schemaLayout((await readDatabaseFacts(database)).migrations)
  const own = tables.filter(({ name }) => !SKIPPED.has(name))
  await database.transaction(async (tx) => {
    for (const { name, columns } of own) {
      const places = columns.map((_, index) => (database.dialect === 'sqlite' ? `?${index + 1}` : `$${index + 1}`))
      const names = columns.map((column) => `"${column.name}"`)
      const values = columns.map((column) => valueOf(name, column, owner))
      await rawSql(tx, `delete from "user_config" where user_id = ${owner} and '${name}' = 'user_config'`, [])
      await rawSql(
        tx,
        `insert into "${name}" (${names.join()}) values (${places.join()}) on conflict do nothing`,
        values,
      )
    }
  })
  await services.images.put(IMAGE_HASH, IMAGE)
  return own
}

async function prepare(t: TestContext, app: TestApp, environment: Readonly<Record<string, string>>) {
  const { DOGEAR_DATA_DIR, DATABASE_URL: place } = app.services.settings
  const DATABASE_URL = place!.dialect === 'sqlite' ? `sqlite:${place!.path}` : place!.url
  const output = join(await dataFolder(t), 'account.zip')
  const settings = { DOGEAR_DATA_DIR, DATABASE_URL, ...environment }
  const run = (name: string) => callDogear(['user', 'export', name, '--output', output], { environment: settings })
  return { output, run, environment: settings }
}

const CASES = DIALECTS.flatMap((dialect) => [false, true].map((isBucket) => ({ dialect, isBucket })))

for (const { dialect, isBucket } of CASES) {
  const place = isBucket ? 'S3' : 'folder'
  test(`${dialect}, ${place}: the file of an account contains everything except what is listed as left out`, async (t) => {
    const { environment } = isBucket ? await startObjectServer(t) : { environment: {} }
    const app = await testApp(t, dialect, { environment })
    const user: TestUser = await app.newUser()
    await app.save(app.bob, 'https://example.org/bob', { title: 'Bob only', content: '<p>bob only</p>' })
    const tables = await fillEveryTable(app, user.id)
    if (isBucket) await moveBodiesToObjects({ ...app, objects: app.services.objects })
    const { output, run } = await prepare(t, app, environment)
    const done = await run(user.username)
    assert.deepEqual(done, { code: 0, stdout: `Wrote the account ${user.username} to ${output}.\n`, stderr: '' })
    assert.equal(statSync(output).mode & 0o777, 0o600)
    const members = await readArchive(output)

    for (const { name, columns } of tables) {
      const file = members.get(`data/${name}.jsonl`)?.toString() ?? ''
      if (name in LEFT_OUT_TABLES) assert.equal(file, '', name)
      else for (const column of columns) assertShown(file, name, column, user.id)
    }
    assert.ok(members.get('data/users.jsonl')!.includes(user.username))
    assert.deepEqual(members.get(`pages/${PAGE_HASH.toString('hex')}.html`), PAGE)
    assert.deepEqual(members.get(`images/${IMAGE_HASH.toString('hex')}.png`), IMAGE)
    assert.equal(members.has('missing.txt'), false)
    const everything = [...members.values()].map(String).join('\n')
    assert.doesNotMatch(everything, /bob/i)
    for (const secret of Object.keys(LEFT_OUT_COLUMNS).filter((key) => key !== 'entry_content.content'))
      assert.ok(!everything.includes(markOf(...(secret.split('.') as [string, string]))), secret)
  })
}

/** Checks that the file of a table contains the value of a column, or does not contain the column if it is left out. */
function assertShown(file: string, table: string, column: TableLayout['columns'][number], owner: number): void {
  const key = `${table}.${column.name}`
  const value = valueOf(table, column, owner)
  assert.equal(file.includes(`"${column.name}":`), !(key in LEFT_OUT_COLUMNS), key)
  if (key in LEFT_OUT_COLUMNS) return
  const isHex = value instanceof Uint8Array && BYTE_COLUMNS[key] === 'hex'
  const shown = isHex ? Buffer.from(value).toString('hex') : markOf(table, column.name)
  if (isHex || value instanceof Uint8Array || String(value).includes('zyx-')) assert.ok(file.includes(shown), key)
}

test('every column of bytes, and every text with the name of a secret, is exported deliberately or left out', async () => {
  const { tables } = await schemaLayout(MIGRATIONS.map(({ name }) => name))
  const exported = tables.filter(({ name }) => !(name in LEFT_OUT_TABLES))
  const columns = exported.flatMap(({ name, columns: all }) =>
    all.map((one) => ({ key: `${name}.${one.name}`, ...one })),
  )
  const keys = new Set(columns.map(({ key }) => key))
  for (const { key, name, kind } of columns) {
    const isSecret =
      kind === 'text' && /secret|token|password|csrf|verifier|nonce|_hash$/.test(name) && !name.endsWith('_at')
    assert.ok(kind !== 'blob' || key in BYTE_COLUMNS !== key in LEFT_OUT_COLUMNS, `${key} has bytes`)
    assert.ok(!isSecret || key in LEFT_OUT_COLUMNS, `${key} looks like a secret`)
  }
  for (const key of [...Object.keys(LEFT_OUT_COLUMNS), ...Object.keys(BYTE_COLUMNS)]) assert.ok(keys.has(key), key)
  for (const name of Object.keys(LEFT_OUT_TABLES))
    assert.ok(
      tables.some((table) => table.name === name),
      name,
    )
  for (const { name, columns: all } of exported)
    assert.ok(name === 'users' || all.some((column) => column.name === 'user_id'), `${name} has no owner`)
})

for (const dialect of DIALECTS) {
  test(`${dialect}: the entries of the file become the same entries of a new account`, async (t) => {
    const app = await testApp(t, dialect)
    const user = await app.newUser()
    const saved = await app.save(user, 'https://example.org/wall', {
      title: 'Wall & <Sea>',
      content: TEXT,
      tags: 'sea,stone',
      starred: 1,
    })
    const ranges = [{ start: '/p[1]', startOffset: '0', end: '/p[1]', endOffset: '7' }]
    const note = { quote: 'The sea', text: 'so <many>', ranges }
    await app.ask(user, { method: 'POST', url: `/api/annotations/${saved.id}`, payload: note })
    await app.save(user, 'https://example.org/tide', { title: 'The tide', content: '<p>Forty.</p>', archive: 1 })
    const { output, run, environment } = await prepare(t, app, {})
    assert.equal((await run(user.username)).code, 0)
    const entries = (await readArchive(output)).get('entries.json')!
    const [tide, wall] = JSON.parse(String(entries)) as Record<string, unknown>[]
    assert.deepEqual([tide!['title'], tide!['is_archived'], tide!['content']], ['The tide', 1, '<p>Forty.</p>'])
    assert.deepEqual([wall!['title'], wall!['is_starred'], wall!['tags']], ['Wall & <Sea>', 1, ['sea', 'stone']])
    assert.deepEqual([wall!['content'], wall!['annotations']], [TEXT, [{ ...note, ranges }]])
    const file = join(await dataFolder(t), 'entries.json')
    writeFileSync(file, entries)
    const heir = await app.newUser()
    const imported = await callDogear(['import', 'wallabag-v2', file, '--user', heir.username], { environment })
    assert.equal(imported.code, 0, imported.stderr)
    assert.equal((await run(heir.username)).code, 0)
    const copied = (await readArchive(output)).get('entries.json')!
    assert.deepEqual(comparable(copied), comparable(entries))
  })
}

const TEXT = '<p>The sea wall of Città was built by hand.</p>'

/** @returns the entries without what the server assigns */
function comparable(json: Buffer): unknown {
  const entries = JSON.parse(json.toString()) as Record<string, unknown>[]
  assert.equal(entries.length, 2)
  const assigned = new Set(['id', 'updated_at', 'uid', 'tags'])
  return entries
    .map((entry) => ({
      ...Object.fromEntries(Object.entries(entry).filter(([name]) => !assigned.has(name))),
      tags: (entry['tags'] as string[]).toSorted(),
    }))
    .toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
}

for (const dialect of DIALECTS) {
  test(`${dialect}: pages and images that cannot be read are listed, and the archive is complete otherwise`, async (t) => {
    const app = await testApp(t, dialect)
    const user = await app.newUser()
    await fillEveryTable(app, user.id)
    await app.services.images.delete([IMAGE_HASH])
    const damaged = zstdCompressSync(Buffer.from('another page'))
    const columns = app.database.dialect === 'sqlite' ? ['?1', '?2'] : ['$1', '$2']
    const damage = `update capture_body set body = ${columns[0]} where user_id = ${columns[1]}`
    await app.database.transaction((tx) => rawSql(tx, damage, [damaged, user.id]))
    const { output, run } = await prepare(t, app, {})
    assert.equal((await run(user.username)).code, 0)
    const members = await readArchive(output)
    const [page, image] = [PAGE_HASH.toString('hex'), IMAGE_HASH.toString('hex')]
    assert.equal(String(members.get('missing.txt')), `pages/${page}.html\nimages/${image}.png\n`)
    assert.ok(members.has('entries.json'))
  })

  test(`${dialect}: a download that is broken off ends its connection to the database`, async (t) => {
    const app = await testApp(t, dialect)
    const user = await app.newUser()
    const many = `insert into temporary_id (user_id, temporary, kind, object_id, created_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 100000)
      select ${user.id}, 'a client has created the object ' || n, 'entry', n, '${LONG_AGO}' from numbers`
    await app.database.transaction((tx) => rawSql(tx, many, []))
    const threads = exportThreads()
    t.after(() => threads.stop())
    const location = app.services.settings.DATABASE_URL!
    let bytes = 0
    for await (const piece of exportAccount({ ...app, ...app.services, location, exportThreads: threads }, user.id)) {
      bytes += piece.length
      if (bytes > 100_000) break
    }
    assert.ok(bytes > 100_000)
    if (dialect === 'sqlite') return
    const open = app.database.prepare<object>(
      "select 1 from pg_stat_activity where datname = current_database() and application_name = 'dogear backup'",
    )
    await waitFor('the end of the connection', async () => (await open.all()).length === 0)
  })
}

test('a store that is away fails the command, and leaves no file', async (t) => {
  const server = await startObjectServer(t)
  const app = await testApp(t, 'sqlite', { environment: server.environment })
  const user = await app.newUser()
  await fillEveryTable(app, user.id)
  const { output, run } = await prepare(t, app, server.environment)
  server.faultOf = () => 'unknown'
  const failed = await run(user.username)
  assert.equal(failed.code, 1)
  assert.match(failed.stderr, /^dogear: /)
  assert.equal(existsSync(output) || existsSync(`${output}.partial`), false)
})

test('a failure leaves no file, and an older one as it was', async (t) => {
  const app = await testApp(t, 'sqlite', {})
  const { output, run } = await prepare(t, app, {})
  writeFileSync(output, 'before')
  const unknown = await run('nobody-here')
  assert.deepEqual([unknown.code, unknown.stderr], [1, 'dogear: there is no user "nobody-here"\n'])
  assert.equal(readFileSync(output, 'utf8'), 'before')
})
