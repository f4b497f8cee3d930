import type { TableCell } from './block.ts'

/** A cell as it is in the HTML. */
export interface SpanningCell extends TableCell {
  /** number of columns that the cell covers, at least 1 */
  readonly columns: number
  /** number of rows that the cell covers, at least 1; 0 for all further rows of its group */
  readonly rows: number
}

type SpanningRow = readonly SpanningCell[]

/** Maximum number of columns that a cell covers. A table with more is not laid out by hand. */
const MAX_SPAN = 100
/** Maximum number of cells of a grid. Larger tables stay as they are, because short rows could become very long ones. */
const MAX_CELLS = 100_000

const EMPTY: TableCell = { isHeader: false, runs: [] }

/**
 * Lays out a table for formats without cells that cover several columns or rows: each row gets empty cells where a cell of
 * this or an earlier row covers a column (HTML standard, "forming a table"). Columns in which no cell begins are left out.
 * @param groups the rows of each part of the table; a cell does not cover rows of the next part
 * @returns the rows that have cells; they end with their last cell
 */
export function tableGrid(groups: readonly (readonly SpanningRow[])[]): readonly (readonly TableCell[])[] {
  const placed = groups.flatMap(placeCells)
  const used = [...new Set(placed.flatMap((row) => [...row.keys()]))].toSorted((left, right) => left - right)
  if (used.length * placed.length > MAX_CELLS) return placed.map((row) => [...row.values()])
  return placed.map((row) => {
    const last = Math.max(...row.keys())
    return used.filter((column) => column <= last).map((column) => row.get(column) ?? EMPTY)
  })
}

/** @returns the cells of each row with cells, by the column in which they begin */
function placeCells(rows: readonly SpanningRow[]): ReadonlyMap<number, TableCell>[] {
  /** the first row that a column is free again, by column */
  const freeFrom = new Map<number, number>()
  const placed: Map<number, TableCell>[] = []
  for (const [index, row] of rows.entries()) {
    const cells = new Map<number, TableCell>()
    let column = 0
    for (const { columns, rows: height, isHeader, runs } of row) {
      while ((freeFrom.get(column) ?? 0) > index) column++
      cells.set(column, { isHeader, runs })
      const end = height === 0 ? Number.POSITIVE_INFINITY : index + height
      for (const after = column + Math.min(columns, MAX_SPAN); column < after; column++) freeFrom.set(column, end)
    }
    if (cells.size > 0) placed.push(cells)
  }
  return placed
}
