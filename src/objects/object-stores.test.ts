import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { startObjectServer } from '../../test/support/object-server.ts'
import { objectsPlace } from '../config/objects-place.ts'
import { loadSettings } from '../config/load-settings.ts'
import { folderObjects } from './folder-objects.ts'
import type { ObjectStore } from './object-store.ts'
import { openObjects } from './open-objects.ts'

const MEGABYTE = 1024 * 1024

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-objects-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const folderStore = async (t: TestContext): Promise<ObjectStore> => folderObjects(await newFolder(t))

async function s3Store(t: TestContext, environment: Readonly<Record<string, string>> = {}) {
  const server = await startObjectServer(t)
  const { settings } = loadSettings({ ...server.environment, ...environment })
  const store = openObjects(objectsPlace(settings))
  t.after(() => store.close())
  return { server, store }
}

const STORES = { folder: folderStore, s3: async (t: TestContext) => (await s3Store(t)).store }

/** @returns the bytes of an object, which both ways to read it return */
async function read(store: ObjectStore, key: string): Promise<Buffer | undefined> {
  const stored = await store.get(key)
  const bytes = stored && (await buffer(stored.body))
  assert.deepEqual(await store.read(key), bytes)
  return bytes
}

async function keys(store: ObjectStore, prefix: string, before?: Date): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of store.list(prefix, before)) found.push(key)
  return found
}

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function* broken(): AsyncGenerator<Uint8Array, void> {
  yield* inPieces(randomBytes(9 * MEGABYTE), MEGABYTE)
  throw new Error('the source ends')
}

for (const [name, open] of Object.entries(STORES)) {
  test(`${name}: objects are stored, replaced, listed and deleted`, async (t) => {
    const store = await open(t)
    await store.put('a/one', Buffer.from('1'))
    await store.put('a/one', Buffer.from('one'))
    await store.put('a/b/two', Buffer.alloc(0))
    await store.put('ab/three', Buffer.from('3'))
    assert.equal(String(await read(store, 'a/one')), 'one')
    assert.deepEqual(await read(store, 'a/b/two'), Buffer.alloc(0))
    assert.equal(await read(store, 'a/none'), undefined)
    assert.deepEqual(await keys(store, 'a/'), ['a/b/two', 'a/one'])
    assert.deepEqual(await keys(store, '', new Date(Date.now() - 60_000)), [])
    assert.deepEqual(await keys(store, 'none/'), [])
    await store.delete(['a/one', 'a/none'])
    assert.deepEqual(await keys(store, ''), ['a/b/two', 'ab/three'])
  })

  test(`${name}: a stream of unknown length is stored completely or not at all`, async (t) => {
    const store = await open(t)
    for (const length of [0, 1000, 20 * MEGABYTE + 7]) {
      const bytes = randomBytes(length)
      await store.put('stream', inPieces(bytes, 100_000))
      const stored = await store.get('stream')
      assert.equal(stored?.size, length)
      assert.ok((await buffer(stored.body)).equals(bytes), `${length} bytes`)
    }
    await assert.rejects(store.put('broken', broken()))
    assert.equal(await store.get('broken'), undefined)
  })

  test(`${name}: a key that stores understand differently is a fault of the caller`, async (t) => {
    const store = await open(t)
    for (const key of ['', '/a', 'a/', 'a//b', '../a', 'a/./b', 'ä', 'a b', '.a']) {
      await assert.rejects(async () => store.put(key, Buffer.from('1')), /is not the key of an object/, key)
    }
  })
}

test('folder: a link and a folder are no objects', async (t) => {
  const folder = await newFolder(t)
  await writeFile(join(folder, 'real'), 'one')
  await symlink(join(folder, 'real'), join(folder, 'link'))
  await mkdir(join(folder, 'inner'))
  const store = folderObjects(folder)
  assert.equal(String(await read(store, 'real')), 'one')
  for (const key of ['link', 'inner', 'absent']) assert.equal(await read(store, key), undefined, key)
})

test('S3: a request that fails once is repeated, and a body that breaks off is continued', async (t) => {
  const { server, store } = await s3Store(t)
  const bytes = randomBytes(3 * MEGABYTE)
  for (const fault of ['reset', 'away', 'break'] as const) {
    for (const method of ['PUT', 'GET']) {
      if (fault === 'break' && method === 'PUT') continue
      let isNext = true
      server.faultOf = (sent) => {
        if (sent !== method || !isNext) return undefined
        isNext = false
        return fault
      }
      await store.put('one', bytes)
      assert.ok((await read(store, 'one'))?.equals(bytes), `${fault} ${method}`)
      assert.equal(isNext, false, `${fault} ${method} happened`)
    }
  }
})

test('S3: a store that stays away is reported after three attempts, without its secrets', async (t) => {
  const { server, store } = await s3Store(t)
  for (const fault of ['away', 'reset'] as const) {
    server.faultOf = () => fault
    server.requests.length = 0
    await assert.rejects(store.get('one'), {
      code: 'unavailable',
      message: /^the object store s3:\/\/dogear\/library cannot be used: [\w ]+(?: \(HTTP 503\))?$/,
    })
    assert.equal(server.requests.length, 3, fault)
  }
})

test('S3: a server that is no store is not mistaken for an empty one', async (t) => {
  const { server, store } = await s3Store(t)
  server.faultOf = () => 'unknown'
  await assert.rejects(store.get('one'), { code: 'unavailable' })
})

test('S3: wrong keys and a missing bucket are reported with what to do', async (t) => {
  const wrong = await s3Store(t, { AWS_ACCESS_KEY_ID: 'wrong' })
  await assert.rejects(wrong.store.put('one', Buffer.from('1')), /InvalidAccessKeyId .*check AWS_ACCESS_KEY_ID/)
  const missing = await s3Store(t, { DOGEAR_OBJECTS: 's3://other' })
  await assert.rejects(missing.store.put('one', Buffer.from('1')), /NoSuchBucket .*create the bucket/)
})

// What takes long, or the server from npm does not check.
const isFullServer = process.env['TEST_S3_PORT'] !== undefined

test('S3: a wrong secret and altered bytes are refused', { skip: !isFullServer }, async (t) => {
  const wrong = await s3Store(t, { AWS_SECRET_ACCESS_KEY: 'wrong' })
  await assert.rejects(wrong.store.put('one', Buffer.from('1')), /SignatureDoesNotMatch .*check AWS_SECRET_ACCESS_KEY/)
  const { server, store } = await s3Store(t)
  server.faultOf = (method) => (method === 'PUT' ? 'alter' : undefined)
  await assert.rejects(store.put('one', randomBytes(1000)), { code: 'unavailable' })
  await assert.rejects(store.put('stream', inPieces(randomBytes(9 * MEGABYTE), MEGABYTE)), { code: 'unavailable' })
  assert.deepEqual(await server.objects(), [])
})

test('S3: uploads that a killed process left behind are ended', { skip: !isFullServer }, async (t) => {
  const { server, store } = await s3Store(t)
  server.faultOf = (method, path) => (method === 'DELETE' || path.includes('partNumber') ? 'reset' : undefined)
  await assert.rejects(store.put('a/stream', inPieces(randomBytes(9 * MEGABYTE), MEGABYTE)))
  server.faultOf = undefined
  const endedUploads = async (before: Date) => {
    server.requests.length = 0
    await keys(store, 'a/', before)
    return server.requests.filter((line) => /^DELETE .*uploadId=/.test(line)).length
  }
  assert.equal(await endedUploads(new Date(Date.now() - 60_000)), 0)
  assert.equal(await endedUploads(new Date(Date.now() + 60_000)), 1)
  assert.equal(await endedUploads(new Date(Date.now() + 60_000)), 0)
})

test('S3: a store that does not answer is given up after seconds', { skip: !isFullServer }, async (t) => {
  const { server, store } = await s3Store(t)
  server.faultOf = () => 'stall'
  const startedAt = performance.now()
  await assert.rejects(store.get('one'), { code: 'unavailable', message: /did not answer in time/ })
  const seconds = (performance.now() - startedAt) / 1000
  assert.ok(seconds > 4 && seconds < 20, `${seconds} seconds`)
})
