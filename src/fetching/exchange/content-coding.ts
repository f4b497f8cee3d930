import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import type { Transform } from 'node:stream'
import { FetchFailure } from '../fetch-failure.ts'

export type ContentCoding = 'identity' | 'gzip' | 'deflate' | 'br' | 'zstd'

/** The value of the Accept-Encoding header: all codings that `createDecoder` can decode. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd'

/** The codings by name. `x-gzip` means the same as `gzip` (RFC 9110, section 8.4.1.3). */
const CODINGS: ReadonlyMap<string, ContentCoding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
])

const CHUNK = { chunkSize: 64 * 1024 }

/**
 * Maximum window size of a zstd frame, as the exponent of a power of two: 8 MB. Larger windows must be rejected (RFC
 * 9659).
 */
const ZSTD_WINDOW_LOG = 23

/**
 * Parses a Content-Encoding header. The name of a charset, such as `utf-8`, counts as no coding, because some servers
 * send the charset of the page in the wrong header.
 * @param value the Content-Encoding header. Several such headers have been joined with commas.
 * @throws FetchFailure `bad_answer` for an unknown coding, and for more than one coding
 */
export function parseContentCoding(value: string | undefined): ContentCoding {
  const names = (value ?? '').split(',').map((name) => name.trim().toLowerCase())
  const [name, ...more] = names.filter((each) => each !== '' && each !== 'identity' && !isCharset(each))
  if (name === undefined) return 'identity'
  const coding = CODINGS.get(name)
  if (!coding || more.length > 0) throw new FetchFailure('bad_answer', 'content coding is unknown or nested')
  return coding
}

/** @returns true if the name is a label of the WHATWG Encoding standard */
function isCharset(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== ''
  } catch {
    return false
  }
}

/**
 * @param first the first bytes of the body. They show whether a deflate body has a zlib header, which only some servers
 *   send (RFC 9110, section 8.4.1.2).
 * @returns a stream that decodes the body, and fails if the body is incomplete
 */
export function createDecoder(coding: Exclude<ContentCoding, 'identity'>, first: Uint8Array): Transform {
  switch (coding) {
    case 'gzip':
      return createGunzip(CHUNK)
    case 'deflate':
      return isZlibWrapped(first) ? createInflate(CHUNK) : createInflateRaw(CHUNK)
    case 'br':
      return createBrotliDecompress(CHUNK)
    case 'zstd':
      return createZstdDecompress({ ...CHUNK, params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } })
  }
}

/**
 * @returns true if the bytes start with a zlib header (RFC 1950, section 2.2): the lower half of the first byte is 8,
 *   and the first two bytes, read as one number, are a multiple of 31.
 */
function isZlibWrapped([method = 0, flags]: Uint8Array): boolean {
  if ((method & 0x0f) !== 8) return false
  return flags === undefined || ((method << 8) | flags) % 31 === 0
}
