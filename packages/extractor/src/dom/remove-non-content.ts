import { html as names } from 'parse5'
import { isElement, rewriteTree, type PageNode, type PageParent } from './page-tree.ts'

const NON_CONTENT = new Set(['script', 'style', 'noscript', 'template', 'link', 'meta', 'base', 'object', 'applet'])

/**
 * Removes comments, scripts, styles, SVG and MathML, so that later steps have less to score and to misjudge.
 *
 * @param root the tree, changed in place. Read the metadata before, because it is removed too
 */
export function removeNonContent(root: PageParent): void {
  rewriteTree(root, (node) => (isNonContent(node) ? [] : node))
}

function isNonContent(node: PageNode): boolean {
  if (node.nodeName === '#comment') return true
  if (!isElement(node)) return false
  return NON_CONTENT.has(node.tagName) || node.namespaceURI !== names.NS.HTML
}
