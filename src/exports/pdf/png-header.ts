export interface PngHeader {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
  /** number of bits per sample */
  readonly bits: number
  /** whether pixels are indexes into a palette */
  readonly isIndexed: boolean
  /** number of bytes in one row of pixels */
  readonly lineBytes: number
}

/** Number of samples per pixel and allowed bits per sample, by colour type (PNG specification 11.2.1). */
const COLOUR_TYPES: ReadonlyMap<number, readonly [samples: number, bits: readonly number[]]> = new Map([
  [0, [1, [1, 2, 4, 8, 16]]],
  [2, [3, [8, 16]]],
  [3, [1, [1, 2, 4, 8]]],
  [4, [2, [8, 16]]],
  [6, [4, [8, 16]]],
])

/**
 * @param bytes content of the IHDR chunk
 * @returns the header, or undefined for an invalid or interlaced image
 */
export function readPngHeader(bytes: Buffer | undefined): PngHeader | undefined {
  if (bytes?.length !== 13) return undefined
  const [width, height] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)]
  const [bits, colour] = [bytes.readUInt8(8), bytes.readUInt8(9)]
  // Only the first compression, filter and interlace methods are supported.
  const isPlain = bytes.subarray(10).every((method) => method === 0)
  const [samples, allowed] = COLOUR_TYPES.get(colour) ?? []
  if (samples === undefined || !allowed?.includes(bits) || !isPlain || width * height === 0) return undefined
  return { bytes, width, height, bits, isIndexed: colour === 3, lineBytes: Math.ceil((width * samples * bits) / 8) }
}
