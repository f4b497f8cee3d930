import assert from 'node:assert/strict'
import { createHash, hash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { loadSettings } from '../../src/config/load-settings.ts'
import { objectsPlace } from '../../src/config/objects-place.ts'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { folderObjects } from '../../src/objects/folder-objects.ts'
import { openObjects } from '../../src/objects/open-objects.ts'
import { DIALECTS, migratedDatabaseUrl } from '../support/database.ts'
import { startObjectServer } from '../support/object-server.ts'
import { callDogear, dataFolder } from './run-dogear.ts'

const IMAGES = 30

async function putInBucket(
  environment: Readonly<Record<string, string>>,
  key: string,
  bytes = Buffer.from('a body'),
): Promise<void> {
  const store = openObjects(objectsPlace(loadSettings(environment).settings))
  await store.put(key, bytes).finally(() => store.close())
}

function keyOf(bytes: Uint8Array): string {
  const name = createHash('sha256').update(bytes).digest('hex')
  return `images/${name.slice(0, 2)}/${name}`
}

test('images move from a folder to S3 and back; an interrupted move continues, and damage is reported', async (t) => {
  const server = await startObjectServer(t)
  const folder = await dataFolder(t)
  const { DOGEAR_OBJECTS: bucket = '', ...access } = server.environment
  const environment = { ...access, DOGEAR_DATA_DIR: folder }
  const [images, keys] = [folderObjects(folder), [] as string[]]
  for (let index = 0; index < IMAGES; index++) {
    const bytes = randomBytes(1000 + index)
    keys.push(keyOf(bytes))
    await images.put(keyOf(bytes), bytes)
  }
  await images.put('secret', Buffer.from('the secret'))
  const move = (...args: string[]) => callDogear(['objects', 'move', ...args], { environment })

  let puts = 0
  server.faultOf = (method) => (method === 'PUT' && ++puts > 10 ? 'reset' : undefined)
  const broken = await move('--to', bucket)
  assert.equal(broken.code, 1)
  assert.match(broken.stderr, /s3:\/\/dogear\/library cannot be used/)
  assert.equal((await server.objects()).length, 10)
  server.faultOf = undefined
  const done = await move('--to', bucket)
  assert.match(done.stdout, /^20 images copied to s3:\/\/dogear\/library, 10 were there already/)
  assert.match(
    done.stderr,
    /^next: set DOGEAR_OBJECTS=s3:\/\/dogear\/library, restart .* --from \S+ --to s3:\/\/dogear\/library$/m,
  )
  assert.deepEqual((await server.objects()).toSorted(), keys.map((key) => `library/${key}`).toSorted())

  const other = await dataFolder(t)
  const damaged = keyOf(randomBytes(9))
  await images.put(damaged, Buffer.from('other bytes'))
  const again = await move('--from', folder, '--to', bucket)
  assert.deepEqual([again.code, /warning: (\S+) is damaged/.exec(again.stderr)?.[1]], [1, damaged])
  const back = await callDogear(['objects', 'move', '--to', other], { environment: server.environment })
  assert.match(back.stdout, /^30 images copied to the folder /)
  await putInBucket(server.environment, 'captures/ab/ab01')
  const bucketToBucket = await callDogear(['objects', 'move', '--to', 's3://dogear/other'], server)
  assert.match(bucketToBucket.stdout, /30 images copied.*\n1 captures copied to s3:\/\/dogear\/other, 0 were there/)
  server.faultOf = (method) => (method === 'GET' ? 'damage' : undefined)
  const third = await callDogear(['objects', 'move', '--to', await dataFolder(t)], { environment: server.environment })
  assert.equal(third.code, 1)
})

for (const dialect of DIALECTS) {
  test(`${dialect}: captures move from S3 to the database once the settings name no bucket`, async (t) => {
    const server = await startObjectServer(t)
    const folder = await dataFolder(t)
    const DATABASE_URL = await migratedDatabaseUrl(t, dialect, 'users')
    const environment = { ...server.environment, DATABASE_URL, DOGEAR_DATA_DIR: folder }
    const bucket = server.environment['DOGEAR_OBJECTS']!
    const database = await openDatabase({ location: parseDatabaseUrl(DATABASE_URL), poolSize: 2 })
    t.after(() => database.close())
    const page = Buffer.from('a page')
    const sha256 = hash('sha256', page, 'buffer')
    await putInBucket(environment, 'captures/ab/ab01', zstdCompressSync(page))
    await database.transaction(async (tx) => {
      const { id: user_id } = await tx.selectFrom('users').select('id').executeTakeFirstOrThrow()
      const row = { user_id, size: page.length, body: new Uint8Array(), object_size: 1, object_key: 'captures/ab/ab01' }
      await tx
        .insertInto('capture_body')
        .values({ ...row, sha256 })
        .execute()
    })
    const move = (given: Readonly<Record<string, string>>) =>
      callDogear(['objects', 'move', '--from', bucket, '--to', folder], { environment: given })
    assert.doesNotMatch((await move(environment)).stdout, /captures/)
    const { stdout, code } = await move({ ...environment, DOGEAR_OBJECTS: '' })
    assert.deepEqual([code, /\d+ captures moved/.exec(stdout)?.[0]], [0, '1 captures moved'])
    const [row] = await database.prepare<{ body: Uint8Array }>('select body from capture_body').all()
    assert.equal(String(zstdDecompressSync(row!.body)), 'a page')
  })
}
