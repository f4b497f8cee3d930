import { constants, crc32, deflateSync } from 'node:zlib'

/** Pixels as pdf.js returns them. */
export interface PixelImage {
  readonly width: number
  readonly height: number
  /** Format of the data. 1: one bit of grey for each pixel, in rows of whole bytes; 2: RGB; 3: RGBA. */
  readonly kind: 1 | 2 | 3
  readonly data: Uint8Array | Uint8ClampedArray
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Bits per sample and colour type of each kind (PNG specification, 11.2.1). */
const PNG_FORMATS = { 1: [1, 0], 2: [8, 2], 3: [8, 6] } as const
const BITS_PER_PIXEL = { 1: 1, 2: 24, 3: 32 } as const
/** Filter that stores the difference to the pixel above (PNG specification, 9.2). It compresses drawings well. */
const FILTER_UP = 2

/** @returns a PNG file of the pixels; undefined if there are fewer than width and height require */
export function pngFile({ width, height, kind, data }: PixelImage): Buffer | undefined {
  const stride = Math.ceil((width * BITS_PER_PIXEL[kind]) / 8)
  if (data.length < stride * height) return undefined
  const rows = Buffer.alloc((stride + 1) * height)
  for (let row = 0; row < height; row++) {
    const at = row * (stride + 1)
    const from = row * stride
    rows[at] = row === 0 ? 0 : FILTER_UP
    for (let i = 0; i < stride; i++)
      rows[at + 1 + i] = row === 0 ? data[i]! : (data[from + i]! - data[from - stride + i]!) & 0xff
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(PNG_FORMATS[kind], 8)
  const pixels = deflateSync(rows, { level: constants.Z_BEST_SPEED + 2 })
  return Buffer.concat([PNG_SIGNATURE, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + content.length)
  bytes.writeUInt32BE(content.length, 0)
  bytes.write(type, 4, 'latin1')
  content.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + content.length)), 8 + content.length)
  return bytes
}
