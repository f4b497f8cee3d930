/** A picture on a page. Lengths are in points; the origin is the lower left corner of the page. */
export interface PdfPlacement {
  /** Number of the page, from 0. */
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Index of its file. A picture that is shown several times has one file. */
  readonly file: number
  /** Id of the marked content that contains it, in tagged files. */
  readonly mark?: string
}

/** A placement with the `src` of its image. */
export interface PagePicture extends Omit<PdfPlacement, 'file'> {
  readonly address: string
}
