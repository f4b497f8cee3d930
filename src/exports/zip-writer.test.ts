import assert from 'node:assert/strict'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readArchive } from './read-archive.fixture.ts'
import { ZipWriter } from './zip-writer.ts'

const ZEROS = new Uint8Array(64 * 1024 * 1024)

test('a large archive has more than 65,535 members, and members after 4 GB', async (t) => {
  const { path, write, close } = await sparseFile(t)
  const zip = new ZipWriter({ isLarge: true })
  for (let index = 0; index < 66_000; index++) await write(zip.add(`small/${index}`, '', true))
  for (let index = 0; index < 65; index++) await write(zip.add(`zeros/${index}`, ZEROS, true))
  for await (const piece of zip.addStream('streamed.txt', [Buffer.from('after '), Buffer.from('4 GB')]))
    await write([piece])
  await write(zip.end())
  await close()
  const members = await readArchive(path, (name) => name === 'streamed.txt' || name === 'zeros/64')
  assert.equal(members.size, 66_066)
  assert.equal(String(members.get('streamed.txt')), 'after 4 GB')
  assert.deepEqual(members.get('zeros/64')?.length, ZEROS.length)
})

test('a small archive refuses what needs ZIP64', () => {
  const zip = new ZipWriter()
  for (let index = 0; index < 65_535; index++) zip.add(`small/${index}`, '', true)
  assert.throws(() => zip.add('one-too-many', '', true), /too many members/)
})

test('the data of a streamed member fails the archive, and a consumer that stops ends the data', async () => {
  const zip = new ZipWriter()
  await assert.rejects(Array.fromAsync(zip.addStream('a', failing())), /the disk is away/)
  let hasEnded = false
  const endless = async function* () {
    try {
      for (let number = 0; ; number++) yield Buffer.from(`${Math.sin(number)}`)
    } finally {
      hasEnded = true
    }
  }
  let pieces = 0
  for await (const piece of zip.addStream('b', endless())) {
    assert.ok(piece.length > 0)
    if (++pieces === 3) break
  }
  await new Promise((resolve) => setImmediate(resolve))
  assert.ok(hasEnded)
})

async function* failing() {
  yield Buffer.from('begin')
  throw new Error('the disk is away')
}

/** A file in which blocks of zeros take no space. */
async function sparseFile(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-zip-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'large.zip')
  const file = await open(path, 'w')
  let [offset, start, waiting]: [number, number, Uint8Array[]] = [0, 0, []]
  const flush = async () => {
    const bytes = Buffer.concat(waiting)
    await file.write(bytes, 0, bytes.length, start)
    waiting = []
  }
  return {
    path,
    write: async (pieces: readonly Uint8Array[]) => {
      for (const piece of pieces) {
        if (waiting.length === 0) start = offset
        offset += piece.length
        if (piece === ZEROS) {
          await flush()
        } else if (waiting.push(piece) > 1000) await flush()
      }
    },
    close: async () => {
      await flush()
      await file.close()
    },
  }
}
