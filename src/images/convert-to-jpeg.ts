import type { SharpConstructor as Sharp } from 'sharp'
import { Semaphore } from '../kernel/semaphore.ts'
import type { MemoryBudget, WorkKind } from '../kernel/memory-budget.ts'
import { MAX_PIXELS } from './image-size-limit.ts'

interface JpegOptions {
  /** maximum width in pixels; smaller images are not enlarged */
  readonly maxWidth: number
  readonly isGray: boolean
}

/** Converts an image of any type that this server stores, except icons. */
export type ConvertToJpeg = (bytes: Uint8Array, options: JpegOptions) => Promise<Uint8Array>

const QUALITY = 80
/** Number of waiting conversions; further ones are refused. */
const MAX_WAITING = 100
/** A conversion needs up to four bytes for each pixel, and some for the file and the result. */
const WORK_BYTES = 4 * MAX_PIXELS
const CONVERSION: WorkKind = { name: 'convert an image', priority: 1 }

/**
 * @returns a function that converts one image at a time to baseline JPEG. Of an animation, it converts the first picture.
 *   Transparent parts become white. The function loads the optional package `sharp` (docs/adr/0047) at its first call, and
 *   throws if that is not installed, if the file is damaged, or if it has more than `MAX_PIXELS`.
 */
export function jpegConverter(memory: MemoryBudget): ConvertToJpeg {
  const turns = new Semaphore(1, MAX_WAITING)
  let loaded: Promise<Sharp> | undefined
  return (bytes, options) =>
    turns.run(() =>
      memory.run(CONVERSION, WORK_BYTES, async () => convert(await (loaded ??= loadSharp()), bytes, options)),
    )
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
