import type { SharpConstructor as Sharp } from 'sharp'
import { Semaphore } from '../kernel/semaphore.ts'
import type { MemoryBudget, WorkKind } from '../kernel/memory-budget.ts'
import { MAX_PIXELS } from './image-size-limit.ts'
import { imageSize } from './read-image-size.ts'

interface JpegOptions {
  /** media type of the file, as `imageType` returned it */
  readonly type: string
  /** maximum width in pixels; smaller images are not enlarged */
  readonly maxWidth: number
  readonly isGray: boolean
}

/** Converts an image of any type that this server stores, except icons. */
export type ConvertToJpeg = (bytes: Uint8Array, options: JpegOptions) => Promise<Uint8Array>

const QUALITY = 80
/** Number of waiting conversions; further ones are refused. */
const MAX_WAITING = 100
const CONVERSION: WorkKind = { name: 'convert an image', priority: 1 }

/**
 * Memory in bytes for each pixel, and maximum number of pixels. Most types are decoded line by line, but AVIF as a whole,
 * and in several copies: 40 million pixels took 790 MB.
 */
const LIMITS = { bytes: 4, pixels: MAX_PIXELS } as const
const AVIF_LIMITS = { bytes: 20, pixels: 12_000_000 } as const

/**
 * @returns a function that converts one image at a time to baseline JPEG. Of an animation, it converts the first picture.
 *   Transparent parts become white. The function loads the optional package `sharp` (docs/adr/0047) at its first call, and
 *   throws if that is not installed, if the file is damaged, or if it has too many pixels.
 */
export function jpegConverter(memory: MemoryBudget): ConvertToJpeg {
  const turns = new Semaphore(1, MAX_WAITING)
  let loaded: Promise<Sharp> | undefined
  return (bytes, options) =>
    turns.run(async () => {
      const need = neededMemory(bytes, options.type)
      return memory.run(CONVERSION, need, async () => convert(await (loaded ??= loadSharp()), bytes, options))
    })
}

/** @throws Error for an icon, and for an image whose size is unknown or too large */
function neededMemory(bytes: Uint8Array, type: string): number {
  const limits = type === 'image/avif' ? AVIF_LIMITS : LIMITS
  const size = type === 'image/x-icon' ? undefined : imageSize(bytes, type)
  const pixels = size ? size.width * size.height : Number.POSITIVE_INFINITY
  if (pixels > limits.pixels) throw new Error(`${type} of unknown size, or with more than ${limits.pixels} pixels`)
  return limits.bytes * pixels + bytes.length
}

async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  // One thread, so that other requests are answered meanwhile; no cache, because each image is converted once.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

async function convert(sharp: Sharp, bytes: Uint8Array, { maxWidth, isGray }: JpegOptions): Promise<Uint8Array> {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: maxWidth, withoutEnlargement: true })
    .toColourspace(isGray ? 'b-w' : 'srgb')
    .jpeg({ quality: QUALITY, progressive: false })
    .toBuffer()
}
