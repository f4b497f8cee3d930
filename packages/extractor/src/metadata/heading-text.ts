import { cleanText } from '../dom/clean-text.ts'
import { attributeOf, firstElements, visibleTextOf, type PageElement } from '../dom/page-tree.ts'

const MAX_LENGTH = 1000
/** Maximum number of elements of a heading that are checked. Real headings have a few. */
const MAX_ELEMENTS = 50
/** Matches the symbol of a permalink after a heading. A `#` without a space before it may belong to a name. */
const PERMALINK = /(?:\s#|[\s¶§∞🔗])+$/u

/**
 * @returns the text of a heading without the labels of its controls and the symbol of its permalink; undefined if
 *   nothing remains
 */
export function headingText(heading: PageElement): string | undefined {
  let text = visibleTextOf(heading)
  for (const control of firstElements(heading, MAX_ELEMENTS).filter(isControl))
    text = text.replace(visibleTextOf(control), () => ' ')
  return cleanText(text, MAX_LENGTH)?.replace(PERMALINK, '') || undefined
}

function isControl(element: PageElement): boolean {
  const role = attributeOf(element, 'role')
  return element.tagName === 'button' || role === 'button' || role === 'tooltip'
}
