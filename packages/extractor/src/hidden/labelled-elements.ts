import {
  attributeOf,
  createElement,
  createText,
  firstElements,
  isElement,
  isText,
  setAttribute,
  setChildren,
  textOf,
  type PageElement,
} from '../dom/page-tree.ts'

/** Matches names of custom elements that fold a text below a label. */
const FOLD_NAME = /accordion|details|disclosure|expan[ds]|collaps|faq|question|toggle|spoiler/
/** Matches names of custom elements that are a part of several under tabs. */
const TAB_NAME = /(?:^|-)tab(?:$|-)/
/** Attributes with the label, those that name nothing else first. */
const LABEL_ATTRIBUTES = [
  ...'summary heading header question'.split(' '),
  ...'title-text details-title accordion-title header-text title label'.split(' '),
]
/** Attributes that any custom element may use for a label above its text. */
const CLEAR_ATTRIBUTES = new Set(['summary', 'heading', 'question'])
const LABEL_SLOT = /^(?:summary|heading|header|title|question|label)$/
const MAX_LABEL = 300
const MAX_ELEMENTS = 500
/** Number of elements at the start of an element in which its label may be repeated. */
const MAX_FIRST_ELEMENTS = 5

/**
 * Shows the labels of custom elements, which their scripts draw: `<sl-details summary="How often?">`. An element that
 * folds a text becomes `details`, and another one gets its label as a line above its text.
 *
 * @param elements all elements of the page, changed in place
 * @returns the number of labels
 */
export function showLabels(elements: readonly PageElement[]): number {
  let count = 0
  for (const element of elements) {
    if (!element.tagName.includes('-') || count >= MAX_ELEMENTS) continue
    if (showLabel(element)) count += 1
  }
  return count
}

function showLabel(element: PageElement): boolean {
  const isFold = FOLD_NAME.test(element.tagName)
  const slot = isFold ? element.childNodes.filter(isElement).find(isLabelSlot) : undefined
  const label = slot === undefined ? labelOf(element, isFold || TAB_NAME.test(element.tagName)) : undefined
  if (slot === undefined && label === undefined) return false
  if (textOf(element, 10).trim() === '') return false
  const line = slot ?? createElement(isFold ? 'summary' : 'p', {}, labelNodes(label!, isFold))
  if (slot !== undefined) line.tagName = line.nodeName = 'summary'
  setChildren(element, [line, ...element.childNodes.filter((child) => child !== slot)])
  if (isFold) element.tagName = element.nodeName = 'details'
  for (const name of LABEL_ATTRIBUTES) setAttribute(element, name, undefined)
  return true
}

function labelNodes(label: string, isFold: boolean) {
  return isFold ? [createText(label)] : [createElement('strong', {}, [createText(label)])]
}

function isLabelSlot(element: PageElement): boolean {
  const text = LABEL_SLOT.test(attributeOf(element, 'slot') ?? '') ? textOf(element, MAX_LABEL + 1).trim() : ''
  return text !== '' && text.length <= MAX_LABEL
}

/** @returns the label in an attribute that the text of the element does not repeat; undefined if there is none */
function labelOf(element: PageElement, isPart: boolean): string | undefined {
  for (const name of LABEL_ATTRIBUTES) {
    const label = isPart || CLEAR_ATTRIBUTES.has(name) ? attributeOf(element, name)?.trim() : undefined
    if (label !== undefined && isWords(label)) return startsWith(element, label) ? undefined : label
  }
  return undefined
}

/** @returns whether the first line in an element is the label */
function startsWith(element: PageElement, label: string): boolean {
  return [element, ...firstElements(element, MAX_FIRST_ELEMENTS)].some((one) =>
    one.childNodes.slice(0, MAX_FIRST_ELEMENTS).some((node) => isText(node) && node.value.trim() === label),
  )
}

/** @returns whether a value is written for readers, unlike `true`, `h3`, an id or an address */
function isWords(value: string): boolean {
  if (value.length < 2 || value.length > MAX_LABEL || /^[[{<#./]|^(?:true|false|h[1-6]|\d+)$|:\/\//i.test(value))
    return false
  return /\p{L}/u.test(value) && !/^[a-z\d]+(?:[-_][a-z\d]+)+$/.test(value)
}
