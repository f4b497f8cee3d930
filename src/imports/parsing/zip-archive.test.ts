import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../kernel/errors.ts'
import type { ByteSource } from '../byte-source.ts'
import { memorySource } from './parsed-file.fixture.ts'
import { openZip } from './zip-archive.ts'
import { zipOf } from './zip.fixture.ts'

const FILE = zipOf([{ name: 'a.csv', bytes: Buffer.alloc(300_000, 'title,url\n') }])

/** A source whose reads fail after the first `good` ones, like those of a broken disk. */
function failingSource(good: number): ByteSource {
  const source = memorySource(FILE)
  let reads = 0
  const read = async (offset: number, length: number) => {
    if (reads++ < good) return source.read(offset, length)
    throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
  }
  return { size: source.size, read }
}

async function readMember(source: ByteSource): Promise<number> {
  const archive = await openZip(source)
  let size = 0
  for await (const piece of archive.open('a.csv')) size += piece.length
  archive.close()
  return size
}

test('an error of the disk is reported as such, wherever in an archive it happens', async () => {
  let good = 0
  for (; ; good++) {
    const size = await readMember(failingSource(good)).catch((error: unknown) => {
      assert.equal((error as NodeJS.ErrnoException).code, 'EIO', String(error))
    })
    if (size !== undefined) break
  }
  assert.ok(good >= 3, `the archive needs only ${good} reads`)
})

test('an archive that is cut off is damaged', async () => {
  await assert.rejects(readMember(memorySource(FILE.subarray(0, FILE.length - 30))), (error) => {
    return error instanceof AppError && error.code === 'invalid_input'
  })
})
