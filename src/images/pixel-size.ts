/** The size of an image in pixels, as the header of its file states. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}
