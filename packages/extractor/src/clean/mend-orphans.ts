import { hasMediaBeside } from '../blocks/media-beside.ts'
import { elementsOf, type PageElement, type PageParent } from '../dom/page-tree.ts'

const BLOCKS = new Set('h1 h2 h3 h4 h5 h6 p div ul ol dl table pre blockquote figure section'.split(' '))
/** Level of the heading that a question becomes whose answer is not folded any more. */
const QUESTION = 'h4'

/**
 * Gives captions and questions that stand alone the elements that mean the same: the caption of a picture that is not in
 * the article becomes a paragraph, and the line of a folded text whose box is gone becomes a heading.
 *
 * @param root the article, changed in place
 * @returns the number of changed elements
 */
export function mendOrphans(root: PageElement): number {
  const inFigures = new Set<PageParent>()
  let count = 0
  for (const element of elementsOf(root)) {
    const { tagName, parentNode } = element
    if (tagName === 'figure' || inFigures.has(parentNode!)) inFigures.add(element)
    const isLone =
      tagName === 'summary'
        ? parentNode?.nodeName !== 'details'
        : tagName === 'figcaption' && !inFigures.has(element) && !hasMediaBeside(element)
    if (!isLone) continue
    rename(element, tagName === 'summary' ? QUESTION : 'p')
    count += 1
  }
  return count
}

/** Renames an element; one that contains blocks becomes a plain box. */
function rename(element: PageElement, name: string): void {
  const containsBlock = elementsOf(element).some(({ tagName }) => BLOCKS.has(tagName))
  element.tagName = element.nodeName = containsBlock ? 'div' : name
}
