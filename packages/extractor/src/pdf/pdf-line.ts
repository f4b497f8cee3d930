/** A line of a page. Lengths are in points; `y` is the distance from the lower edge. */
export interface PdfLine {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly right: number
  /** Font size of most of its letters, rounded to half a point. */
  readonly size: number
  /** Right edge of the column that contains the line; absent on pages with one column. */
  readonly edge?: number
}
