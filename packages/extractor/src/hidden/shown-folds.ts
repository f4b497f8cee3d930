import { namesOf } from '../dom/class-name-hints.ts'
import { attributeOf, isElement, isText, type PageElement, type PageParent } from '../dom/page-tree.ts'
import type { Measures } from '../dom/text-measures.ts'
import { isFoldable } from './folded-text.ts'

/** Matches names of buttons that open the text after them. */
const CONTROL_NAME = /accordion|collaps|faq|question|spoiler/i
/** Maximum number of controls that are examined. */
const MAX_CONTROLS = 1000
/** Number of boxes around a control that contain nothing else. */
const MAX_BOXES = 2
const ANSWERS = new Set(['div', 'p', 'ul', 'ol', 'dl', 'section', 'blockquote', 'dd'])

/**
 * Finds the questions above texts that are folded by an external style sheet, so that nothing in the page shows that they
 * are hidden: `<button aria-expanded="false">Why?</button><div>…</div>`, or the label of a check box.
 *
 * @param elements all elements of the page, without the hidden ones
 * @param measure returns the measures of an element
 * @returns buttons and labels that are directly before a text, and open it
 */
export function controlsOfShownTexts(
  elements: readonly PageElement[],
  measure: (element: PageElement) => Measures,
): PageElement[] {
  const found: PageElement[] = []
  let examined = 0
  for (const element of elements) {
    if (!mayBeControl(element)) continue
    if (++examined > MAX_CONTROLS) return found
    if (!isControl(element)) continue
    const answer = elementAfter(element)
    if (answer === undefined || !ANSWERS.has(answer.tagName)) continue
    if (isFoldable(answer, () => measure(answer))) found.push(element)
  }
  return found
}

/** A quick test, because the search for the elements beside one takes long in a large box. */
function mayBeControl({ tagName, attrs }: PageElement): boolean {
  return (
    tagName === 'button' ||
    tagName === 'label' ||
    attrs.some(({ name, value }) => name === 'role' && value === 'button')
  )
}

function isControl(element: PageElement): boolean {
  if (element.tagName === 'label') return isLabelOfBox(element)
  if (element.tagName !== 'button' && attributeOf(element, 'role') !== 'button') return false
  if (element.tagName === 'a' && /^[^#]/.test(attributeOf(element, 'href') ?? '')) return false
  return attributeOf(element, 'aria-expanded') !== undefined || CONTROL_NAME.test(namesOf(element))
}

/** @returns whether the element before a label is the check box that it belongs to */
function isLabelOfBox(label: PageElement): boolean {
  const target = attributeOf(label, 'for')
  if (target === undefined) return false
  const box = neighbour(label, -1)
  return box?.tagName === 'input' && attributeOf(box, 'id') === target
}

/** @returns the element after this one, or after boxes that contain only this one; undefined before other text */
function elementAfter(element: PageElement): PageElement | undefined {
  let at: PageElement = element
  for (let level = 0; level <= MAX_BOXES; level++) {
    const next = neighbour(at, 1)
    if (next !== undefined) return next
    const parent: PageParent | null = at.parentNode
    if (parent === null || !isElement(parent) || hasMore(parent, at)) return undefined
    at = parent
  }
  return undefined
}

function hasMore(parent: PageElement, child: PageElement): boolean {
  return parent.childNodes.some(
    (node) => node !== child && (isElement(node) || (isText(node) && /\S/.test(node.value))),
  )
}

/** @returns the next or previous element beside this one; undefined if there is text between them */
function neighbour(element: PageElement, step: 1 | -1): PageElement | undefined {
  const siblings = element.parentNode?.childNodes ?? []
  for (let index = siblings.indexOf(element) + step; index >= 0 && index < siblings.length; index += step) {
    const sibling = siblings[index]!
    if (isElement(sibling)) return sibling
    if (isText(sibling) && /\S/.test(sibling.value)) return undefined
  }
  return undefined
}
