import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { AppError } from '../../kernel/errors.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import type { ByteStage } from './age-encryption.ts'
import { ENCRYPTED, type BackupFile } from './backup-manifest.ts'
import { splitLines } from '../rows/split-lines.ts'

/** Characters of a part before compression, after which the next part begins. A restore can continue after each part. */
const PART_LENGTH = 64 * 1024 * 1024
/** Maximum bytes of a line. A JavaScript string is not longer. */
const MAX_LINE_BYTES = 512 * 1024 * 1024

interface OpenPart {
  readonly path: string
  readonly input: PassThrough
  readonly written: Promise<Omit<BackupFile, 'path'>>
  length: number
}

/** Writes lines to numbered files `NAME.0001.ndjson.zst` of limited size, compressed and possibly encrypted. */
export class PartWriter {
  readonly #store: ObjectStore
  readonly #name: string
  readonly #encrypt: ByteStage | undefined
  #number: number
  #part: OpenPart | undefined

  /**
   * @param name path of the files in the backup, without their numbers
   * @param number number of the last part that exists already
   */
  constructor(store: ObjectStore, name: string, encrypt: ByteStage | undefined, number = 0) {
    this.#store = store
    this.#name = name
    this.#encrypt = encrypt
    this.#number = number
  }

  /**
   * Writes lines to the current part.
   * @param text complete lines with their line feeds
   * @returns the part if it is complete
   */
  async write(text: string): Promise<BackupFile | undefined> {
    const part = (this.#part ??= this.#open())
    part.length += text.length
    if (!part.input.write(text)) await Promise.race([once(part.input, 'drain'), part.written])
    return part.length >= PART_LENGTH ? this.close() : undefined
  }

  /** Completes the current part. @returns the part; undefined if nothing was written since the last one */
  async close(): Promise<BackupFile | undefined> {
    const part = this.#part
    this.#part = undefined
    part?.input.end()
    return part && { path: part.path, ...(await part.written) }
  }

  #open(): OpenPart {
    const number = String(++this.#number).padStart(4, '0')
    const path = `${this.#name}.${number}.ndjson.zst${this.#encrypt ? ENCRYPTED : ''}`
    const input = new PassThrough()
    const written = writeFileOf(input.pipe(createZstdCompress()), { store: this.#store, path }, this.#encrypt)
    // A failure is reported by the next call.
    written.catch(() => undefined)
    return { path, input, written, length: 0 }
  }
}

/** A file of a backup. */
interface FilePlace {
  readonly store: ObjectStore
  readonly path: string
}

/**
 * Writes a stream to a file, encrypted if requested.
 * @returns the size and the hash of the file
 */
export async function writeFileOf(
  source: AsyncIterable<Uint8Array>,
  { store, path }: FilePlace,
  encrypt: ByteStage | undefined,
): Promise<Omit<BackupFile, 'path'>> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure: ByteStage = async function* (chunks) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await store.put(path, measure(encrypt ? encrypt(source) : source))
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * @returns the bytes of a file
 * @throws AppError `invalid_input` if it is missing
 */
export async function readFileOf({ store, path }: FilePlace): Promise<Readable> {
  const stored = await store.get(path)
  if (!stored) throw new AppError('invalid_input', `the backup is damaged: ${path} is missing`)
  return stored.body
}

/**
 * Reads the lines of a part.
 * @throws AppError `invalid_input` if the part is damaged
 */
export async function* readPart(
  store: ObjectStore,
  path: string,
  decrypt: ByteStage | undefined,
): AsyncGenerator<readonly string[], void> {
  const file = await readFileOf({ store, path })
  const plain = decrypt && path.endsWith(ENCRYPTED) ? decrypt(file) : file
  const lines = new PassThrough()
  const done = pipeline(plain, createZstdDecompress(), lines).catch((error: unknown) => {
    throw error instanceof AppError ? error : damaged(path, error)
  })
  done.catch(() => undefined)
  try {
    yield* splitLines(lines, MAX_LINE_BYTES)
  } catch (error) {
    await done
    throw error
  }
  await done
}

function damaged(path: string, cause: unknown): AppError {
  return new AppError('invalid_input', `the backup is damaged: ${path}: ${(cause as Error).message}`, { cause })
}
