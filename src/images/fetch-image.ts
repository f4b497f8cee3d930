import type { Fetcher } from '../fetching/fetcher.ts'
import { rasterType } from './image-kind.ts'
import { imageSize } from './image-size.ts'
import type { ImageCopy } from './image.repository.ts'

/** One image over all its redirects, in milliseconds. */
const IMAGE_MS = 15_000
/** A browser needs four bytes for each; more is a bomb (security specification, F14). */
const MAX_PIXELS = 40_000_000

const ACCEPT = 'image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.9,*/*;q=0.1'

export interface FetchedImage extends ImageCopy {
  readonly bytes: Uint8Array
}

/**
 * Fetches one image. Never rejects for what a site can cause.
 * @param fetcher with the limits of images
 * @returns the image, or undefined when it cannot be had, is none, or is more than a reader can show
 */
export async function fetchImage(
  fetcher: Fetcher,
  address: string,
  signal: AbortSignal,
): Promise<FetchedImage | undefined> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(IMAGE_MS)])
  const outcome = await fetcher.fetch(address, { signal: limit, accept: ACCEPT })
  if (outcome.kind === 'failed' || outcome.page.status !== 200) return undefined
  const { body: bytes } = outcome.page
  const type = rasterType(bytes)
  const extent = type === undefined ? undefined : imageSize(bytes, type)
  if (type === undefined || !extent || extent.width * extent.height > MAX_PIXELS) return undefined
  const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
  return { bytes, sha256, size: bytes.length, type, ...extent }
}
