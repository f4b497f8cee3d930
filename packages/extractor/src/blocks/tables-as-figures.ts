import {
  attributeOf,
  createElement,
  findElement,
  findElements,
  firstElements,
  setChildren,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'

const MAX_CAPTION = 400
const MAX_PARTS = 30

/**
 * Turns tables that contain only a picture and its caption into figures. Older publishing systems produce such tables.
 *
 * @param root the page's tree, changed in place
 * @returns the number of converted tables
 */
export function frameCaptionTables(root: PageParent): number {
  const tables = findElements(root, ({ tagName }) => tagName === 'table')
  return tables.filter(makeFigure).length
}

function makeFigure(table: PageElement): boolean {
  const inner = firstElements(table, MAX_PARTS + 1)
  if (inner.length > MAX_PARTS || attributeOf(table, 'border') === '1') return false
  if (textOf(table, MAX_CAPTION + 1).length > MAX_CAPTION) return false
  const rows = inner.filter(({ tagName }) => tagName === 'tr').length
  const cells = inner.filter(({ tagName }) => tagName === 'td' || tagName === 'th')
  const [picture, caption] = cells
  if (rows !== 2 || cells.length !== 2 || picture === undefined || caption === undefined) return false
  if (!isPicture(picture) || findElement(caption, ({ tagName }) => tagName === 'img') !== undefined) return false
  table.tagName = table.nodeName = 'figure'
  table.attrs = []
  setChildren(table, [...picture.childNodes, createElement('figcaption', {}, caption.childNodes)])
  return true
}

function isPicture(cell: PageElement): boolean {
  return findElements(cell, ({ tagName }) => tagName === 'img').length === 1 && textOf(cell).trim() === ''
}
