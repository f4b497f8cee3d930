import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createKeyPair } from '../../src/backup/files/age-encryption.ts'
import type { Database, Dialect } from '../../src/db/database.ts'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import type { UserId } from '../../src/kernel/branded-ids.ts'
import { formatPlace, openObjects, type ObjectsPlace } from '../../src/objects/open-objects.ts'
import { inDatabase, stateOf } from '../cli/installation-state.fixture.ts'
import { dataFolder, outputOf } from '../cli/run-dogear.ts'
import { storeEntry } from '../cli/stored-entry.fixture.ts'
import { DIALECTS, emptyDatabaseUrl, migratedDatabaseUrl } from '../support/database.ts'
import { startObjectServer } from '../support/object-server.ts'
import type { MortalResult, MortalTask } from './mortal-backup.ts'

type Environment = Readonly<Record<string, string>>

/** Bytes of a range of rows. The large tables have several on both databases. */
const RANGE_BYTES = 100_000
const ENTRIES = 400
/** Numbers of the files at which attempts are killed, as long as one has so many. */
const KILLS = [3, 9, 14, 18, 22]

/** An installation with entries, and the backup that is made of it. */
interface Library {
  readonly environment: Environment
  readonly owner: UserId
  readonly task: Omit<MortalTask, 'target'>
}

/** @returns a library whose texts and pages do not compress, and five images */
async function makeLibrary(t: TestContext, dialect: Dialect, recipients: readonly string[] = []): Promise<Library> {
  const environment = { DATABASE_URL: await migratedDatabaseUrl(t, dialect), DOGEAR_DATA_DIR: await dataFolder(t) }
  const folder = environment.DOGEAR_DATA_DIR
  const user = { username: 'alice', username_key: 'alice', password_hash: '', created_at: '', updated_at: '' }
  const owner = await inDatabase(environment, async (database) => {
    const [row] = await database.transaction((tx) => tx.insertInto('users').values(user).returning('id').execute())
    const id = Number(row!.id) as UserId
    await database.transaction((tx) => tx.insertInto('user_revision').values({ user_id: id }).execute())
    for (let number = 0; number < ENTRIES; number++) await addEntry(database, id, number)
    return id
  })
  for (let number = 0; number < 5; number++) await storeImage(folder, randomBytes(2000))
  const source = {
    location: parseDatabaseUrl(environment.DATABASE_URL),
    dataFolder: folder,
    objects: { kind: 'folder', path: folder } as const,
    hasSecret: false,
    recipients,
    version: '1.0.0',
    rangeBytes: RANGE_BYTES,
  }
  return { environment, owner, task: { source, recordKey: randomBytes(32).toString('hex') } }
}

async function storeImage(folder: string, bytes: Uint8Array): Promise<void> {
  const name = createHash('sha256').update(bytes).digest('hex')
  const path = join(folder, 'images', name.slice(0, 2), name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
}

async function addEntry(database: Database, owner: UserId, number: number): Promise<void> {
  const [text, page] = [randomBytes(1500).toString('base64'), randomBytes(3000).toString('base64')]
  await storeEntry(database, owner, { host: `site-${number}.example.org`, text, page })
}

/** Changes an early row, deletes one in the middle, moves a value from one row to another, and adds one at the end. */
async function changeLibrary({ environment, owner }: Library, number: number): Promise<void> {
  await inDatabase(environment, async (database) => {
    await database.transaction(async (tx) => {
      const rows = await tx.selectFrom('entry').select(['id', 'title']).orderBy('id').execute()
      const [first, second] = [rows[number]!, rows[number + 1]!]
      for (const [{ id }, title] of [
        [first, second.title],
        [second, `Title ${number}`],
      ] as const)
        await tx.updateTable('entry').set({ title }).where('id', '=', id).execute()
      await tx
        .deleteFrom('entry')
        .where('id', '=', rows[rows.length - 5 - number]!.id)
        .execute()
    })
    await addEntry(database, owner, ENTRIES + number)
  })
}

/** Runs the program. @returns undefined if it was killed */
async function run(task: MortalTask, onStart?: (kill: () => void) => void): Promise<MortalResult | undefined> {
  const program = join(import.meta.dirname, 'mortal-backup.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] })
  onStart?.(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)))
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once('close', (...ended) => resolve(ended)),
  )
  if (signal === 'SIGKILL') return undefined
  assert.equal(code, 0)
  return JSON.parse(output) as MortalResult
}

/** Restores a backup into an empty installation. @returns its rows */
async function restoredState(t: TestContext, from: Environment, backup: string, ...options: string[]) {
  const dialect = parseDatabaseUrl(from['DATABASE_URL']!).dialect
  const to = { ...from, DATABASE_URL: await emptyDatabaseUrl(t, dialect), DOGEAR_DATA_DIR: await dataFolder(t) }
  await outputOf(to, 'restore', backup, '--keep-sync', ...options)
  return { state: await stateOf(to), images: globSync('images/*/*', { cwd: to.DOGEAR_DATA_DIR }).length }
}

/** @returns what the numbers show: the whole work, the part that the last attempt did, and the backup is one state */
async function checkBackup(
  t: TestContext,
  { environment }: Library,
  { backup, result, options = [] }: { backup: string; result: MortalResult | undefined; options?: readonly string[] },
): Promise<void> {
  assert.ok(result)
  t.diagnostic(`kept ${result.keptBytes} of ${result.allBytes} bytes, ${result.keptFiles} of ${result.allFiles} files`)
  const { state, images } = await restoredState(t, environment, backup, ...options)
  assert.deepEqual(state, await stateOf(environment))
  assert.equal(images, 5)
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a backup that is killed again and again keeps what has not changed, and is one state`, async (t) => {
    const library = await makeLibrary(t, dialect)
    const folder = join(library.environment['DOGEAR_DATA_DIR']!, 'backup')
    const target: ObjectsPlace = { kind: 'folder', path: folder }
    const attempt = (kill: Partial<MortalTask>) => run({ ...library.task, target, ...kill })
    let [result, kills]: [MortalResult | undefined, number] = [undefined, 0]
    for (const killedAt of KILLS) {
      // Files and notes about them take turns, so the numbers and the two moments leave different things behind.
      result = await attempt({ killedAt, isStored: kills % 2 === 0 })
      if (result) break
      assert.equal(existsSync(folder), false)
      await changeLibrary(library, kills++)
    }
    assert.ok(kills >= 4, `killed ${kills} times`)
    result ??= await attempt({})
    assert.ok(result!.keptBytes > 0.4 * result!.allBytes, `${result!.keptBytes} of ${result!.allBytes} bytes kept`)
    assert.ok(result!.keptBytes < result!.allBytes)
    await checkBackup(t, library, { backup: folder, result })
    assert.deepEqual(globSync('**/*.tmp', { cwd: folder }), [])
    const listed = (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { files: { path: string }[] })
      .files
    const stored = globSync('**/*.zst', { cwd: folder })
    assert.deepEqual(
      stored.toSorted(),
      listed.map(({ path }) => path).toSorted(),
      'no file of an earlier attempt is left',
    )
  })

  test(`${dialect}: an encrypted backup goes on too, and its notes are unreadable without the key`, async (t) => {
    const { identity, recipient } = await createKeyPair()
    const library = await makeLibrary(t, dialect, [recipient])
    const folder = join(library.environment['DOGEAR_DATA_DIR']!, 'backup')
    const key = join(library.environment['DOGEAR_DATA_DIR']!, 'key')
    await writeFile(key, `${identity}\n`)
    const target: ObjectsPlace = { kind: 'folder', path: folder }
    assert.equal(await run({ ...library.task, target, killedAt: 25 }), undefined)
    const notes = globSync('record/*', { cwd: `${folder}.partial` }).map((path) =>
      readFileSync(join(`${folder}.partial`, path)),
    )
    assert.ok(notes.length >= 10)
    assert.ok(notes.every((note) => !note.includes('tables/') && !note.includes('images/')))
    const result = await run({ ...library.task, target })
    assert.ok(result!.keptFiles >= 10, `${result!.keptFiles} files kept`)
    await checkBackup(t, library, { backup: folder, result, options: ['--key', key] })
  })

  test(`${dialect}: a backup to S3 that is killed uploads only the rest`, async (t) => {
    const server = await startObjectServer(t)
    const library = await makeLibrary(t, dialect)
    const target: ObjectsPlace = {
      kind: 'bucket',
      bucket: { bucket: 'dogear', prefix: 'monday/' },
      access: {
        endpoint: server.environment['DOGEAR_S3_ENDPOINT']!,
        region: 'us-east-1',
        credentials: {
          accessKeyId: server.environment['AWS_ACCESS_KEY_ID']!,
          secretAccessKey: server.environment['AWS_SECRET_ACCESS_KEY']!,
        },
      },
    }
    const uploads = () => server.requests.filter((one) => /^PUT .*\/(?:tables|images)\//.test(one))
    for (const [number, killedAt] of [5, 14, 22].entries()) {
      let puts = 0
      const early = await run({ ...library.task, target }, (kill) => {
        server.faultOf = (method) => {
          if (method !== 'PUT' || ++puts !== killedAt) return undefined
          kill()
          return number % 2 === 0 ? 'reset' : undefined
        }
      })
      assert.equal(early, undefined, `killed at upload ${killedAt}`)
      await changeLibrary(library, number)
    }
    server.faultOf = undefined
    const store = openObjects(target)
    await store.put('images/ab/abcdef', Buffer.from('of another program')).finally(() => store.close())
    const before = uploads().length
    const result = await run({ ...library.task, target })
    assert.equal(uploads().length - before, result!.allFiles - result!.keptFiles, 'only the rest is uploaded')
    assert.ok(result!.keptBytes > 0.4 * result!.allBytes, `${result!.keptBytes} of ${result!.allBytes} bytes kept`)
    const environment = { ...library.environment, ...server.environment, DOGEAR_OBJECTS: '' }
    await checkBackup(t, { ...library, environment }, { backup: formatPlace(target), result })
    const objects = await server.objects()
    assert.ok(objects.every((name) => !name.includes('/record/')) && objects.includes('monday/images/ab/abcdef'))
  })
}
