import { detachNode, elementsOf, findElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'

const MAX_HEADING = 300

/**
 * Removes the articles that a page appends below the one that it is about, for readers who scroll on. Each is an `article`
 * with a main heading of its own.
 *
 * @param root the tree of a page that declares itself one article, changed in place
 * @returns the number of removed articles
 */
export function dropNextArticles(root: PageParent): number {
  const articles = elementsOf(root).flatMap((element) => {
    const heading = element.tagName === 'article' ? findElement(element, isMainHeading) : undefined
    return heading === undefined ? [] : [{ element, heading }]
  })
  const first = articles[0]
  if (first === undefined) return 0
  const title = titleOf(first.heading)
  const inner = new Set<PageElement>(elementsOf(first.element))
  const next = articles.filter(({ element, heading }) => {
    const text = titleOf(heading)
    return element !== first.element && !inner.has(element) && text !== '' && text !== title
  })
  detachNode(root, new Set(next.map(({ element }) => element)))
  return next.length
}

function isMainHeading({ tagName }: PageElement): boolean {
  return tagName === 'h1'
}

function titleOf(heading: PageElement): string {
  return textOf(heading, MAX_HEADING).trim()
}
