import { isElement, rewriteTree, type PageElement } from '../dom/page-tree.ts'
import { hasClass } from '../dom/select-elements.ts'

/** Class names of buttons and markers in the text of a post, such as the button that unfolds a long quotation. */
const CONTROLS = ['bbCodeBlock-expandLink', 'js-selectToQuoteEnd', 'quoteExpand', 'codebox-copy']

/**
 * Removes the forum's buttons and markers from the text of a post.
 *
 * @param body the element with the text, changed in place
 */
export function removePostControls(body: PageElement): void {
  rewriteTree(body, (node) => (isElement(node) && CONTROLS.some((name) => hasClass(node, name)) ? [] : node))
}
