import { namesOf } from '../dom/class-name-hints.ts'
import { attributeOf, findElement, isElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { hidingOf } from './is-hidden.ts'

const MAX_TABS = 20
const MAX_LABEL = 40
/** Matches class names of a row of tabs. */
const TAB_NAME = /(?:^|[\s_-])tabs?(?=$|[\s_-])/i

/**
 * @param hidden a hidden element
 * @returns whether it is one of several panels that a row of as many buttons or tabs above them shows one at a time, such as the
 *   same code in several languages, and another of these panels is visible
 */
export function isPanelOfButtons(hidden: PageElement): boolean {
  const { parentNode: box } = hidden
  if (box === null || !isElement(box)) return false
  const [first, ...others] = childrenOf(box)
  const isBelowButtons = others.length > 1 && countButtons(first) === others.length
  const panels = isBelowButtons ? others : childrenOf(box)
  if (panels.length < 2 || !(isBelowButtons || countButtons(elementBefore(box)) === panels.length)) return false
  const isAlike = panels.every(({ tagName }) => tagName === hidden.tagName)
  return isAlike && panels.some((panel) => hidingOf(panel) === undefined)
}

/** @returns the number of buttons in a row that contains nothing else; 0 for other elements */
function countButtons(row: PageElement | undefined): number {
  const parts = row === undefined ? [] : childrenOf(row)
  const buttons = parts.map((part) => (part.tagName === 'li' ? (childrenOf(part)[0] ?? part) : part))
  const areTabs = row !== undefined && TAB_NAME.test(namesOf(row)) && parts.every(isShortLabel)
  return areTabs || buttons.every(isButton) ? buttons.length : 0
}

function isButton(element: PageElement): boolean {
  return (element.tagName === 'button' || attributeOf(element, 'role') === 'button') && isShortLabel(element)
}

function isShortLabel(element: PageElement): boolean {
  const label = textOf(element, MAX_LABEL + 1).trim()
  return label !== '' && label.length <= MAX_LABEL && findElement(element, isPageLink) === undefined
}

function isPageLink(element: PageElement): boolean {
  return element.tagName === 'a' && !/^(?:#|javascript:)/i.test(attributeOf(element, 'href') ?? '#')
}

function elementBefore(element: PageElement): PageElement | undefined {
  const siblings = element.parentNode === null ? [] : childrenOf(element.parentNode)
  return siblings[siblings.indexOf(element) - 1]
}

function childrenOf({ childNodes }: PageParent): PageElement[] {
  return childNodes.length > 4 * MAX_TABS ? [] : childNodes.filter(isElement)
}
