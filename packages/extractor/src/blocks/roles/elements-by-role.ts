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
const MAX_TABLES = 50
const MAX_TEXT = 200_000

/**
 * Gives headings, lists and tables that only a role of WAI-ARIA marks the elements of HTML for them:
 * `<div role="heading" aria-level="2">` becomes `h2`.
 *
 * @param elements all elements of the page, changed in place
 * @returns the number of headings, lists and tables
 */
export function nameByRole(elements: readonly PageElement[]): number {
  let [count, tables] = [0, 0]
  for (const element of elements) {
    const role = isPlain(element) ? attributeOf(element, 'role') : undefined
    if (role === 'table') tables += 1
    const isNamed =
      role === 'heading'
        ? toHeading(element)
        : role === 'list'
          ? toList(element)
          : role === 'table' && tables <= MAX_TABLES && toTable(element)
    if (isNamed) count += 1
  }
  return count
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

function isItem(element: PageElement): boolean {
  if (!isPlain(element) || attributeOf(element, 'role') !== 'listitem') return false
  if (textOf(element, MAX_ITEM + 1).length > MAX_ITEM) return false
  return findElement(element, ({ tagName }) => CARD_PARTS.has(tagName)) === undefined
}

/** @returns whether all text of a table is in cells of its rows, so that it could become a table */
function toTable(table: PageElement): boolean {
  const rows = findElements(table, (element) => attributeOf(element, 'role') === 'row').map((row) => ({
    row,
    cells: findElements(row, (element) => CELLS.has(attributeOf(element, 'role'))),
  }))
  const texts = rows.flatMap(({ cells }) => cells.map(lettersOf))
  if (texts.length === 0 || texts.join('') !== lettersOf(table)) return false
  for (const { row, cells } of rows) {
    for (const cell of cells) rename(cell, CELLS.get(attributeOf(cell, 'role'))!)
    rename(row, 'tr')
    setChildren(row, cells)
  }
  rename(table, 'table')
  setChildren(
    table,
    rows.map(({ row }) => row),
  )
  return true
}

function lettersOf(element: PageElement): string {
  return textOf(element, MAX_TEXT).replaceAll(/\s+/g, '')
}
