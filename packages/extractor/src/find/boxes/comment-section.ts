import { namesOf } from '../../dom/class-name-hints.ts'
import { memoizeByClassName } from '../../dom/memoize-by-class-name.ts'
import { firstElements, type PageElement } from '../../dom/page-tree.ts'

/** Matches the name of a box with the comments on an article. */
const COMMENTS_NAME =
  /(?:^|[\s_-])(?:comments|comment-?(?:list|area|section|thread|tree|container))(?=$|\s|[_-](?:list|area|section|container|wrapper|body)(?:$|[\s_-]))/i
/** Matches the name of a single comment. */
const COMMENT_NAME = /(?:^|[\s_-])comment(?=$|\s|[_-]+\d)/i
const ITEMS = new Set(['li', 'div', 'article', 'section'])
const MIN_COMMENTS = 2
/** Maximum length in characters of class names and ids that are examined. */
const MAX_NAMES = 300
/** Number of elements at the start of a box that are searched for comments. */
const MAX_PARTS = 150

const isCommentsClass = memoizeByClassName((classes) => COMMENTS_NAME.test(classes.slice(0, MAX_NAMES)))

function isNamedComments({ attrs }: PageElement): boolean {
  for (const { name, value } of attrs) {
    if (name === 'class' && isCommentsClass(value)) return true
    // Ids differ from element to element. Most contain no such word.
    if (name === 'id' && value.length <= MAX_NAMES && COMMENTS_NAME.test(value)) return true
  }
  return false
}

/** @returns whether a box is named after comments and contains several that are named so, too */
export function isCommentSection(element: PageElement): boolean {
  if (!isNamedComments(element)) return false
  const parts = firstElements(element, MAX_PARTS).filter(({ tagName }) => ITEMS.has(tagName))
  return parts.filter((part) => COMMENT_NAME.test(namesOf(part))).length >= MIN_COMMENTS
}
