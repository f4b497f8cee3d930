import { Readable } from 'node:stream'
import { fromRandomAccessReader, RandomAccessReader, type Entry, type ZipFile } from 'yauzl'
import { AppError } from '../../kernel/errors.ts'
import { CHUNK_BYTES, type ByteSource } from '../byte-source.ts'
import { reasonText } from '../import-failure-reasons.ts'

/**
 * Limits of an archive (security specification, 2.8 M3): the number of members, the total unpacked size in bytes, and
 * the compression ratio of a member. An archive or a member above a limit is rejected. Bytes are counted during
 * decompression, because the sizes in the headers may be wrong.
 */
const MAX_MEMBERS = 10_000
const MAX_UNPACKED = 500 * 1024 * 1024
const MAX_RATIO = 200
/** A member up to this size in bytes may have any compression ratio, because small files may compress very well. */
const MIN_RATIO_BYTES = 1024 * 1024

/** An open ZIP archive. Members are read on demand; nothing is written to disk. */
export interface ZipArchive {
  readonly names: readonly string[]
  /**
   * @returns the uncompressed bytes of a member in pieces; none if there is no such member
   * @throws AppError `invalid_input` if the member is damaged or exceeds a limit
   */
  open(name: string): AsyncGenerator<Uint8Array>
  close(): void
}

/** @returns whether a file starts with the signature of a ZIP archive (APPNOTE.TXT 4.3.7) */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04
}

/**
 * Opens an archive.
 * @throws AppError `invalid_input` if it is damaged or has more than 10,000 members; an error of `source` unchanged
 */
export async function openZip(source: ByteSource): Promise<ZipArchive> {
  const reader = new SourceReader(source)
  const refuse = refusal(reader)
  const file = await openFile(reader, source.size).catch(refuse)
  const entries = await listEntries(file).catch(refuse)
  let unpacked = 0
  return {
    names: [...entries.keys()],
    open: async function* (name) {
      const entry = entries.get(name)
      if (!entry) return
      let own = 0
      for await (const piece of memberPieces(file, entry, refuse)) {
        unpacked += piece.length
        own += piece.length
        if (unpacked > MAX_UNPACKED) throw tooLarge(reasonText('archiveSize'))
        if (own > MIN_RATIO_BYTES && own > entry.compressedSize * MAX_RATIO) {
          throw tooLarge(reasonText('archiveRatio', { count: MAX_RATIO }))
        }
        yield piece
      }
    },
    close: () => file.close(),
  }
}

function tooLarge(message: string): AppError {
  return new AppError('invalid_input', message)
}

type Refuse = (cause: unknown) => never

/** @returns a function that throws the error for an archive that could not be read */
function refusal(reader: SourceReader): Refuse {
  return (cause) => {
    if (reader.failure) throw reader.failure.error
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid_input', reasonText('archiveDamaged'), { cause })
  }
}

class SourceReader extends RandomAccessReader {
  /** the error with which reading the source failed, so that it is not mistaken for a damaged archive */
  failure: { readonly error: unknown } | undefined
  readonly #source: ByteSource

  constructor(source: ByteSource) {
    super()
    this.#source = source
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false, highWaterMark: 1 })
  }

  async *#range(start: number, end: number): AsyncGenerator<Uint8Array> {
    try {
      yield* rangeOf(this.#source, start, end)
    } catch (error) {
      this.failure ??= { error }
      throw error
    }
  }
}

async function* rangeOf(source: ByteSource, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end;) {
    const piece = await source.read(at, Math.min(CHUNK_BYTES, end - at))
    if (piece.length === 0) return
    at += piece.length
    yield piece
  }
}

function openFile(reader: SourceReader, size: number): Promise<ZipFile> {
  const { promise, resolve, reject } = Promise.withResolvers<ZipFile>()
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: false }
  fromRandomAccessReader(reader, size, options, (error, file) => (error ? reject(error) : resolve(file)))
  return promise
}

async function listEntries(file: ZipFile): Promise<Map<string, Entry>> {
  if (file.entryCount > MAX_MEMBERS) throw tooLarge(reasonText('archiveFiles', { count: MAX_MEMBERS }))
  const entries = new Map<string, Entry>()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  file.on('entry', (entry: Entry) => {
    if (entries.size >= MAX_MEMBERS) return reject(tooLarge(reasonText('archiveFiles', { count: MAX_MEMBERS })))
    if (!entry.fileName.endsWith('/') && !entry.isEncrypted()) entries.set(entry.fileName, entry)
    return file.readEntry()
  })
  file.once('end', resolve)
  file.on('error', reject)
  file.readEntry()
  await promise
  return entries
}

async function* memberPieces(file: ZipFile, entry: Entry, refuse: Refuse): AsyncGenerator<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Readable>()
  file.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  const stream = await promise.catch(refuse)
  try {
    for await (const piece of stream) yield piece as Uint8Array
  } catch (error) {
    refuse(error)
  } finally {
    stream.destroy()
  }
}
