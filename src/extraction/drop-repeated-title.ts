import { cleanText } from './clean-text.ts'
import { isElement, rewriteTree, visibleTextOf, type PageNode, type PageParent } from './page-tree.ts'

/**
 * Takes out the h1 that says the same as the title: readers show the title themselves.
 *
 * @param root the page's tree, changed in place
 * @param title the page's title
 * @returns how many headings were taken out
 */
export function dropRepeatedTitle(root: PageParent, title: string | undefined): number {
  if (title === undefined) return 0
  let dropped = 0
  rewriteTree(root, (node) => {
    if (!repeats(node, title)) return [node]
    dropped += 1
    return []
  })
  return dropped
}

function repeats(node: PageNode, title: string): boolean {
  return isElement(node) && node.tagName === 'h1' && cleanText(visibleTextOf(node), 1000) === title
}
