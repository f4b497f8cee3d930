import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { shortenData } from '@dogear/extractor/service'
import { AppError } from '../kernel/errors.ts'
import type { FormFields } from '../kernel/form-body.ts'
import { limitBytes } from './limit-bytes.ts'
import { readMultipart } from './read-multipart.ts'
import type { UploadBuffer } from './upload-memory.ts'

/** Maximum size in bytes of a page that a browser saved in one file, as it is sent and after decompression. */
export const MAX_CAPTURE_BYTES = 100 * 1024 * 1024
/** Maximum size in bytes of what is kept of it: 10 MB of text, and 20 MB of pictures in base64. */
export const MAX_KEPT_BYTES = 40 * 1024 * 1024
const TOO_LARGE = 'a saved page has at most 100 MB, and 40 MB without fonts, sounds and films'

interface SentCapture {
  readonly body: AsyncIterable<Uint8Array>
  readonly contentType: string
  /** the header Content-Encoding */
  readonly coding: string | undefined
}

export interface ReceivedCapture {
  /** undefined if there is no file, or if it is empty */
  readonly bytes: Uint8Array | undefined
  /** the other fields of the form; empty if the file is the body */
  readonly fields: FormFields
}

/**
 * Reads a page that a browser has saved in one file: the body, or the first file of a form. Fonts and other data that
 * is not needed are left out while the file arrives.
 *
 * @param buffer receives the bytes of the file
 * @throws AppError `invalid_input` for an invalid form or a coding other than gzip; `too_large` above 100 MB
 */
export async function receiveCapture(
  { body, contentType, coding }: SentCapture,
  buffer: UploadBuffer,
): Promise<ReceivedCapture> {
  const chunks = limitBytes(decompressed(body, coding), MAX_CAPTURE_BYTES, TOO_LARGE)
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    await keep(chunks, buffer)
    return { bytes: buffer.size > 0 ? buffer.takeBytes() : undefined, fields: new Map() }
  }
  let hasFile = false
  const fields = await readMultipart(chunks, contentType, async (file) => {
    if (hasFile) return
    hasFile = true
    await keep(file.chunks, buffer)
  })
  return { bytes: buffer.size > 0 ? buffer.takeBytes() : undefined, fields }
}

function decompressed(body: AsyncIterable<Uint8Array>, coding = 'identity'): AsyncIterable<Uint8Array> {
  if (coding.toLowerCase() === 'identity') return body
  if (coding.toLowerCase() !== 'gzip') throw new AppError('invalid_input', 'the body may only be compressed with gzip')
  const source = Readable.from(body)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  return translated(source.pipe(gunzip))
}

/** Turns errors of the decompression into the error of an invalid request. */
async function* translated(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    const isOurs =
      error instanceof AppError ||
      !('code' in (error as Error)) ||
      !String((error as { code: unknown }).code).startsWith('Z_')
    throw isOurs ? error : new AppError('invalid_input', 'the body is not valid gzip')
  }
}

async function keep(chunks: AsyncIterable<Uint8Array>, buffer: UploadBuffer): Promise<void> {
  for await (const piece of shortenData(chunks)) {
    if (buffer.size + piece.length > MAX_KEPT_BYTES) throw new AppError('too_large', TOO_LARGE)
    // The piece may be a view of a large chunk, most of which is not kept.
    buffer.add(Uint8Array.from(piece))
  }
}
