import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { AppError } from '../../kernel/errors.ts'
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
  readonly #folder: string
  readonly #name: string
  readonly #encrypt: ByteStage | undefined
  #number: number
  #part: OpenPart | undefined

  /**
   * @param name path of the files in the folder, without their numbers
   * @param number number of the last part that exists already
   */
  constructor(folder: string, name: string, encrypt: ByteStage | undefined, number = 0) {
    this.#folder = folder
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
    const part = (this.#part ??= await this.#open())
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

  async #open(): Promise<OpenPart> {
    const number = String(++this.#number).padStart(4, '0')
    const path = `${this.#name}.${number}.ndjson.zst${this.#encrypt ? ENCRYPTED : ''}`
    const target = join(this.#folder, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const input = new PassThrough()
    const written = writeFileOf(input.pipe(createZstdCompress()), target, this.#encrypt)
    // A failure is reported by the next call.
    written.catch(() => undefined)
    return { path, input, written, length: 0 }
  }
}

/**
 * Writes a stream to a new file, encrypted if requested, and flushes it to disk.
 * @returns the size and the hash of the file
 */
export async function writeFileOf(
  source: Readable,
  target: string,
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
  const file = createWriteStream(target, { mode: 0o600, flush: true })
  await (encrypt ? pipeline(source, encrypt, measure, file) : pipeline(source, measure, file))
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Reads the lines of a part.
 * @throws AppError `invalid_input` if the part is damaged
 */
export async function* readPart(
  folder: string,
  path: string,
  decrypt: ByteStage | undefined,
): AsyncGenerator<readonly string[], void> {
  const file = createReadStream(join(folder, path))
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
