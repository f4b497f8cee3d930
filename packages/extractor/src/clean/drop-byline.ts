import { isElement, rewriteTree, visibleTextOf, type PageElement, type PageParent } from '../dom/page-tree.ts'

/**
 * Maximum length of a byline in characters. Longer lines stay, because they contain more than the author and the date.
 */
const MAX_LINE = 80
/**
 * Maximum number of bylines on a page. If there are more, all of them stay: the page is a discussion, in which bylines
 * name the authors of the posts.
 */
const MAX_LINES = 12
/**
 * Maximum length in characters of the text beside a removed name or date, such as "by … on …". Such a text is removed
 * too.
 */
const MAX_REMAINING_CHARACTERS = 12

/**
 * Removes the lines with the author and the date, because the metadata already contains them.
 *
 * @param root the page's tree, changed in place
 * @param marked elements that the page marks as the author or the date
 * @returns the number of removed lines
 */
export function dropByline(root: PageParent, marked: ReadonlySet<PageElement>): number {
  const isDateline = (element: PageElement): boolean => marked.has(element) && lineLength(element) <= MAX_LINE
  const lines = [...marked].filter(isDateline).length
  if (lines === 0 || lines > MAX_LINES) return 0
  const shortened = new Set<unknown>()
  let dropped = 0
  rewriteTree(root, (node) => {
    if (!isElement(node) || !(isDateline(node) || (shortened.has(node) && isRemainder(node)))) return node
    shortened.add(node.parentNode)
    dropped += 1
    return []
  })
  return dropped
}

function isRemainder(element: PageElement): boolean {
  return (
    ['p', 'div', 'span', 'address', 'li', 'ul', 'header'].includes(element.tagName) &&
    lineLength(element) <= MAX_REMAINING_CHARACTERS
  )
}

function lineLength(element: PageElement): number {
  return visibleTextOf(element).trim().length
}
