import { cleanText } from '../dom/clean-text.ts'
import type { ElementList } from '../dom/element-list.ts'
import { attributeOf, type PageElement, type PageText } from '../dom/page-tree.ts'

/** Matches labels before the name of the user who started a discussion. */
const STARTER_LABEL = /^\s{0,20}(?:(?:thread|topic) starter|started by|original poster):?\s{0,20}$/i
const POST_CLASS = /(?:^|\s)(?:message|question|post|topic|thread)(?:$|[\s_-])/i

/**
 * @param texts the visible texts of a page, in document order
 * @param elements the elements of the page
 * @returns the name of the user who started the discussion, from a label or from an attribute of the first post. The
 * list has at most one name
 */
export function threadStarters(texts: readonly PageText[], elements: ElementList): string[] {
  const label = texts.findIndex(({ value }) => value.length < 60 && STARTER_LABEL.test(value))
  const name = (label >= 0 && texts[label + 1]?.value) || authorOfFirstPost(elements)
  const text = cleanText(name, 100)
  return text === undefined ? [] : [text]
}

const AUTHOR_ATTRIBUTES = ['data-author', 'data-author-username'] as const

function authorOfFirstPost(elements: ElementList): string | undefined {
  for (const attribute of AUTHOR_ATTRIBUTES) {
    const post = elements.withAttribute(attribute).find(isPost)
    if (post !== undefined) return attributeOf(post, attribute)
  }
  return undefined
}

function isPost(element: PageElement): boolean {
  return POST_CLASS.test(attributeOf(element, 'class')?.slice(0, 300) ?? '')
}
