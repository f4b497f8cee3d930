import type { TableCell } from '@dogear/extractor/content'
import type { PdfCanvas } from './pdf-canvas.ts'
import type { Line } from './break-lines.ts'

const TEXT_SIZE = 9
const LINE_HEIGHT = TEXT_SIZE * 1.4
const CELL_PADDING = 4
/** Maximum number of columns of a table that is drawn as a grid. Rows of wider tables become running text. */
const MAX_COLUMNS = 6

/** Maximum height in points of a row that moves to the next page as a whole. Taller rows are divided. */
const MAX_UNDIVIDED_HEIGHT = 300

/** Draws a table with columns of equal width. */
export function drawTable(canvas: PdfCanvas, rows: readonly (readonly TableCell[])[], indent: number): void {
  const columns = Math.max(...rows.map(({ length }) => length))
  for (const row of rows) {
    if (columns > MAX_COLUMNS) drawInline(canvas, row, indent)
    else drawRow(canvas, row, { indent, width: (canvas.width - indent) / columns })
    canvas.rule(indent)
    canvas.gap(3)
  }
}

function drawInline(canvas: PdfCanvas, row: readonly TableCell[], indent: number): void {
  const runs = row.flatMap((cell, index) => [...(index === 0 ? [] : [{ text: ' | ' }]), ...styledRuns(cell)])
  canvas.paragraph(runs, { size: TEXT_SIZE, indent })
}

interface Columns {
  readonly indent: number
  readonly width: number
}

function drawRow(canvas: PdfCanvas, row: readonly TableCell[], { indent, width }: Columns): void {
  const cells: readonly (readonly Line[])[] = row.map((cell) =>
    canvas.lines(styledRuns(cell), TEXT_SIZE, width - CELL_PADDING),
  )
  const isMirrored = canvas.direction === 'rtl'
  const height = Math.max(...cells.map(({ length }) => length))
  canvas.need(Math.min(height * LINE_HEIGHT, MAX_UNDIVIDED_HEIGHT))
  for (let index = 0; index < height; index++) {
    canvas.need(LINE_HEIGHT)
    for (const [column, lines] of cells.entries()) {
      const left = isMirrored ? (cells.length - 1 - column) * width + CELL_PADDING : indent + column * width
      canvas.drawLine(lines[index] ?? [], { size: TEXT_SIZE, indent: left })
    }
    canvas.gap(LINE_HEIGHT)
  }
}

/** @returns the runs of a cell; those of a header cell are bold */
export function styledRuns({ runs, isHeader }: TableCell): TableCell['runs'] {
  return isHeader ? runs.map((run) => ({ ...run, isBold: true })) : runs
}
