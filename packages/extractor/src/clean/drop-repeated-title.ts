import { headingParts, headingText } from '../metadata/heading-text.ts'
import { isSimilarText } from '../metadata/page-title.ts'
import { findElements, setChildren, type PageElement, type PageParent } from '../dom/page-tree.ts'

/** Maximum number of `h1` elements that are checked. Further ones stay. Real pages have one, or one in each section. */
const MAX_HEADINGS = 100
/** Maximum length in characters of the label of a topic before a title. */
const MAX_LABEL = 30

/**
 * Empties first-level headings that repeat the title or are similar to it, because readers show the title themselves.
 * The empty headings stay in the tree, because they mark the place of the title.
 *
 * @param root the page's tree, changed in place
 * @param title the page's title
 * @returns the emptied headings, in document order
 */
export function dropRepeatedTitle(root: PageParent, title: string | undefined): ReadonlySet<PageElement> {
  if (title === undefined) return new Set()
  const headings = findElements(root, ({ tagName }) => tagName === 'h1')
  const repeated = new Set(headings.slice(0, MAX_HEADINGS).filter((heading) => repeats(heading, title)))
  for (const heading of repeated) setChildren(heading, [])
  return repeated
}

function repeats(element: PageElement, title: string): boolean {
  const heading = headingText(element)
  if (heading === undefined) return false
  return heading === title || isSimilarText(heading, title) || isLabelled(element, title)
}

/** @returns whether a heading consists of a short label and the title */
function isLabelled(element: PageElement, title: string): boolean {
  const [label, part, ...others] = headingParts(element)
  return part === title && others.length === 0 && label!.length <= MAX_LABEL
}
