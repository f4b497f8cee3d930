import { isBylineOrDate } from '../metadata/marked-dateline.ts'
import {
  elementsOf,
  isElement,
  rewriteTree,
  visibleTextOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'

/** A byline is one line. What is longer says more than who and when. */
const MAX_LINE = 80
/** A page with more is a talk of many; there the lines say who said what. */
const MAX_LINES = 12
/** What may be left of "by … on …" once the name and the date are gone. */
const MAX_REST = 12

/**
 * Takes out the lines that say who wrote the page and when: both are known as metadata by now.
 *
 * @param root the page's tree, changed in place
 * @returns how many were taken out
 */
export function dropDateline(root: PageParent): number {
  const marked = new Set(elementsOf(root).filter(isBylineOrDate))
  const isDateline = (element: PageElement): boolean => marked.has(element) && lineLength(element) <= MAX_LINE
  const lines = [...marked].filter(isDateline).length
  if (lines === 0 || lines > MAX_LINES) return 0
  const shortened = new Set<unknown>()
  let dropped = 0
  rewriteTree(root, (node) => {
    if (!isElement(node) || !(isDateline(node) || (shortened.has(node) && isRest(node)))) return node
    shortened.add(node.parentNode)
    dropped += 1
    return []
  })
  return dropped
}

function isRest(element: PageElement): boolean {
  return (
    ['p', 'div', 'span', 'address', 'li', 'ul', 'header'].includes(element.tagName) && lineLength(element) <= MAX_REST
  )
}

function lineLength(element: PageElement): number {
  return visibleTextOf(element).trim().length
}
