import { attributeOf, findElement, isElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'

const HEADINGS = new Set(['h2', 'h3', 'h4', 'h5', 'h6', 'dt'])
/** Minimum number of headings with such a panel. A single one may be text for search engines. */
const MIN_PANELS = 2
const MAX_SIBLINGS = 200
const FOLDING_STYLE = /display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden/i
/** Maximum length in characters of a question above its folded answer. */
const MAX_QUESTION = 200
/** Attributes that panels of one accordion share. */
const SHARED_ATTRIBUTES = ['class', 'style', 'hidden']

/**
 * @param hidden a hidden element
 * @returns whether it is one of several panels of an accordion whose headings have no mark: each directly below a heading
 *   of the same level or below a question, in one box or in boxes beside each other, and hidden in the same way
 */
export function isRepeatedPanel(hidden: PageElement): boolean {
  const { parentNode: box } = hidden
  if (box === null || !isElement(box) || isMovedAway(hidden)) return false
  const heading = headingBefore(hidden)
  if (heading === '') return false
  if (panelsIn(box, hidden, heading) >= MIN_PANELS) return true
  const others = box.parentNode === null ? [] : childrenOf(box.parentNode)
  return others.filter((one) => isAlike(one, box) && panelsIn(one, hidden, heading) === 1).length >= MIN_PANELS
}

/** @returns the number of elements in a box that are like the panel, each directly below a heading like its own */
function panelsIn(box: PageParent, panel: PageElement, heading: string): number {
  const all = childrenOf(box)
  return all.filter((one, index) => index > 0 && isAlike(one, panel) && headingKind(all[index - 1]!) === heading).length
}

/** @returns whether a style hides the element by other means than those of a folded text */
function isMovedAway(element: PageElement): boolean {
  const style = attributeOf(element, 'style')
  return style !== undefined && !FOLDING_STYLE.test(style) && attributeOf(element, 'hidden') === undefined
}

function isAlike(one: PageElement, other: PageElement): boolean {
  return (
    one.tagName === other.tagName &&
    SHARED_ATTRIBUTES.every((name) => attributeOf(one, name) === attributeOf(other, name))
  )
}

/** @returns the kind of the heading directly before an element; empty if there is none */
function headingBefore(element: PageElement): string {
  const siblings = element.parentNode === null ? [] : childrenOf(element.parentNode)
  const before = siblings[siblings.indexOf(element) - 1]
  return before === undefined ? '' : headingKind(before)
}

/** @returns the tag name of a heading, or `question` for a line that ends with a question mark; otherwise an empty text */
function headingKind(element: PageElement): string {
  if (HEADINGS.has(element.tagName)) return element.tagName
  const text = textOf(element, MAX_QUESTION + 1).trim()
  if (text.length > MAX_QUESTION || !/[?？؟]$/u.test(text)) return ''
  return findElement(element, ({ tagName }) => tagName === 'a') === undefined ? 'question' : ''
}

function childrenOf({ childNodes }: PageParent): PageElement[] {
  return childNodes.length > MAX_SIBLINGS ? [] : childNodes.filter(isElement)
}
