import type { ElementList } from '../../dom/element-list.ts'
import {
  attributeOf,
  findElement,
  findElements,
  isElement,
  setAttribute,
  setChildren,
  textOf,
  type PageElement,
} from '../../dom/page-tree.ts'

/** Elements without a meaning of their own. Only they take the meaning of a role. */
const PLAIN_ELEMENTS = new Set(['div', 'span', 'p', 'section'])
/** Level of a heading whose level is not stated (WAI-ARIA 1.2). */
const DEFAULT_LEVEL = '2'
const CELLS: ReadonlyMap<string | undefined, string> = new Map([
  ['cell', 'td'],
  ['gridcell', 'td'],
  ['columnheader', 'th'],
  ['rowheader', 'th'],
])
const TABLES = new Set(['table', 'grid', 'treegrid'])
const MAX_TABLES = 50
const MAX_TEXT = 200_000

/**
 * Gives headings, lists and tables that only a role of WAI-ARIA marks the elements of HTML for them:
 * `<div role="heading" aria-level="2">` becomes `h2`.
 *
 * @param elements the elements of the page, changed in place
 * @returns the number of headings, lists and tables
 */
export function nameByRole(elements: ElementList): number {
  let [count, tables] = [0, 0]
  for (const element of elements.withAttribute('role')) {
    const role = isPlain(element) ? attributeOf(element, 'role') : undefined
    if (role === undefined) continue
    if (TABLES.has(role)) tables += 1
    if (takesRole(element, role, tables <= MAX_TABLES)) count += 1
  }
  return count
}

function takesRole(element: PageElement, role: string, isTableExamined: boolean): boolean {
  if (role === 'heading') return toHeading(element)
  if (role === 'list') return toList(element)
  if (!isTableExamined || !TABLES.has(role)) return false
  return (role === 'table' || isGridOfData(element)) && toTable(element)
}

function isPlain({ tagName, attrs }: PageElement): boolean {
  return attrs.length > 0 && (PLAIN_ELEMENTS.has(tagName) || tagName.includes('-'))
}

function rename(element: PageElement, tagName: string): void {
  element.tagName = element.nodeName = tagName
  setAttribute(element, 'role', undefined)
}

/** @returns whether a heading of a part could become one. A title of the page is one already, and a heading with a link is a teaser. */
function toHeading(element: PageElement): boolean {
  const level = attributeOf(element, 'aria-level') ?? ''
  if (level === '1' || findElement(element, ({ tagName }) => tagName === 'a') !== undefined) return false
  rename(element, `h${/^[1-6]$/.test(level) ? level : DEFAULT_LEVEL}`)
  return true
}

/** Maximum length in characters of an item of a list. Longer ones are cards. */
const MAX_ITEM = 300
/** Elements in the items of a list of cards or tools. */
const CARD_PARTS = new Set('h1 h2 h3 h4 h5 h6 img picture svg video button input form article'.split(' '))

/** @returns whether all elements in a list are items with nothing but text, so that it could become a list */
function toList(list: PageElement): boolean {
  const items = list.childNodes.filter(isElement)
  if (items.length === 0 || !items.every(isItem)) return false
  rename(list, 'ul')
  for (const item of items) rename(item, 'li')
  return true
}

/** Roles of the items of a list: the general one, and that of DPUB-ARIA for sources. */
const ITEM_ROLES = new Set(['listitem', 'doc-biblioentry'])

function isItem(element: PageElement): boolean {
  if (!isPlain(element) || !ITEM_ROLES.has(attributeOf(element, 'role') ?? '')) return false
  if (textOf(element, MAX_ITEM + 1).length > MAX_ITEM) return false
  return findElement(element, ({ tagName }) => CARD_PARTS.has(tagName)) === undefined
}

/** Elements of grids that are forms, such as a date picker or a spreadsheet to fill in. */
const FORM_PARTS = new Set('button input select textarea'.split(' '))
/** Matches the text of a day in a calendar. */
const DAY = /^\d{0,2}$/

/** @returns whether a grid shows data below headers of columns, other than the days of a calendar */
function isGridOfData(grid: PageElement): boolean {
  if (findElement(grid, ({ tagName }) => FORM_PARTS.has(tagName)) !== undefined) return false
  const cells = findElements(grid, (element) => CELLS.has(attributeOf(element, 'role')))
  const data = cells.filter((cell) => attributeOf(cell, 'role') !== 'columnheader')
  return data.length < cells.length && data.some((cell) => !DAY.test(lettersOf(cell)))
}

interface Row {
  readonly row: PageElement
  readonly cells: PageElement[]
}

/** @returns whether all text of a table is in cells of its rows, so that it could become a table */
function toTable(table: PageElement): boolean {
  const rows = findElements(table, (element) => attributeOf(element, 'role') === 'row').map((row) => ({
    row,
    cells: findElements(row, (element) => CELLS.has(attributeOf(element, 'role'))),
  }))
  const texts = rows.flatMap(({ cells }) => cells.map(lettersOf))
  if (texts.length === 0 || texts.join('') !== lettersOf(table)) return false
  const joined = joinRows(rows)
  for (const { row, cells } of joined) {
    for (const cell of cells) rename(cell, CELLS.get(attributeOf(cell, 'role'))!)
    rename(row, 'tr')
    setChildren(row, cells)
  }
  rename(table, 'table')
  setChildren(
    table,
    joined.map(({ row }) => row),
  )
  return true
}

/**
 * @returns the rows in their stated order. Grids draw columns that do not scroll in rows of their own, with the same number,
 *   and the others in any order.
 */
function joinRows(rows: readonly Row[]): readonly Row[] {
  const byNumber = new Map<number, Row>()
  for (const { row, cells } of rows) {
    const number = placeOf(row, 'aria-rowindex')
    if (number === undefined) return rows
    const joined = byNumber.get(number)
    if (joined === undefined) byNumber.set(number, { row, cells: [...cells] })
    else joined.cells.push(...cells)
  }
  for (const { cells } of byNumber.values())
    cells.sort((one, other) => (placeOf(one, 'aria-colindex') ?? 0) - (placeOf(other, 'aria-colindex') ?? 0))
  return [...byNumber].toSorted(([one], [other]) => one - other).map(([, row]) => row)
}

function placeOf(element: PageElement, name: string): number | undefined {
  const place = attributeOf(element, name)
  return place !== undefined && /^\d{1,7}$/.test(place) ? Number(place) : undefined
}

function lettersOf(element: PageElement): string {
  return textOf(element, MAX_TEXT).replaceAll(/\s+/g, '')
}
