import { attributeOf } from '../dom/page-tree.ts'
import type { PageLines } from './page-lines.ts'

const MIN_ROWS = 4
/** Maximum number of characters of a row, such as the name and the amount of an ingredient. */
const MAX_ROW = 120
/** Maximum number of lines of a row. A card has more. */
const MAX_LINES = 3
/** Minimum share of the children with text that must be rows of one class. */
const MIN_SHARE = 0.8

/** Totals of the lines in an element. */
interface Totals {
  readonly lines: Int32Array
  readonly length: Int32Array
  readonly linked: Int32Array
}

/**
 * Finds elements whose children are mostly short `div` elements with equal classes, each with two or three lines and no
 * links, such as the ingredients of a recipe or technical data.
 *
 * @returns the indexes of these elements in `elements`
 */
export function listsOfRows(page: PageLines): ReadonlySet<number> {
  const { elements, parents } = page
  const totals = totalsOf(page)
  const children = new Map<number, { all: number; readonly rows: Map<string, number> }>()
  for (const [index, element] of elements.entries()) {
    if (totals.lines[index] === 0) continue
    const parent = children.get(parents[index]!) ?? { all: 0, rows: new Map<string, number>() }
    children.set(parents[index]!, parent)
    parent.all += 1
    const name = attributeOf(element, 'class') ?? ''
    if (element.tagName === 'div' && name !== '' && isRow(totals, index)) increment(parent.rows, name)
  }
  const lists = [...children].filter(([, { all, rows }]) => {
    const most = Math.max(0, ...rows.values())
    return most >= MIN_ROWS && most >= MIN_SHARE * all
  })
  return new Set(lists.map(([parent]) => parent))
}

function isRow({ lines, length, linked }: Totals, index: number): boolean {
  return lines[index]! > 1 && lines[index]! <= MAX_LINES && length[index]! <= MAX_ROW && linked[index] === 0
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function totalsOf({ elements, parents, lines }: PageLines): Totals {
  const empty = (): Int32Array => new Int32Array(elements.length)
  const totals = { lines: empty(), length: empty(), linked: empty() }
  for (const { inner, text, linked } of lines) {
    totals.lines[inner]! += 1
    totals.length[inner]! += text.length
    totals.linked[inner]! += linked
  }
  for (let index = elements.length - 1; index > 0; index--)
    for (const total of [totals.lines, totals.length, totals.linked]) total[parents[index]!]! += total[index]!
  return totals
}
