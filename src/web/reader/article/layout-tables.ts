import type { MapElement } from '../../../annotations/article-map.ts'

/** Elements that only tables with data have. */
const DATA_PARTS: ReadonlySet<string> = new Set(['th', 'caption', 'thead', 'tfoot'])
/** Elements that rarely stand in a cell with data. */
const BLOCKS: ReadonlySet<string> = new Set('h1 h2 h3 h4 h5 h6 ul ol blockquote pre figure img video audio'.split(' '))
/** Length in UTF-16 units from which the text of a cell is a part of the article, and not a value. */
const LONG_TEXT = 200
/** Maximum number of cells of a table with a single row that places them beside each other. */
const MAX_COLUMNS = 3

interface TableFacts {
  isData: boolean
  hasTable: boolean
  rows: number
  /** number of cells with text or pictures, and of those that look like a part of the article */
  cells: number
  blockCells: number
  /** number of cells of the current row, and the highest number so far */
  inRow: number
  mostInRow: number
}

/**
 * Distinguishes tables that only place things on the page from those with data, by the hints of the HTML standard (4.9.1) that are
 * left in sanitised content: headers and captions mean data, and nested tables a layout. So do single columns, and cells
 * with headings, lists, pictures or long texts.
 * @param elements the elements of an article in the order of their start tags
 * @returns for each table in this order, whether it is used for layout
 */
export function layoutTables(elements: readonly MapElement[]): readonly boolean[] {
  const facts: TableFacts[] = []
  /** for each element, the index in `facts` of the table that it is in, or -1; a table is in itself */
  const tableOf: number[] = []
  /** for each element, the index of the cell that it is in, or -1 */
  const cellOf: number[] = []
  const blockCells = new Set<number>()
  for (const [index, { name, parent, start, end }] of elements.entries()) {
    const outer = tableOf[parent] ?? -1
    const cell = cellOf[parent] ?? -1
    const table = facts[outer]
    if (name === 'table') {
      if (table) table.hasTable = true
      tableOf.push(facts.length)
      cellOf.push(-1)
      facts.push({ isData: false, hasTable: false, rows: 0, cells: 0, blockCells: 0, inRow: 0, mostInRow: 0 })
      continue
    }
    tableOf.push(outer)
    cellOf.push(name === 'td' ? index : cell)
    if (!table) continue
    count(table, name, end - start)
    if (cell !== -1 && BLOCKS.has(name) && !blockCells.has(cell)) {
      blockCells.add(cell)
      table.blockCells += elements[cell]!.end - elements[cell]!.start > LONG_TEXT ? 0 : 1
    }
  }
  return facts.map(isLayout)
}

function count(table: TableFacts, name: string, length: number): void {
  if (DATA_PARTS.has(name)) table.isData = true
  if (name === 'tr') {
    table.rows += 1
    table.inRow = 0
  }
  if (name !== 'td') return
  table.inRow += 1
  table.mostInRow = Math.max(table.mostInRow, table.inRow)
  if (length > 0) table.cells += 1
  if (length > LONG_TEXT) table.blockCells += 1
}

function isLayout({ isData, hasTable, rows, cells, blockCells, mostInRow }: TableFacts): boolean {
  if (isData) return false
  if (hasTable || mostInRow <= 1) return true
  return (rows === 1 && mostInRow <= MAX_COLUMNS) || blockCells * 2 >= Math.max(1, cells)
}
