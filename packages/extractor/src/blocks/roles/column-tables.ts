import { memoizeByClassName } from '../../dom/memoize-by-class-name.ts'
import { createElement, isElement, isText, setChildren, attributeOf, type PageElement } from '../../dom/page-tree.ts'

/** Matches the class name of a cell of the first and of the last column, as in the tables of Javadoc. */
const FIRST_COLUMN = /(?:^|\s)(?:col|column)-(?:first|1)(?=$|\s)/i
const isFirstColumn = memoizeByClassName((names) => FIRST_COLUMN.test(names.slice(0, 300)))
const LAST_COLUMN = /(?:^|\s)(?:col|column)-last(?=$|\s)/i
const HEAD_CELL = /(?:^|\s)(?:table-header|header-cell|th)(?=$|\s)/i
const MAX_CELLS = 5000
const MIN_ROWS = 2
const MAX_COLUMNS = 10

/**
 * Turns boxes whose children are the cells of a table, placed by a grid and named after their columns, into tables.
 *
 * @param boxes all `div` elements of the page, changed in place
 * @returns the number of tables
 */
export function tableColumns(boxes: readonly PageElement[]): number {
  let count = 0
  for (const box of boxes) {
    const first = box.childNodes.find(isElement)
    if (first === undefined || !isFirstColumn(attributeOf(first, 'class') ?? '')) continue
    const rows = rowsIn(box)
    if (rows === undefined) continue
    box.tagName = box.nodeName = 'table'
    setChildren(box, rows.map(tableRow))
    count += 1
  }
  return count
}

/** @returns the cells of each row; undefined if the children of the box are not the cells of a table */
function rowsIn(box: PageElement): PageElement[][] | undefined {
  if (box.childNodes.length > MAX_CELLS || box.childNodes.some((node) => isText(node) && node.value.trim() !== ''))
    return undefined
  const rows: PageElement[][] = []
  let row: PageElement[] = []
  for (const cell of box.childNodes.filter(isElement)) {
    row.push(cell)
    if (!LAST_COLUMN.test(classOf(cell))) continue
    rows.push(row)
    row = []
  }
  const width = rows[0]?.length ?? 0
  const isTable = width > 1 && width <= MAX_COLUMNS && rows.every(({ length }) => length === width)
  return isTable && row.length === 0 && rows.length >= MIN_ROWS ? rows : undefined
}

function tableRow(cells: readonly PageElement[]): PageElement {
  const row = createElement('tr', {}, [])
  for (const cell of cells) cell.tagName = cell.nodeName = HEAD_CELL.test(classOf(cell)) ? 'th' : 'td'
  setChildren(row, cells)
  return row
}

function classOf(element: PageElement): string {
  return attributeOf(element, 'class')?.slice(0, 300) ?? ''
}
