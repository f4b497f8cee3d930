import { endsSubscription, isOtherPagesLabel } from '../clean/unrelated-line-patterns.ts'
import { hasUnlikelyRole } from '../dom/class-name-hints.ts'
import { attributeOf, type PageElement } from '../dom/page-tree.ts'
import { containsTeasers } from '../find/boxes/teasers.ts'
import { isCommentSection } from '../find/boxes/comment-section.ts'
import { headingLevel, isProse, type PageLines } from './page-lines.ts'

/** Minimum share of the text below a label such as "Read next" that is in links. */
const MIN_LINKED = 0.3
/** Minimum length in characters of the paragraphs of a page that is not a list of links. */
const MIN_PROSE = 300
/** Maximum share of the text of such a page that is in links. */
const MAX_LINKED_IN_TEXT = 0.25
/** Maximum number of lines below such a label that are examined. */
const MAX_LINES = 60

const MAX_LENGTH = 400

/**
 * Finds lines that the model may not add to the selection of the rules: those in boxes whose role is that of a menu, a
 * notice or a dialog, such as a cookie banner; comments on an article, and teasers in an `aside`; the line of a letter with
 * the link to unsubscribe; and on pages with prose the links to other pages below a label such as "Read next". Boxes of
 * which the rules selected a line do not count, nor do dialogs of product pages, which open the description of the product.
 *
 * @param isSelected 1 for each line that the rules selected, otherwise 0
 * @returns 1 for each line that may not be added, otherwise 0
 */
export function linesOfOtherParts(
  page: PageLines,
  isSelected: Uint8Array,
  { isProduct, isDiscussion }: PageKind,
): Uint8Array {
  const isOther = linesInUnlikelyBoxes(page, isSelected, { isProduct, isDiscussion })
  for (const [index, { text, linked }] of page.lines.entries())
    if (linked > 0 && text.length <= MAX_LENGTH && endsSubscription(text)) isOther[index] = 1
  if (!isText(page, isSelected)) return isOther
  for (let index = 0; index < page.lines.length; index++) {
    if (isSelected[index] === 1 || !isOtherPagesLabel(page.lines[index]!.text)) continue
    const end = endOfLinks(page, isSelected, index)
    isOther.fill(1, index, end)
  }
  return isOther
}

/** @returns whether the rules selected prose. On a page of links, links below such a label are content. */
function isText({ lines }: PageLines, isSelected: Uint8Array): boolean {
  let [prose, text, linked] = [0, 0, 0]
  for (const [index, line] of lines.entries()) {
    if (isSelected[index] === 0) continue
    text += line.text.length
    linked += line.linked
    if (isProse(line)) prose += line.text.length
  }
  return prose >= MIN_PROSE && linked <= text * MAX_LINKED_IN_TEXT
}

interface PageKind {
  /** whether the page declares itself the page of a product */
  readonly isProduct: boolean
  /** whether the page is a discussion, of which comments are the content */
  readonly isDiscussion: boolean
}

function linesInUnlikelyBoxes(
  { elements, parents, lines }: PageLines,
  isSelected: Uint8Array,
  { isProduct, isDiscussion }: PageKind,
): Uint8Array {
  const holdsSelected = new Uint8Array(elements.length)
  for (let index = 0; index < lines.length; index++) {
    if (isSelected[index] === 0) continue
    for (let at = lines[index]!.inner; at >= 0 && holdsSelected[at] === 0; at = parents[at]!) holdsSelected[at] = 1
  }
  const isUnlikely = new Uint8Array(elements.length)
  for (let at = 1; at < elements.length; at++) {
    const isInside = isUnlikely[parents[at]!] === 1
    const isExempt = holdsSelected[at] === 1 || (isProduct && attributeOf(elements[at]!, 'role') === 'dialog')
    const element = elements[at]!
    if (isInside || (!isExempt && isUnlikelyBox(element, isDiscussion))) isUnlikely[at] = 1
  }
  const isOther = new Uint8Array(lines.length)
  for (let index = 0; index < lines.length; index++) isOther[index] = isUnlikely[lines[index]!.inner]!
  return isOther
}

function isUnlikelyBox(element: PageElement, isDiscussion: boolean): boolean {
  if (element.attrs.length > 0 && (hasUnlikelyRole(element) || (!isDiscussion && isCommentSection(element))))
    return true
  return element.tagName === 'aside' && containsTeasers(element)
}

/**
 * @returns the index after the last line below a label of other pages: before the next line that the rules selected, the
 *   next paragraph without links, or the next heading of the same or a higher level; the index of the label if too little
 *   of the text below it is in links
 */
function endOfLinks(page: PageLines, isSelected: Uint8Array, label: number): number {
  const { lines } = page
  const level = headingLevel(page, lines[label]!)
  let [at, text, linked] = [label + 1, 0, 0]
  for (; at < lines.length && at <= label + MAX_LINES && isSelected[at] === 0; at++) {
    const line = lines[at]!
    const own = headingLevel(page, line)
    if (isProse(line) || (level > 0 && own > 0 && own <= level && line.linked === 0)) break
    text += line.text.length
    linked += line.linked
  }
  return linked >= text * MIN_LINKED && linked > 0 ? at : label
}
