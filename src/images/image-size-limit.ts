/** The size of an image in pixels, as stated in the header of its file. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/**
 * Maximum number of pixels of an image. Larger images are not stored, because a browser needs four bytes for each
 * pixel, and attackers could exhaust its memory (security specification, F14).
 */
export const MAX_PIXELS = 40_000_000
