/** In pixels, as the header of the file says. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}
