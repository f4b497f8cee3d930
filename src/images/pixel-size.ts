/** The size of an image in pixels, as stated in the header of its file. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/**
 * Maximum number of pixels of an image. A browser needs four bytes for each. Larger images may be meant to exhaust its
 * memory (security specification, F14).
 */
export const MAX_PIXELS = 40_000_000
