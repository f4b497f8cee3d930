import { attributeOf, isElement, isText, setChildren, textOf, type PageElement } from '../../dom/page-tree.ts'

const BULLET = /^[•◦▪▫‣⁃∙·*–—-]$/u
const NUMBER = /^\(?(\d{1,3})[.)]$/
const MAX_MARK = 6
/** Maximum number of nodes in a list. In a longer one, the search for the position of each item would be slow. */
const MAX_NODES = 5000

/**
 * Removes the bullets and numbers that a page writes into the items of a list, because lists show their own: a bullet in an
 * element of its own at the start of an item, and a number there that is the item's position.
 *
 * @param items all `li` elements of the page, changed in place
 * @returns the number of removed marks
 */
export function dropItemMarks(items: readonly PageElement[]): number {
  let count = 0
  for (const item of items) {
    const first = item.childNodes.find((node) => !isText(node) || node.value.trim() !== '')
    if (first === undefined || !isElement(first) || first.tagName !== 'span' || !isMark(first, item)) continue
    const rest = item.childNodes.filter((node) => node !== first)
    if (!rest.some((node) => isElement(node) || (isText(node) && node.value.trim() !== ''))) continue
    setChildren(item, rest)
    count += 1
  }
  return count
}

function isMark(element: PageElement, item: PageElement): boolean {
  const text = textOf(element, MAX_MARK + 1).trim()
  if (text.length > MAX_MARK) return false
  const number = Number(NUMBER.exec(text)?.[1] ?? 0)
  return BULLET.test(text) || (number > 0 && number === positionOf(item))
}

/** @returns the number that browsers show before the item of a numbered list; 0 in other lists */
function positionOf(item: PageElement): number {
  const list = item.parentNode
  if (list === null || !isElement(list) || list.tagName !== 'ol' || list.childNodes.length > MAX_NODES) return 0
  const items = list.childNodes.filter((node) => isElement(node) && node.tagName === 'li')
  return Number(attributeOf(list, 'start') ?? 1) + items.indexOf(item)
}
