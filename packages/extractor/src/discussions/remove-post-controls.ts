import { attributeOf, findElement, isElement, rewriteTree, type PageElement } from '../dom/page-tree.ts'
import { hasClass } from '../dom/select-elements.ts'

/** Class names of buttons and markers in the text of a post, such as the button that unfolds a long quotation. */
const CONTROLS = ['bbCodeBlock-expandLink', 'js-selectToQuoteEnd', 'quoteExpand', 'codebox-copy', 'poll-info']

/**
 * Removes the forum's buttons and markers from the text of a post.
 *
 * @param body the element with the text, changed in place
 */
export function removePostControls(body: PageElement): void {
  rewriteTree(body, (node) => (isElement(node) && isControl(node) ? [] : node))
}

function isControl(element: PageElement): boolean {
  return CONTROLS.some((name) => hasClass(element, name)) || isToolOfCode(element) || isToolOfPicture(element)
}

/** @returns whether an element is the link in the label of a code block that selects the code: "Code: Select all" */
function isToolOfCode({ tagName, attrs, parentNode }: PageElement): boolean {
  if (tagName !== 'a' || !attrs.some(({ name }) => name === 'onclick')) return false
  if (parentNode === null || !isElement(parentNode)) return false
  const siblings = parentNode.parentNode?.childNodes ?? []
  const next = siblings.slice(siblings.indexOf(parentNode) + 1).find(isElement)
  if (next === undefined) return false
  return isCode(next) || (next.tagName === 'dd' && findElement(next, isCode) !== undefined)
}

function isCode({ tagName }: PageElement): boolean {
  return tagName === 'pre' || tagName === 'code'
}

/** @returns whether an element is the name and the size of an enlarged picture, or the avatar beside a quotation, in a post of Discourse */
function isToolOfPicture(element: PageElement): boolean {
  const { parentNode } = element
  if (parentNode === null || !isElement(parentNode)) return false
  if (hasClass(element, 'meta')) return hasClass(parentNode, 'lightbox')
  return hasClass(element, 'avatar') && hasClass(parentNode, 'title') && attributeOf(element, 'alt') === ''
}
