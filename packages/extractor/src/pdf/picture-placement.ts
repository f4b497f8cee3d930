/** A picture on a page. Lengths are in points; the origin is the lower left corner of the page. */
export interface PdfPlacement {
  /** Index of the page, starting with 0. */
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Index of the picture's file. All places that show the same picture share one file. */
  readonly file: number
  /** Id of the marked content with the picture, in tagged files. */
  readonly mark?: string
}

/** A picture on a page, with the address of its image in the content. */
export interface PagePicture extends Omit<PdfPlacement, 'file'> {
  readonly address: string
}
