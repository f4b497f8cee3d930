import { cleanText } from '../dom/clean-text.ts'
import { attributeOf, firstElements, visibleTextOf, type PageElement } from '../dom/page-tree.ts'

const MAX_LENGTH = 1000
/** Number of elements in a heading that are searched for controls. Real headings have fewer. */
const MAX_ELEMENTS = 50
/** Matches the permalink symbol after a heading. A `#` directly after a word may belong to a name, as in `C#`. */
const PERMALINK_SYMBOL = /(?:\s#|[\s¶§∞🔗])+$/u

/**
 * @returns the text of a heading. Labels of controls in it, and the permalink symbol, are removed. Undefined if nothing
 * remains
 */
export function headingText(heading: PageElement): string | undefined {
  let text = visibleTextOf(heading)
  for (const control of firstElements(heading, MAX_ELEMENTS).filter(isControl))
    text = text.replace(visibleTextOf(control), () => ' ')
  return cleanText(text, MAX_LENGTH)?.replace(PERMALINK_SYMBOL, '') || undefined
}

function isControl(element: PageElement): boolean {
  const role = attributeOf(element, 'role')
  return element.tagName === 'button' || role === 'button' || role === 'tooltip'
}
