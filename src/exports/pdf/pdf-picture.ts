import { imageSize } from '../../images/read-image-size.ts'
import type { StoredImage } from '../exported-entry.ts'
import type { PdfCanvas } from './pdf-canvas.ts'
import { crc32, inflateSync } from 'node:zlib'

/** Maximum height of a picture in points. It leaves space for a caption on the same page. */
const MAX_HEIGHT = 480
/** Size of a pixel in points: an inch has 96 pixels and 72 points (CSS Values 5.2). */
const POINTS_PER_PIXEL = 72 / 96

/** @returns the height of a picture as drawn, in points; undefined for unsupported or damaged files */
export function pictureHeight(canvas: PdfCanvas, { bytes, type }: StoredImage): number | undefined {
  const size = type === 'image/png' || type === 'image/jpeg' ? imageSize(bytes, type) : undefined
  return size && size.height * scaleOf(canvas, size)
}

interface Size {
  readonly width: number
  readonly height: number
}

function scaleOf(canvas: PdfCanvas, { width, height }: Size): number {
  return Math.min(POINTS_PER_PIXEL, canvas.width / width, MAX_HEIGHT / height)
}

/**
 * Draws an image, scaled down to fit the page.
 * @returns false if the image is unsupported or damaged; then nothing is drawn
 */
export function drawPicture(canvas: PdfCanvas, image: StoredImage): boolean {
  const size = imageSize(image.bytes, image.type)
  const bytes =
    image.type === 'image/png' ? cleanPng(image.bytes) : image.type === 'image/jpeg' ? image.bytes : undefined
  if (!size || !bytes) return false
  const scale = scaleOf(canvas, size)
  const [width, height] = [size.width * scale, size.height * scale]
  canvas.need(height)
  try {
    canvas.picture(bytes, width, height)
    return true
  } catch {
    // Nothing has been drawn, because pdfkit detects a damaged image before it draws.
    return false
  }
}

/**
 * Maximum size of a file in bytes. Larger files are rejected. `MAX_PIXELS` limits the decoded image, which takes four
 * bytes per pixel.
 */
const MAX_BYTES = 8_000_000
const MAX_PIXELS = 12_000_000

/**
 * Validates a PNG file completely, because pdfkit does not, and rewrites it with only the necessary chunks.
 * @returns the rewritten file; undefined if the file is damaged, interlaced or too large
 */
export function cleanPng(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length > MAX_BYTES) return undefined
  const chunks = readChunks(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const header = chunks && readPngHeader(chunks.get('IHDR'))
  if (!header || header.width * header.height > MAX_PIXELS) return undefined
  const data = chunks.get('IDAT')
  const palette = chunks.get('PLTE')
  if (!data || !isComplete(data, header) || (header.isIndexed && !isPalette(palette))) return undefined
  return writePng([
    ['IHDR', header.bytes],
    ...(header.isIndexed ? [['PLTE', palette!] as const, ...transparency(chunks, header, palette!)] : []),
    ['IDAT', data],
    ['IEND', Buffer.alloc(0)],
  ])
}

/** A palette has 1 to 256 colours of three bytes each (PNG specification 11.2.2). */
function isPalette(palette: Buffer | undefined): boolean {
  const length = palette?.length ?? 0
  return length > 0 && length <= 768 && length % 3 === 0
}

type Chunks = ReadonlyMap<string, Buffer>

/**
 * Reads the chunks (PNG specification 5.3). Joins the IDAT chunks; of every other type, only the first chunk counts.
 */
function readChunks(file: Buffer): Chunks | undefined {
  const found = new Map<string, Buffer>()
  const data: Buffer[] = []
  for (let at = 8; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at)
    const end = at + 8 + length
    if (end + 4 > file.length) return undefined
    const name = file.toString('latin1', at + 4, at + 8)
    const content = file.subarray(at + 8, end)
    if (name === 'IEND') return found.set('IDAT', Buffer.concat(data))
    if (name === 'IDAT') data.push(content)
    else if (!found.has(name)) found.set(name, content)
    at = end + 4
  }
  return undefined
}

/** @returns true if all rows of pixels exist and each starts with a valid filter type (PNG specification 9.2) */
function isComplete(data: Buffer, { height, lineBytes }: PngHeader): boolean {
  const size = height * (lineBytes + 1)
  try {
    const pixels = inflateSync(data, { maxOutputLength: size })
    if (pixels.length !== size) return false
    for (let at = 0; at < size; at += lineBytes + 1) if (pixels[at]! > 4) return false
    return true
  } catch {
    return false
  }
}

/**
 * Returns the chunk with the transparency of a palette only if each pixel takes one byte, because pdfkit supports no
 * other depth.
 */
function transparency(chunks: Chunks, header: PngHeader, palette: Buffer): (readonly [string, Buffer])[] {
  const alpha = chunks.get('tRNS')
  const fits = header.bits === 8 && alpha !== undefined && alpha.length > 0 && alpha.length <= palette.length / 3
  return fits ? [['tRNS', alpha]] : []
}

function writePng(chunks: readonly (readonly [name: string, content: Buffer])[]): Uint8Array {
  const pieces = chunks.flatMap(([name, content]) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
    const [before, after] = [Buffer.alloc(4), Buffer.alloc(4)]
    before.writeUInt32BE(content.length)
    after.writeUInt32BE(crc32(body))
    return [before, body, after]
  })
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...pieces])
}

interface PngHeader {
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
function readPngHeader(bytes: Buffer | undefined): PngHeader | undefined {
  if (bytes?.length !== 13) return undefined
  const [width, height] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)]
  const [bits, colour] = [bytes.readUInt8(8), bytes.readUInt8(9)]
  // Only the first compression, filter and interlace methods are supported.
  const isPlain = bytes.subarray(10).every((method) => method === 0)
  const [samples, allowed] = COLOUR_TYPES.get(colour) ?? []
  if (samples === undefined || !allowed?.includes(bits) || !isPlain || width * height === 0) return undefined
  return { bytes, width, height, bits, isIndexed: colour === 3, lineBytes: Math.ceil((width * samples * bits) / 8) }
}
