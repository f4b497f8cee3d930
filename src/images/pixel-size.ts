/** In pixels, from the header of the file. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}
