import { cleanText } from '../dom/clean-text.ts'
import { copyTree } from '../dom/copy-tree.ts'
import { attributeOf, firstElements, visibleTextOf, type PageElement } from '../dom/page-tree.ts'

const MAX_LENGTH = 1000
/** Number of elements in a heading that are searched for controls and decoration. Real headings have fewer. */
const MAX_ELEMENTS = 50
/** Matches the permalink symbol after a heading. A `#` directly after a word may belong to a name, as in `C#`. */
const PERMALINK_SYMBOL = /(?:\s#|[\s¶§∞🔗])+$/u

/**
 * @returns the text of a heading. Labels of controls in it, and the permalink symbol, are removed. Text that is hidden
 * from screen readers, and the titles of drawings, are removed if other text remains: they are symbols, or copies of the
 * heading for an animation. Undefined if nothing remains
 */
export function headingText(heading: PageElement): string | undefined {
  const elements = firstElements(heading, MAX_ELEMENTS)
  const controls = elements.filter(isControl)
  const decoration = elements.filter(isDecoration)
  return textWithout(heading, [...controls, ...decoration]) ?? textWithout(heading, controls)
}

function textWithout(heading: PageElement, leftOut: readonly PageElement[]): string | undefined {
  const rest = leftOut.length === 0 ? heading : copyTree([heading], new Set(leftOut))
  return cleanText(visibleTextOf(rest), MAX_LENGTH)?.replace(PERMALINK_SYMBOL, '') || undefined
}

function isControl(element: PageElement): boolean {
  const role = attributeOf(element, 'role')
  return element.tagName === 'button' || role === 'button' || role === 'tooltip'
}

function isDecoration(element: PageElement): boolean {
  return element.tagName === 'svg' || attributeOf(element, 'aria-hidden') === 'true'
}
