import { isElement, rewriteTree, type PageElement } from '../dom/page-tree.ts'
import { hasClass } from '../dom/select-elements.ts'

/** Class names of controls in the text of a post, such as the button that unfolds a long quotation. */
const CONTROLS = ['bbCodeBlock-expandLink', 'js-selectToQuoteEnd', 'quoteExpand', 'codebox-copy']

/** @param body the element with the text of a post, changed in place */
export function removePostControls(body: PageElement): void {
  rewriteTree(body, (node) => (isElement(node) && CONTROLS.some((name) => hasClass(node, name)) ? [] : node))
}
