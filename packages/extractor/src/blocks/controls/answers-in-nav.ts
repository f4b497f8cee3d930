import { controlToHeading } from '../../hidden/control-to-heading.ts'
import { findElement, isElement, textOf, type PageElement } from '../../dom/page-tree.ts'

/** Minimum length in characters of an answer, and maximum length of a question. */
const MIN_ANSWER = 20
const MAX_QUESTION = 300
/** Number of elements between the control and its list of folded text. White space between elements counts. */
const MAX_SIBLINGS = 50

/**
 * Turns the control before a `nav` with sentences and without links into a heading, and the `nav` into a box: some page builders
 * (Webflow) fold answers in the lists of their menus.
 *
 * @param navs all `nav` elements of a page, changed in place
 * @returns the number of answers
 */
export function nameAnswersInNav(navs: readonly PageElement[]): number {
  let count = 0
  for (const nav of navs) {
    const question = isAnswer(nav) ? questionBefore(nav) : undefined
    if (question === undefined) continue
    nav.tagName = nav.nodeName = 'div'
    controlToHeading(question)
    count += 1
  }
  return count
}

/** Matches the end of a sentence. Menus have none. */
const SENTENCE_END = /\p{L}[.!?。！？…](?:\s|$)/u

function isAnswer(nav: PageElement): boolean {
  if (hasLinkOrField(nav)) return false
  const text = textOf(nav).trim()
  return text.length >= MIN_ANSWER && SENTENCE_END.test(text)
}

function questionBefore(nav: PageElement): PageElement | undefined {
  const siblings = nav.parentNode?.childNodes ?? []
  if (siblings.length > MAX_SIBLINGS) return undefined
  const before = siblings.slice(0, siblings.indexOf(nav)).findLast(isElement)
  if (before === undefined || hasLinkOrField(before)) return undefined
  const { length } = textOf(before, MAX_QUESTION + 1).trim()
  return length > 0 && length <= MAX_QUESTION ? before : undefined
}

function hasLinkOrField(element: PageElement): boolean {
  return findElement(element, ({ tagName }) => tagName === 'a' || tagName === 'input') !== undefined
}
