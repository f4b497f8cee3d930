import { cleanText } from '../dom/clean-text.ts'
import { copyTree } from '../dom/copy-tree.ts'
import {
  attributeOf,
  createText,
  firstElements,
  isElement,
  isText,
  setChildren,
  textOf,
  visibleTextOf,
  type PageElement,
  type PageNode,
} from '../dom/page-tree.ts'

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
  const controls = elements.filter((element) => isControl(element) || isPermalink(element))
  const decoration = elements.filter(isDecoration)
  return textWithout(heading, [...controls, ...decoration]) ?? textWithout(heading, controls)
}

function textWithout(heading: PageElement, leftOut: readonly PageElement[]): string | undefined {
  const rest = copyTree([heading], new Set(leftOut))
  for (const element of [rest, ...firstElements(rest, MAX_ELEMENTS)]) separateBoxes(element)
  return cleanHeading(rest)
}

function cleanHeading(element: PageElement): string | undefined {
  return cleanText(visibleTextOf(element), MAX_LENGTH)?.replace(PERMALINK_SYMBOL, '') || undefined
}

/** Maximum number of parts of a heading. One with more is styled word by word. */
const MAX_PARTS = 6

/**
 * @returns the texts of the parts of a heading, such as a label of the topic and the title. Parts are elements beside each
 * other, and the text between them. Empty if the heading has only one part
 */
export function headingParts(heading: PageElement): string[] {
  let box = heading
  for (let inner = onlyPart(box); inner !== undefined; inner = onlyPart(box)) box = inner
  const parts = box.childNodes.map(textOfPart).filter((text) => text !== '')
  return parts.length < 2 || parts.length > MAX_PARTS ? [] : parts.flatMap((text) => cleanText(text, MAX_LENGTH) ?? [])
}

/** @returns the element that contains the whole text of a box; undefined if its text is divided */
function onlyPart({ childNodes }: PageElement): PageElement | undefined {
  const filled = childNodes.filter((node) => textOfPart(node) !== '')
  const [first, second] = filled
  return second === undefined && first !== undefined && isElement(first) ? first : undefined
}

function textOfPart(node: PageNode): string {
  if (isText(node)) return node.value.trim()
  return isElement(node) && !isControl(node) ? textOf(node, MAX_LENGTH).trim() : ''
}

/** Minimum length in characters of a part that is a word. Single letters are often styled one by one. */
const MIN_WORD = 3

/** Inserts a space between elements whose words would run together without the style of the page. */
function separateBoxes(parent: PageElement): void {
  const { childNodes } = parent
  const separated = childNodes.flatMap((node, at) => {
    const before = childNodes[at - 1]
    return before !== undefined && runTogether(before, node) ? [createText(' '), node] : [node]
  })
  if (separated.length > childNodes.length) setChildren(parent, separated)
}

/** Matches the end of a label and the start of a title: "breadThe", "BREADThe", "Bread:The", "Bread5 ways". */
const RUN_TOGETHER = /(?:\p{Ll}\n[\p{Lu}\d]|\p{Lu}\n\p{Lu}\p{Ll}|[:|!?»)]\n[\p{L}\d])/u

function runTogether(before: PageNode, node: PageNode): boolean {
  if (!isElement(before) || !isElement(node)) return false
  const [one, next] = [textOf(before, MAX_LENGTH), textOf(node, MAX_LENGTH)]
  return one.length >= MIN_WORD && next.length >= MIN_WORD && RUN_TOGETHER.test(`${one.slice(-2)}\n${next.slice(0, 2)}`)
}

function isControl(element: PageElement): boolean {
  const role = attributeOf(element, 'role')
  return element.tagName === 'button' || role === 'button' || role === 'tooltip'
}

/** @returns whether an element is a link to a place of the page whose text is only a symbol */
function isPermalink(element: PageElement): boolean {
  if (element.tagName !== 'a' || attributeOf(element, 'href')?.includes('#') !== true) return false
  return /^[#¶§∞🔗]$/u.test(textOf(element, 3).trim())
}

function isDecoration(element: PageElement): boolean {
  return element.tagName === 'svg' || attributeOf(element, 'aria-hidden') === 'true'
}
