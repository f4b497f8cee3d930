import { isNamedClutter, isUnlikely } from '../../dom/class-name-hints.ts'
import { attributeOf, isElement } from '../../dom/page-tree.ts'
import type { PageLines } from '../page-lines.ts'

/** Minimum number of rows of at least two cells, so that a table contains data. */
const MIN_ROWS = 3
/** Maximum average length in characters of the cells of such a table. Longer cells are parts of a layout. */
const MAX_CELL = 100
/** Maximum share of the text of such a table in links. Tables with more are menus and lists of topics. */
const MAX_LINKED = 0.5
const OUTSIDE = new Set('nav aside footer header form dialog'.split(' '))

/**
 * Keeps tables of data as a whole: one of which a line is kept, and one that stands within the kept text, such as a
 * comparison of products. The rules and the model judge rows as short lines without sentences.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 * @param mayKeep whether a line may be kept
 */
export function completeTables(page: PageLines, keep: Uint8Array, mayKeep: (index: number) => boolean): void {
  const tables = dataTables(page)
  if (tables.length === 0) return
  const kept = new KeptRanges(page, keep)
  for (const { table, first, last } of tables) {
    const isPartlyKept = keep.subarray(first, last + 1).includes(1)
    if (!isPartlyKept && !kept.enclose(table, first, last)) continue
    for (let index = first; index <= last; index++) if (mayKeep(index)) keep[index] = 1
  }
}

/** Indexes of the first and the last line. */
interface Range {
  readonly first: number
  readonly last: number
}

interface DataTable extends Range {
  /** Index of the element. */
  readonly table: number
}

/** For each element, the indexes of the row and of the cell that contain it; -1 outside of tables. */
interface Grid {
  readonly rows: Int32Array
  readonly cells: Int32Array
}

function dataTables(page: PageLines): readonly DataTable[] {
  const { elements, lines } = page
  if (!elements.some(({ tagName }) => tagName === 'table')) return []
  const inner = innermost(page, ['table'])
  const grid = { rows: innermost(page, ['tr']), cells: innermost(page, ['td', 'th']) }
  const found: DataTable[] = []
  for (let first = 0; first < lines.length; first++) {
    const table = inner[lines[first]!.inner]!
    if (table < 0) continue
    let last = first
    while (last + 1 < lines.length && inner[lines[last + 1]!.inner] === table) last += 1
    const shape = shapeOf(page, { first, last }, grid)
    if (isData(shape) && attributeOf(elements[table]!, 'role') !== 'presentation') found.push({ table, first, last })
    first = last
  }
  return found
}

interface Shape {
  readonly rows: number
  readonly averageCell: number
  readonly linked: number
}

function isData({ rows, averageCell, linked }: Shape): boolean {
  return rows >= MIN_ROWS && averageCell <= MAX_CELL && linked <= MAX_LINKED
}

function shapeOf({ elements, lines }: PageLines, { first, last }: Range, { rows, cells }: Grid): Shape {
  const found = { rows: new Set<number>(), cells: new Set<number>() }
  let [length, linked] = [0, 0]
  for (const line of lines.slice(first, last + 1)) {
    length += line.text.length
    linked += line.linked
    if (rows[line.inner]! >= 0) found.rows.add(rows[line.inner]!)
    if (cells[line.inner]! >= 0) found.cells.add(cells[line.inner]!)
  }
  const full = [...found.rows].filter((row) => elements[row]!.childNodes.filter(isElement).length > 1)
  return { rows: full.length, averageCell: length / (found.cells.size || 1), linked: linked / (length || 1) }
}

/** @returns for each element, the index of the innermost element with one of the names, itself or around it; -1 without */
function innermost({ elements, parents }: PageLines, names: readonly string[]): Int32Array {
  const found = new Int32Array(elements.length).fill(-1)
  for (let at = 1; at < elements.length; at++)
    found[at] = names.includes(elements[at]!.tagName) ? at : found[parents[at]!]!
  return found
}

/** The first and the last kept line within each element. */
class KeptRanges {
  readonly #page: PageLines
  readonly #first: Int32Array
  readonly #last: Int32Array

  constructor(page: PageLines, keep: Uint8Array) {
    this.#page = page
    const { elements, parents, lines } = page
    this.#first = new Int32Array(elements.length).fill(lines.length)
    this.#last = new Int32Array(elements.length).fill(-1)
    for (let index = 0; index < lines.length; index++) {
      if (keep[index] === 0) continue
      for (let at = lines[index]!.inner; at >= 0; at = parents[at]!) {
        if (this.#first[at]! > index) this.#first[at] = index
        this.#last[at] = index
      }
    }
  }

  /** @returns whether kept lines stand before and after a table, and no box around it is another part of the page */
  enclose(table: number, first: number, last: number): boolean {
    const { elements, parents } = this.#page
    for (let at = table; at > 0; at = parents[at]!) {
      if (this.#first[at]! < first && this.#last[at]! > last) return true
      const element = elements[at]!
      if (OUTSIDE.has(element.tagName) || isUnlikely(element) || isNamedClutter(element)) return false
    }
    return false
  }
}
