import { html as names } from 'parse5'
import { isElement, rewriteTree, type PageNode, type PageParent } from './page-tree.ts'

const NON_CONTENT = new Set(['script', 'style', 'noscript', 'template', 'link', 'meta', 'base', 'object', 'applet'])

/**
 * Removes everything invisible: comments, scripts, styles, foreign drawings. This leaves less to score and fewer
 * sources of errors.
 *
 * @param root the tree, changed in place; metadata must have been read before
 */
export function removeNonContent(root: PageParent): void {
  rewriteTree(root, (node) => (isNonContent(node) ? [] : node))
}

function isNonContent(node: PageNode): boolean {
  if (node.nodeName === '#comment') return true
  if (!isElement(node)) return false
  return NON_CONTENT.has(node.tagName) || node.namespaceURI !== names.NS.HTML
}
