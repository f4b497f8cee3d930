/** The size of an image in pixels, as the header of its file states. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/**
 * Maximum number of pixels of an image, for each of which a browser needs four bytes. Larger images may be
 * decompression bombs (security specification, F14).
 */
export const MAX_PIXELS = 40_000_000
