import { html as names } from 'parse5'
import { isElement, rewriteTree, type PageNode, type PageParent } from './page-tree.ts'

const MACHINERY = new Set(['script', 'style', 'noscript', 'template', 'link', 'meta', 'base', 'object', 'applet'])

/**
 * Takes out what no reader sees: comments, scripts, styles, foreign drawings. Less to score, less to go wrong.
 *
 * @param root the tree, changed in place; metadata must have been read before
 */
export function dropMachinery(root: PageParent): void {
  rewriteTree(root, (node) => (isMachinery(node) ? [] : node))
}

function isMachinery(node: PageNode): boolean {
  if (node.nodeName === '#comment') return true
  if (!isElement(node)) return false
  return MACHINERY.has(node.tagName) || node.namespaceURI !== names.NS.HTML
}
