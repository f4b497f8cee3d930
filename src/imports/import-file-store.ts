import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Database } from '../db/database.ts'
import type { Tx } from '../db/schema.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import type { ByteSource } from './byte-source.ts'
import { MAX_FILE_BYTES } from './import-limits.ts'

/** Size of a chunk in bytes, before compression. The last chunk of a file may be smaller. */
const CHUNK_BYTES = 512 * 1024

/** Identifies a stored file by its import. */
interface FileName {
  readonly owner: UserId
  readonly id: number
}

/**
 * Stores a file from a stream. Each chunk is stored in its own transaction, so memory contains only one chunk.
 * @returns the size of the file in bytes
 * @throws AppError `too_large` above 100 MB
 */
export async function storeFile(
  database: Database,
  name: FileName,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  let [size, number] = [0, 0]
  for await (const bytes of chunksOf(limitSize(pieces, (total) => (size = total)))) {
    await storeChunk(database, name, number++, bytes)
  }
  return size
}

async function* limitSize(
  pieces: AsyncIterable<Uint8Array>,
  onSize: (size: number) => void,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > MAX_FILE_BYTES) throw new AppError('too_large', 'a file to import has at most 100 MB')
    onSize(size)
    yield piece
  }
}

/** @returns the bytes in chunks of `CHUNK_BYTES`; the last chunk may be smaller */
async function* chunksOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    length += piece.length
    if (length < CHUNK_BYTES) continue
    const bytes = Buffer.concat(waiting)
    const end = length - (length % CHUNK_BYTES)
    for (let at = 0; at < end; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
    waiting = [bytes.subarray(end)]
    length -= end
  }
  if (length > 0) yield Buffer.concat(waiting)
}

async function storeChunk(
  database: Database,
  { owner, id }: FileName,
  number: number,
  bytes: Uint8Array,
): Promise<void> {
  const packed = await promisify(zstdCompress)(bytes)
  await database.transaction((tx) =>
    tx.insertInto('import_chunk').values({ user_id: owner, import_id: id, number, bytes: packed }).execute(),
  )
}

/**
 * @returns a source that reads the stored file. It caches the last chunk, so that sequential reads load each chunk only
 * once.
 */
export function storedFile(database: Database, name: FileName, size: number): ByteSource {
  let last: { readonly number: number; readonly bytes: Uint8Array } | undefined
  const chunk = async (number: number) => {
    if (last?.number !== number) last = { number, bytes: await findChunk(database, name, number) }
    return last.bytes
  }
  return {
    size,
    read: async (offset, length) => {
      const end = Math.min(offset + length, size)
      const pieces: Uint8Array[] = []
      for (let at = offset; at < end;) {
        const number = Math.floor(at / CHUNK_BYTES)
        const from = at - number * CHUNK_BYTES
        const piece = (await chunk(number)).subarray(from, from + end - at)
        if (piece.length === 0) break
        pieces.push(piece)
        at += piece.length
      }
      return new Uint8Array(Buffer.concat(pieces))
    },
  }
}

async function findChunk(database: Database, { owner, id }: FileName, number: number): Promise<Uint8Array> {
  const row = await database.read((db) =>
    db
      .selectFrom('import_chunk')
      .select('bytes')
      .where('user_id', '=', owner)
      .where('import_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirst(),
  )
  if (!row) throw new Error(`chunk ${number} of the file of import ${id} is missing`)
  return promisify(zstdDecompress)(row.bytes)
}

export async function deleteFile(tx: Tx, { owner, id }: FileName): Promise<void> {
  await tx.deleteFrom('import_chunk').where('user_id', '=', owner).where('import_id', '=', id).execute()
}
