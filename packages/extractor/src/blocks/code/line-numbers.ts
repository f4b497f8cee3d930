import { namesOf } from '../../dom/class-name-hints.ts'
import { attributeOf, elementsOf, isElement, isText, textOf, type PageElement } from '../../dom/page-tree.ts'

const GUTTER =
  /(?:^|[\s_-])(?:tag_listingline|linenos?|lineno|linenumbers?|lines?-?num(?:bers?)?(?:-rows)?|linenodiv|lnt?|gutter|gl|rouge-gutter|hljs-ln-(?:n|numbers)|blob-num|crayon-nums?)(?=$|[\s_-])/i
const LINE_NUMBERS = /^[\s\d.:|]*$/
const LINE_NUMBER = /^\s{0,9}(\d{1,6})[.:|]?\s{0,9}$/
/** Minimum number of lines. Fewer may start with numbers by chance. */
const MIN_LINES = 3

/** @returns true if the element contains only line numbers */
export function isGutter(element: PageElement): boolean {
  if (attributeOf(element, 'data-line-number') !== undefined && textOf(element, 10).trim() === '') return true
  const isCell = element.tagName === 'td' && isFirst(element)
  if (!isCell && !GUTTER.test(namesOf(element))) return false
  const text = textOf(element)
  return LINE_NUMBERS.test(text) && (!isCell || /\d/.test(text) || GUTTER.test(namesOf(element)))
}

function isFirst(cell: PageElement): boolean {
  return cell.parentNode?.childNodes.find(isElement) === cell
}

/**
 * Finds line numbers that no class name marks: each line starts with an element that contains the next number, or a
 * column of such numbers stands beside the lines.
 *
 * @param lines the elements of a code block that are one line each, in their order
 * @returns the elements with the numbers; empty if the lines are not numbered
 */
export function unnamedLineNumbers(lines: readonly PageElement[]): ReadonlySet<PageElement> {
  const starts = lines.map(numberedStart)
  if (lines.length >= MIN_LINES && isCount(starts.map(numberIn)))
    return new Set(starts.filter((start) => start !== undefined))
  const column = lines.slice(0, lines.length / 2)
  return column.length >= MIN_LINES && isColumn(column, lines.slice(column.length)) ? new Set(column) : new Set()
}

/** @returns whether the first lines are the numbers of the others, in a box of their own */
function isColumn(column: readonly PageElement[], others: readonly PageElement[]): boolean {
  const box = column[0]!.parentNode
  const isApart = column.every(({ parentNode }) => parentNode === box) && others[0]!.parentNode !== box
  return isApart && column.length === others.length && isCount(column.map(numberIn))
}

/** @returns the first part of a line if it is a number in an element of its own */
function numberedStart({ childNodes }: PageElement): PageElement | undefined {
  const first = childNodes.find((node) => !isText(node) || node.value.trim() !== '')
  return first !== undefined && isElement(first) && numberIn(first) !== undefined ? first : undefined
}

function numberIn(element: PageElement | undefined): number | undefined {
  const digits = element && LINE_NUMBER.exec(textOf(element, 20))?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function isCount(numbers: readonly (number | undefined)[]): boolean {
  return numbers.every((number, index) => number !== undefined && number === numbers[0]! + index)
}

/** @returns whether each row of a table is one line of code, alone or beside its number */
export function isLineTable(table: PageElement): boolean {
  const rows = elementsOf(table).filter(({ tagName }) => tagName === 'tr')
  return rows.every(({ childNodes }) => {
    const cells = childNodes.filter(isElement)
    return cells.length < 2 || (cells.length === 2 && isGutter(cells[0]!))
  })
}
