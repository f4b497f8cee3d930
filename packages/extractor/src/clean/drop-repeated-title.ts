import { headingText } from '../metadata/heading-text.ts'
import { isSimilarText } from '../metadata/page-title.ts'
import { elementsOf, detachNode, type PageElement, type PageParent } from '../dom/page-tree.ts'

/** Maximum number of `h1` elements that are checked. Further ones stay. Real pages have one, or one in each section. */
const MAX_HEADINGS = 100

/**
 * Removes first-level headings that repeat the title or are similar to it, because readers show the title themselves.
 *
 * @param root the page's tree, changed in place
 * @param title the page's title
 * @returns the number of removed headings
 */
export function dropRepeatedTitle(root: PageParent, title: string | undefined): number {
  if (title === undefined) return 0
  const headings = elementsOf(root).filter(({ tagName }) => tagName === 'h1')
  const repeated = new Set(headings.slice(0, MAX_HEADINGS).filter((heading) => repeats(heading, title)))
  detachNode(root, repeated)
  return repeated.size
}

function repeats(element: PageElement, title: string): boolean {
  const heading = headingText(element)
  return heading !== undefined && (heading === title || isSimilarText(heading, title))
}
