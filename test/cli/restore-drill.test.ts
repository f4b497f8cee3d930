import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openBackup } from '../../src/backup/open-backup.ts'
import { openTarget } from '../../src/backup/rows/open-target.ts'
import type { Row } from '../../src/backup/rows/row.ts'
import type { RowTarget } from '../../src/backup/rows/row-target.ts'
import type { Dialect } from '../../src/db/database.ts'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { folderObjects } from '../../src/objects/folder-objects.ts'
import { readRelease } from '../releases/release-files.fixture.ts'
import { checkReleaseLibrary, RELEASE_ENVIRONMENT } from '../releases/release-library.fixture.ts'
import { testApp } from '../support/app.ts'
import { administrate, DIALECTS, emptyDatabaseUrl, migratedDatabaseUrl } from '../support/database.ts'
import { inDatabase, stateOf } from './installation-state.fixture.ts'
import { callDogear, dataFolder, outputOf, refusalOf } from './run-dogear.ts'

type Environment = Readonly<Record<string, string>>

/** @returns an installation with an empty database */
async function emptyInstallation(t: TestContext, dialect: Dialect): Promise<Environment> {
  return { DATABASE_URL: await emptyDatabaseUrl(t, dialect), DOGEAR_DATA_DIR: await dataFolder(t) }
}

const other = (dialect: Dialect): Dialect => (dialect === 'sqlite' ? 'postgres' : 'sqlite')
const BOTH = DIALECTS.length === 2

for (const dialect of DIALECTS) {
  test(`${dialect}: a library of an older version moves to the other database, and its owner goes on`, async (t) => {
    const from = await emptyInstallation(t, dialect)
    const url = from['DATABASE_URL']!
    if (dialect === 'sqlite') await writeFile(url.slice('sqlite:'.length), await readRelease('1.0.0', 'sqlite.db.zst'))
    else await administrate(url, String(await readRelease('1.0.0', 'postgres.sql.zst')))
    const backup = join(from['DOGEAR_DATA_DIR']!, 'backup')
    assert.match(await outputOf(from, 'backup', '--to', backup, '--without-secret'), /\d+ rows, 0 images/)
    const to = await emptyInstallation(t, BOTH ? other(dialect) : dialect)
    await outputOf(to, 'restore', backup)
    await outputOf(from, 'migrate')
    assert.deepEqual(await stateOf(to), await stateOf(from))
    // The other direction of the way back is the first step of the test on the other database.
    const back = dialect === 'sqlite' ? await emptyInstallation(t, dialect) : to
    const second = join(from['DOGEAR_DATA_DIR']!, 'second')
    if (back !== to) {
      await outputOf(to, 'backup', '--to', second, '--without-secret')
      await outputOf(back, 'restore', second)
    }
    assert.deepEqual(await stateOf(back), await stateOf(from))
    const app = await testApp(t, parseDatabaseUrl(back['DATABASE_URL']!).dialect, {
      environment: { ...RELEASE_ENVIRONMENT, ...back },
    })
    await checkReleaseLibrary(app)
  })

  test(`${dialect}: unusual values, images, the secret and the counters survive, encrypted`, async (t) => {
    const from = { DATABASE_URL: await migratedDatabaseUrl(t, dialect), DOGEAR_DATA_DIR: await dataFolder(t) }
    await addUser(from, 'alice')
    await writeFile(join(from.DOGEAR_DATA_DIR, 'secret'), randomBytes(32).toString('hex'))
    await storeUnusualValues(from)
    const image = await storeImage(from, randomBytes(2000))
    const folder = from.DOGEAR_DATA_DIR
    const [key, backup] = [join(folder, 'key'), join(folder, 'backup')]
    const recipient = (await outputOf(from, 'backup', 'key', key)).trim()
    assert.match(await outputOf(from, 'backup', '--to', backup, '--recipient', recipient), /, 1 images, /)
    assert.ok(globSync('**/*.*', { cwd: backup }).every((name) => name.endsWith('.age')))
    assert.match(
      await outputOf({}, 'backup', 'verify', backup, '--key', key),
      /is complete: \d+ rows and 1 images compared/,
    )

    const to = await emptyInstallation(t, BOTH ? other(dialect) : dialect)
    assert.match(await refusalOf(to, 'restore', backup), /is encrypted: name the file with the key by --key/)
    const wrong = join(folder, 'wrong')
    await outputOf(from, 'backup', 'key', wrong)
    assert.match(await refusalOf(to, 'restore', backup, '--key', wrong), /cannot be decrypted with/)
    await outputOf(to, 'restore', backup, '--key', key, '--keep-sync')
    assert.deepEqual(await stateOf(to), await stateOf(from))
    for (const name of ['secret', image])
      assert.deepEqual(readFileSync(join(to['DOGEAR_DATA_DIR']!, name)), readFileSync(join(folder, name)))
    // The id of the deleted user is not used again, although no row has it any more.
    const bob = { environment: to, input: 'ink on paper, twice' }
    assert.match((await callDogear(['user', 'add', 'bob', '--password-stdin'], bob)).stdout, /^901\b/)
  })

  test(`${dialect}: a truncated or altered backup is refused, and so is a database with accounts`, async (t) => {
    const from = { DATABASE_URL: await migratedDatabaseUrl(t, dialect), DOGEAR_DATA_DIR: await dataFolder(t) }
    await addUser(from, 'alice')
    const backup = join(from.DOGEAR_DATA_DIR, 'backup')
    await outputOf(from, 'backup', '--to', backup, '--without-secret')
    await addUser(from, 'bob')
    const before = await stateOf(from)
    assert.match(await refusalOf(from, 'restore', backup), /contains accounts: use --replace/)
    const part = join(backup, 'tables', 'users.0001.ndjson.zst')
    const [bytes, manifest] = [readFileSync(part), readFileSync(join(backup, 'manifest.json'), 'utf8')]
    truncateSync(part, bytes.length - 1)
    assert.match(await refusalOf(from, 'restore', backup, '--replace'), /the backup is damaged: \S+users/)
    assert.match(await refusalOf({}, 'backup', 'verify', backup), /the backup is damaged: \S+users/)
    writeFileSync(part, bytes)
    const described = (change: (text: string) => string) =>
      writeFileSync(join(backup, 'manifest.json'), change(manifest))
    for (const [change, reason] of [
      [(text: string) => text.slice(0, 200), /manifest\.json cannot be read/],
      [(text: string) => text.replace('"tables/users.', '"tables/../users.'), /manifest\.json cannot be read/],
      [(text: string) => text.replace(/("name": "users"[\s\S]*?"rows": )1/, '$12'), /users has 1 rows instead of 2/],
      [(text: string) => text.replace('"username"', '"nickname"'), /does not describe the table users/],
      [(text: string) => text.replace('"steps": [', '"steps": [ "0000-future",'), /does not know/],
    ] as const) {
      // The manifest is checked before the database matters.
      if (dialect !== DIALECTS[0]) break
      described(change)
      assert.match(await refusalOf(from, 'restore', backup, '--replace'), reason)
    }
    described((text) => text)
    await inDatabase(from, async (database) => {
      // The database of a running service has an open connection.
      await database.ping()
      assert.match(await refusalOf(from, 'restore', backup, '--replace'), /is in use: stop the service/)
    })
    assert.deepEqual(await stateOf(from), before, 'nothing was changed')
    const { stderr } = await callDogear(['restore', backup, '--replace'], { environment: from })
    assert.match(stderr, /replaced data kept in: \S/)
    const users = await stateOf(from)
    assert.deepEqual([before['users']!.length, users['users']!.length], [2, 1])
  })
}

test('an interrupted backup keeps its images, and an interrupted restore keeps the parts that it has stored', async (t) => {
  const from = { DATABASE_URL: await migratedDatabaseUrl(t, 'sqlite'), DOGEAR_DATA_DIR: await dataFolder(t) }
  const folder = from.DOGEAR_DATA_DIR
  await storeImage(from, randomBytes(2000))
  // The backup fails after the images, because this is no file.
  mkdirSync(join(folder, 'secret'))
  const backup = join(folder, 'backup')
  assert.match(await refusalOf(from, 'backup', '--to', backup), /cannot be written: EISDIR/)
  rmSync(join(folder, 'secret'), { recursive: true })
  await storeImage(from, randomBytes(2000))
  const { stdout, stderr } = await callDogear(['backup', '--to', backup, '--without-secret'], { environment: from })
  assert.match(stdout, /, 2 images, /)
  assert.match(stderr, /, with 1 images, were kept from an interrupted backup/)
  await outputOf({}, 'backup', 'verify', backup)

  const { tables, manifest } = await openBackup(folderObjects(backup), undefined)
  const table = tables.find(({ name }) => name === 'instance')!
  for (const dialect of DIALECTS) {
    const location = parseDatabaseUrl(await emptyDatabaseUrl(t, dialect))
    const storedParts = async (id: string, work?: (target: RowTarget) => Promise<void>) => {
      const target = await openTarget(location, { ...manifest, id })
      await work?.(target).finally(() => target.close())
      await target.close()
      return [...target.storedParts]
    }
    await storedParts('first', (target) => target.store('part-1', table, oneSetting()))
    const failing = (target: RowTarget) => target.store('part-2', table, oneSetting())
    await assert.rejects(storedParts('first', failing), 'the key exists')
    assert.deepEqual(await storedParts('first'), ['part-1'])
    assert.deepEqual(await storedParts('second'), [])
  }
})

/** A row of the table `instance`. */
async function* oneSetting(): AsyncGenerator<readonly Row[], void> {
  yield [['setup', 'code']]
}

/** Inserts an account without a usable password, which takes a fraction of the time of the command. */
async function addUser(environment: Environment, username: string): Promise<void> {
  const user = { username, username_key: username, password_hash: '', created_at: '', updated_at: '' }
  await inDatabase(environment, (database) =>
    database.transaction((tx) => tx.insertInto('users').values(user).execute()),
  )
}

/** Stores values that the text formats must escape, and deletes the user with the highest id. */
async function storeUnusualValues(environment: Environment): Promise<void> {
  const text = 'tab\t line\nreturn\r back\\slash \\N "quote" \u2028 \u{1f600} é \\x41'
  const bytes = Buffer.concat([Buffer.from(Array.from({ length: 256 }, (_, index) => index)), randomBytes(3_000_000)])
  await inDatabase(environment, (database) =>
    database.transaction(async (tx) => {
      const { id: user_id } = await tx.selectFrom('users').select('id').executeTakeFirstOrThrow()
      await tx.updateTable('users').set({ name: text, email: '' }).execute()
      const last = { username: 'last', username_key: 'last', password_hash: '', created_at: '', updated_at: '' }
      await tx
        .insertInto('users')
        .values({ ...last, id: 900 as never })
        .execute()
      await tx.insertInto('user_config').values({ user_id, font_size: 1.1, line_height: 1e-7 }).execute()
      const sha256 = createHash('sha256').update(bytes).digest()
      await tx.insertInto('capture_body').values({ user_id, sha256, size: bytes.length, body: bytes }).execute()
      await tx.insertInto('instance').values({ name: 'note', value: text }).execute()
    }),
  )
  if (environment['DATABASE_URL']!.startsWith('postgres')) {
    await administrate(environment['DATABASE_URL']!, "select setval(pg_get_serial_sequence('users', 'id'), 900)")
  }
  await inDatabase(environment, (database) =>
    database.transaction((tx) =>
      tx
        .deleteFrom('users')
        .where('id', '=', 900 as never)
        .execute(),
    ),
  )
}

/** @returns the path of the image in the data folder */
async function storeImage(environment: Environment, bytes: Uint8Array): Promise<string> {
  const hex = createHash('sha256').update(bytes).digest('hex')
  const name = join('images', hex.slice(0, 2), hex)
  await mkdir(dirname(join(environment['DOGEAR_DATA_DIR']!, name)), { recursive: true })
  await writeFile(join(environment['DOGEAR_DATA_DIR']!, name), bytes)
  return name
}
