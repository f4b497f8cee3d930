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

/** What we ask for, and all that we undo. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd'

/** RFC 9110 section 8.4.1.3: x-gzip is the same as gzip. */
const CODINGS: ReadonlyMap<string, ContentCoding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
])

const CHUNK = { chunkSize: 64 * 1024 }

/** RFC 9659: a zstd frame on the web needs a window of at most 8 MB, and a bigger one must be refused. */
const ZSTD_WINDOW_LOG = 23

/**
 * @param value the Content-Encoding field, repeats joined with commas
 * @throws FetchFailure bad_answer for an unknown coding and for more than one
 */
export function parseContentCoding(value: string | undefined): ContentCoding {
  const names = (value ?? '').split(',').map((name) => name.trim().toLowerCase())
  const [name, ...more] = names.filter((each) => each !== '' && each !== 'identity')
  if (name === undefined) return 'identity'
  const coding = CODINGS.get(name)
  if (!coding || more.length > 0) throw new FetchFailure('bad_answer', 'content coding is unknown or nested')
  return coding
}

/**
 * @param first the beginning of the body; deflate is sent with and without the zlib wrapper (RFC 9110 section 8.4.1.2)
 * @returns a stream that undoes the coding and fails on a body that is cut short
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

/** RFC 1950 section 2.2: method 8 in the low half of the first byte, and both bytes a multiple of 31. */
function isZlibWrapped([method = 0, flags]: Uint8Array): boolean {
  if ((method & 0x0f) !== 8) return false
  return flags === undefined || ((method << 8) | flags) % 31 === 0
}
