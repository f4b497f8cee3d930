import { sourceOf } from '../../dom/copy-tree.ts'
import { attributeOf, findElement, isElement, textOf, type PageElement, type PageParent } from '../../dom/page-tree.ts'
import type { Measures } from '../../dom/text-measures.ts'

/** Minimum length in characters of a short text that is complete within the main part of its page. */
const MIN_SHORT_TEXT = 10

/**
 * With fewer rules, the search for more of a short text must not leave the main part of the page: outside are other pages,
 * letters and comments.
 *
 * @param root copies of what was found
 * @returns the part of the page that states to be the article or the main part, if the text was found in it
 */
export function mainPartAround(root: PageElement, { text }: Measures): PageElement | undefined {
  if (text < MIN_SHORT_TEXT) return undefined
  for (let part = sourceAround(root); part !== null && isElement(part); part = part.parentNode) {
    if (part.tagName === 'main' || attributeOf(part, 'role') === 'main') return part
    if (part.tagName === 'article' && findElement(part, ({ tagName }) => tagName === 'h1') !== undefined) return part
  }
  return undefined
}

/** Number of elements around an element that are searched for the main part. */
const MAX_CLIMB = 20

/** @returns whether an element is in an `article` or `main` element */
export function isInMainPart(element: PageElement): boolean {
  let parent: PageParent | null = element.parentNode
  for (let i = 0; parent !== null && isElement(parent) && i < MAX_CLIMB; i++) {
    if (parent.tagName === 'main' || parent.tagName === 'article') return true
    parent = parent.parentNode
  }
  return false
}

const MAX_BOXES_DOWN = 30
/** Number of characters of an element that are searched for text. */
const MAX_SEARCHED_TEXT = 1000

/** @returns the innermost element of the page around all text and pictures that were found */
function sourceAround(root: PageElement): PageParent | null {
  let around = root
  let first: PageElement | undefined
  for (let level = 0; level < MAX_BOXES_DOWN; level++) {
    const filled = around.childNodes.filter(isElement).filter(hasContent)
    first = filled[0]
    if (first === undefined || filled.length > 1) break
    around = first
  }
  const source = sourceOf(around) ?? (first && sourceOf(first)?.parentNode)
  return source !== undefined && source !== null && 'childNodes' in source ? source : null
}

function hasContent(element: PageElement): boolean {
  if (textOf(element, MAX_SEARCHED_TEXT).trim() !== '') return true
  return findElement(element, ({ tagName }) => tagName === 'img') !== undefined
}
