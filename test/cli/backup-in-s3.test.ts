import assert from 'node:assert/strict'
import { createHash, hash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { backUpIfDue, type BackupSchedule } from '../../src/backup/scheduled/back-up-if-due.ts'
import { databaseLocation } from '../../src/config/database-location.ts'
import { loadSettings } from '../../src/config/load-settings.ts'
import { objectsPlace, parsePlace } from '../../src/config/objects-place.ts'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { checkBackups } from '../../src/doctor/check-backups.ts'
import { openObjects } from '../../src/objects/open-objects.ts'
import { DIALECTS, emptyDatabaseUrl, migratedDatabaseUrl } from '../support/database.ts'
import { startObjectServer } from '../support/object-server.ts'
import { callDogear, dataFolder, outputOf, refusalOf } from './run-dogear.ts'

type Environment = Readonly<Record<string, string>>

/** @returns the key of a new image in the store of the settings */
async function storeImage(environment: Environment): Promise<string> {
  const objects = openObjects(objectsPlace(loadSettings(environment).settings))
  const bytes = randomBytes(2000)
  const name = createHash('sha256').update(bytes).digest('hex')
  const key = `images/${name.slice(0, 2)}/${name}`
  await objects.put(key, bytes).finally(() => objects.close())
  return key
}

async function inDatabase<T>(environment: Environment, work: (database: Database) => Promise<T>): Promise<T> {
  const location = databaseLocation(loadSettings(environment).settings)
  const database = await openDatabase({ location, poolSize: 2 })
  return work(database).finally(() => database.close())
}

/** Stores a capture whose body is in the bucket, and one whose object is missing. @returns the body */
async function storeCapture(environment: Environment): Promise<Buffer> {
  const objects = openObjects(objectsPlace(loadSettings(environment).settings))
  const body = randomBytes(100_000)
  await objects.put('captures/ab/ab01', body).finally(() => objects.close())
  await inDatabase(environment, (database) =>
    database.transaction(async (tx) => {
      const { id: user_id } = await tx.selectFrom('users').select('id').executeTakeFirstOrThrow()
      const facts = { user_id, size: 1, body: new Uint8Array(), object_size: body.length }
      for (const [key, sha256] of [
        ['captures/ab/ab01', Buffer.alloc(32, 1)],
        ['captures/cd/cd02', Buffer.alloc(32, 2)],
      ] as const)
        await tx
          .insertInto('capture_body')
          .values({ ...facts, sha256, object_key: key })
          .execute()
    }),
  )
  return body
}

async function capturesOf(environment: Environment) {
  const rows = await inDatabase(environment, (database) =>
    database.read((db) => db.selectFrom('capture_body').select(['object_key', 'object_size', 'body']).execute()),
  )
  return rows.map(({ body, ...row }) => ({ ...row, sha256: hash('sha256', body) }))
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a library with images in S3 is backed up to S3, verified, and restored into a folder`, async (t) => {
    const server = await startObjectServer(t)
    const from = {
      ...server.environment,
      DATABASE_URL: await migratedDatabaseUrl(t, dialect, 'users'),
      DOGEAR_DATA_DIR: await dataFolder(t),
    }
    const [image, capture] = [await storeImage(from), await storeCapture(from)]
    const backup = 's3://dogear/backups/monday'
    server.faultOf = (method, path) => (method === 'PUT' && path.includes('manifest') ? 'away' : undefined)
    const command = ['backup', '--to', backup, '--without-secret']
    assert.match(await refusalOf(from, ...command), /s3:\/\/dogear\/backups\/monday cannot be used: \w+ \(HTTP 503\)/)
    server.faultOf = undefined
    assert.match(await refusalOf(from, 'backup', 'verify', backup), /contains no complete backup/)
    const second = await callDogear(command, { environment: from })
    assert.match(second.stdout, /^s3:\/\/dogear\/backups\/monday: \d+ rows, 1 images/)
    assert.match(second.stderr, /, with 1 images, were kept from an interrupted backup/)
    assert.match(await refusalOf(from, ...command), /already contains a backup/)
    assert.match(await outputOf(from, 'backup', 'verify', backup), /1 images compared/)

    const to = {
      ...from,
      DOGEAR_OBJECTS: '',
      DATABASE_URL: await emptyDatabaseUrl(t, dialect),
      DOGEAR_DATA_DIR: await dataFolder(t),
    }
    server.faultOf = (method, path) => (method === 'GET' && path.includes('/images/images.') ? 'damage' : undefined)
    assert.match(await refusalOf(to, 'restore', backup), /the backup is damaged: images\/images\.0001/)
    server.faultOf = undefined
    await outputOf(to, 'restore', backup)
    const restored = openObjects({ kind: 'folder', path: to.DOGEAR_DATA_DIR })
    assert.equal(await restored.sizeOf(image), 2000)
    assert.deepEqual(await capturesOf(to), [{ object_key: null, object_size: null, sha256: hash('sha256', capture) }])
    // And back into a bucket.
    const bucket = { ...to, DATABASE_URL: await emptyDatabaseUrl(t, dialect), DOGEAR_OBJECTS: 's3://dogear/other' }
    await outputOf(bucket, 'restore', backup)
    assert.ok((await server.objects()).includes(`other/${image}`))
  })
}

for (const dialect of DIALECTS) {
  test(`${dialect}: captures that an interrupted backup has written are not read again, even if they move`, async (t) => {
    const server = await startObjectServer(t)
    const from = {
      ...server.environment,
      DATABASE_URL: await migratedDatabaseUrl(t, dialect, 'users'),
      DOGEAR_DATA_DIR: await dataFolder(t),
    }
    const [moving, staying] = [randomBytes(1000), randomBytes(1000)]
    const objects = openObjects(objectsPlace(loadSettings(from).settings))
    await objects.put('captures/aa/aa01', staying)
    const own = { size: 1, object_key: null as string | null, object_size: null as number | null }
    await inDatabase(from, (database) =>
      database.transaction(async (tx) => {
        const { id: user_id } = await tx.selectFrom('users').select('id').executeTakeFirstOrThrow()
        const away = { object_key: 'captures/aa/aa01', object_size: 1000, body: new Uint8Array() }
        for (const values of [
          { ...own, user_id, sha256: Buffer.alloc(32, 1), body: moving },
          { ...own, user_id, sha256: Buffer.alloc(32, 2), ...away },
        ])
          await tx.insertInto('capture_body').values(values).execute()
      }),
    )
    const command = ['backup', '--to', 's3://dogear/backup', '--without-secret']
    const reads = () => server.requests.filter((one) => one.startsWith('GET') && one.includes('/captures/'))
    server.faultOf = (method, path) => (method === 'PUT' && path.includes('manifest') ? 'away' : undefined)
    await refusalOf(from, ...command)
    server.faultOf = undefined
    assert.equal(reads().length, 1)
    await objects.put('captures/bb/bb01', moving).finally(() => objects.close())
    await inDatabase(from, (database) =>
      database.transaction((tx) =>
        tx
          .updateTable('capture_body')
          .set({ object_key: 'captures/bb/bb01', object_size: 1000, body: new Uint8Array() })
          .where('object_key', 'is', null)
          .execute(),
      ),
    )
    await outputOf(from, ...command)
    // PostgreSQL stores a changed row at another place, so the range has another order, and is written again.
    assert.equal(reads().length, dialect === 'sqlite' ? 1 : 3)
    const to = { ...from, DOGEAR_OBJECTS: '', DATABASE_URL: await emptyDatabaseUrl(t, dialect) }
    await outputOf({ ...to, DOGEAR_DATA_DIR: await dataFolder(t) }, 'restore', 's3://dogear/backup')
    const hashes = (await capturesOf(to)).map(({ sha256 }) => sha256)
    assert.deepEqual(hashes.toSorted(), [moving, staying].map((body) => hash('sha256', body)).toSorted())
  })
}

test('scheduled backups in S3: the oldest are deleted, unfinished ones continue, and other objects stay', async (t) => {
  const server = await startObjectServer(t)
  const folder = await dataFolder(t)
  const { settings } = loadSettings({
    ...server.environment,
    DATABASE_URL: await migratedDatabaseUrl(t, 'sqlite', 'users'),
    DOGEAR_DATA_DIR: folder,
    DOGEAR_BACKUP_DIR: 's3://dogear/backups',
  })
  const source = {
    location: databaseLocation(settings),
    dataFolder: folder,
    objects: objectsPlace(settings),
    hasSecret: false,
    recipients: [],
    version: '1.0.0',
  }
  const place = parsePlace(settings, settings.DOGEAR_BACKUP_DIR)
  const schedule: BackupSchedule = { place, hours: 24, keep: 1, source }
  const store = openObjects(place)
  t.after(() => store.close())
  await store.put('photos/one', Buffer.from('1'))
  await store.put('dogear-2026-11-01T03-00-00Z/record/000001', Buffer.from('{}\n'))
  const first = await backUpIfDue(schedule, new Date('2026-11-01T03:10:00Z'))
  assert.equal(first?.name, 'dogear-2026-11-01T03-00-00Z')
  for (const [time, age] of [
    ['03:59', 'less than an hour ago'],
    ['04:00', '1 hour ago'],
    ['05:00', '2 hours ago'],
  ]) {
    const [finding] = await checkBackups(settings, new Date(`2026-11-01T${time}:00Z`))
    assert.deepEqual([finding?.state, finding?.text], ['ok', `1 in s3://dogear/backups, the latest ${age}`])
  }
  assert.equal(await backUpIfDue(schedule, new Date('2026-11-02T02:00:00Z')), undefined, 'none is due')
  const second = await backUpIfDue(schedule, new Date('2026-11-02T03:00:00Z'))
  assert.deepEqual(second?.deleted, ['dogear-2026-11-01T03-00-00Z'])
  const parts = new Set((await server.objects()).map((key) => key.split('/')[1]))
  assert.deepEqual([...parts].toSorted(), ['dogear-2026-11-02T03-00-00Z', 'photos'])
})
