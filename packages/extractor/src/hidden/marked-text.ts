import { attributeOf, detachNode, elementsOf, setAttribute, type PageElement } from '../dom/page-tree.ts'

/** The attribute of elements that a style sheet hides. The copies of an element have its attributes. */
const MARK = 'data-hidden-by-rule'

/** Marks an element whose text is not to be in the article. */
export function markHidden(element: PageElement): void {
  setAttribute(element, MARK, '')
}

/**
 * Removes the marked elements from an article. They stay in the page until then, so that a menu or a notice which a style
 * sheet hides does not change what is found.
 *
 * @param root the article, changed in place
 * @returns the number of removed elements
 */
export function dropMarkedText(root: PageElement): number {
  const marked = new Set(elementsOf(root).filter((element) => attributeOf(element, MARK) !== undefined))
  detachNode(root, marked)
  return marked.size
}
