import {
  attributeOf,
  createText,
  isElement,
  isText,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
} from '../dom/page-tree.ts'
import { isForScreenReaders } from '../hidden/is-hidden.ts'

/** Maximum length in characters of the name of an icon. Longer texts explain something else. */
const MAX_LABEL = 60
/** Maximum number of nodes in a cell that contains only an icon. */
const MAX_NODES = 40
/** Maximum number of characters of a class that are examined. */
const MAX_NAMES = 300
const PICTURES = new Set('img picture video canvas iframe object input button select textarea'.split(' '))
const CHECK_MARK = '✓'
const CROSS = '✗'
/** Matches the names of check marks in Font Awesome, Material Icons, Bootstrap Icons, Dashicons and similar sets. */
const CHECK_NAME = /(?:^|[\s_-])(?:check|checkmark|tick|yes)(?=$|[\s_-])/i
/** Matches the names of crosses in these sets. */
const CROSS_NAME = /(?:^|[\s_-])(?:x-?mark|times|cross)(?=$|[\s_-])|[a-z]-(?:x|no)(?=$|\s)/i

/**
 * Replaces an icon that is all that a cell of a table shows by its name for screen readers, or by ✓ or ✗ if its class names
 * a check mark or a cross. Without them, a comparison of products would be a table of empty cells. Must run before hidden
 * text and drawings are removed.
 *
 * @param elements all elements of the page, changed in place
 * @returns the number of icons that became text
 */
export function showCellIcons(elements: readonly PageElement[]): number {
  let count = 0
  for (const cell of elements) {
    if (cell.tagName !== 'td' && cell.tagName !== 'th') continue
    const label = iconLabel(cell)
    if (label === undefined) continue
    setChildren(cell, [createText(label)])
    count += 1
  }
  return count
}

/** What a cell without visible text contains. */
interface CellContents {
  /** the text for screen readers */
  spoken: string
  icons: PageElement[]
}

function iconLabel(cell: PageElement): string | undefined {
  if (!cell.childNodes.some(isElement)) return undefined
  const contents = contentsOf(cell)
  if (contents === undefined || contents.icons.length === 0) return undefined
  const { spoken, icons } = contents
  return spoken || firstLabel(icons, nameOf) || firstLabel(icons, markOf)
}

/** @returns the contents of a cell; undefined if it shows a text, a picture or a control, or contains much else */
function contentsOf(cell: PageElement): CellContents | undefined {
  const contents: CellContents = { spoken: '', icons: [] }
  const waiting: PageNode[] = [...cell.childNodes]
  for (let visited = 0; waiting.length > 0; visited++) {
    const node = waiting.shift()!
    if (visited >= MAX_NODES) return undefined
    if (isText(node) && /\S/.test(node.value)) return undefined
    if (!isElement(node)) continue
    if (PICTURES.has(node.tagName)) return undefined
    if (isForScreenReaders(attributeOf(node, 'class') ?? '')) contents.spoken ||= labelIn(textOf(node, MAX_LABEL + 1))
    else {
      contents.icons.push(node)
      if (node.tagName !== 'svg') waiting.push(...node.childNodes)
    }
  }
  return contents
}

function labelIn(text: string | undefined): string {
  const label = text?.trim() ?? ''
  return label.length <= MAX_LABEL ? label : ''
}

function firstLabel(icons: readonly PageElement[], read: (icon: PageElement) => string): string | undefined {
  for (const icon of icons) {
    const label = read(icon)
    if (label !== '') return label
  }
  return undefined
}

function nameOf(icon: PageElement): string {
  const title = icon.tagName === 'svg' ? icon.childNodes.find((node) => node.nodeName === 'title') : undefined
  return (
    labelIn(attributeOf(icon, 'aria-label')) ||
    labelIn(attributeOf(icon, 'title')) ||
    (title !== undefined && isElement(title) ? labelIn(textOf(title, MAX_LABEL + 1)) : '')
  )
}

/** Elements that icon sets use. The classes of boxes are about their layout: `overflow-x`. */
const ICON_ELEMENTS = new Set(['i', 'svg', 'span'])

function markOf(icon: PageElement): string {
  if (!ICON_ELEMENTS.has(icon.tagName)) return ''
  const names = attributeOf(icon, 'class')?.slice(0, MAX_NAMES) ?? ''
  if (CHECK_NAME.test(names)) return CHECK_MARK
  return CROSS_NAME.test(names) ? CROSS : ''
}
