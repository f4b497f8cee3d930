/** A line of text. Lengths are in points; `y` is the distance from the lower edge of the page. */
export interface PdfLine {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly right: number
  /** Font size of most letters of the line, rounded to half a point. */
  readonly size: number
  /** Right edge of the column with the line; absent on pages with one column. */
  readonly edge?: number
}
