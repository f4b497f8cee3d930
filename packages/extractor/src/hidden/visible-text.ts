import { namesOf } from '../dom/class-name-hints.ts'
import { hidingOf, isForScreenReaders } from './is-hidden.ts'
import {
  attributeOf,
  detachNode,
  isElement,
  isText,
  setAttribute,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../dom/page-tree.ts'

const MAX_TEXT = 300
/** Number of siblings that are compared. An element with more is not one word in two forms. */
const MAX_SIBLINGS = 200
const MAX_LEVELS_UP = 3
/** Matches class names of icons, whose text is the name of a drawing. */
const ICON_NAME = /icon|material|glyph|(?:^|\s)fa[srlb]?(?:$|[\s-])/i
const WORD = /[\p{L}\p{N}]/u

/**
 * Shows text that is hidden from screen readers only because they read another form of it: the base characters of ruby,
 * and words beside a text or a label for screen readers. The text for screen readers is removed, because no reader
 * sees it.
 *
 * @param root the page's tree, changed in place
 * @param elements all elements of the page
 * @returns the number of shown elements
 */
export function showVisibleText(root: PageParent, elements: readonly PageElement[]): number {
  const copies = new Set<PageElement>()
  const shown: PageElement[] = []
  for (const element of elements) {
    if (attributeOf(element, 'aria-hidden') !== 'true') continue
    const others = copiesForScreenReaders(element)
    if (others === undefined) continue
    for (const one of others) copies.add(one)
    shown.push(element)
  }
  for (const element of shown) setAttribute(element, 'aria-hidden', undefined)
  detachNode(root, copies)
  return shown.length
}

/**
 * @param element an element that is hidden from screen readers
 * @returns the other forms of its text for screen readers, which may be none; undefined if it has no such forms, and
 *   readers can do without it
 */
export function copiesForScreenReaders(element: PageElement): readonly PageElement[] | undefined {
  if (!isWord(element)) return undefined
  return isInRuby(element) || isLabelled(element) ? [] : copiesBeside(element)
}

/** @returns whether an element is a short visible text, not an icon */
function isWord(element: PageElement): boolean {
  if (element.tagName === 'svg' || element.tagName === 'button' || isOutOfSight(element)) return false
  const text = textOf(element, MAX_TEXT + 1)
  return text.length <= MAX_TEXT && WORD.test(text) && !ICON_NAME.test(namesOf(element))
}

/** @returns whether the element is hidden from all readers, not only from screen readers */
function isOutOfSight(element: PageElement): boolean {
  return hidingOf({ ...element, attrs: element.attrs.filter(({ name }) => name !== 'aria-hidden') }) !== undefined
}

/** @returns whether the element is ruby, or contains base characters of ruby */
function isInRuby(element: PageElement): boolean {
  let at: PageParent | null = element
  for (let level = 0; level <= MAX_LEVELS_UP && at !== null && isElement(at); level++) {
    if (at.tagName === 'rt' || at.tagName === 'rp' || at.tagName === 'rtc') return false
    if (at.tagName === 'ruby') return true
    at = at.parentNode
  }
  return false
}

/**
 * @returns whether the parent has a label for screen readers, which is the text of the element, or which stands for a
 *   parent with nothing but elements like this one
 */
function isLabelled(element: PageElement): boolean {
  const { parentNode } = element
  if (parentNode === null || !isElement(parentNode) || parentNode.tagName === 'button') return false
  const label = attributeOf(parentNode, 'aria-label')
  if (!label || parentNode.childNodes.length > MAX_SIBLINGS) return false
  return textOf(element, MAX_TEXT).trim() === label.trim() || parentNode.childNodes.every(isHiddenOrBlank)
}

function isHiddenOrBlank(node: PageNode): boolean {
  if (isText(node)) return node.value.trim() === ''
  return !isElement(node) || attributeOf(node, 'aria-hidden') === 'true' || textOf(node, MAX_TEXT).trim() === ''
}

/** @returns the texts for screen readers directly beside the element; undefined if there are none */
function copiesBeside(element: PageElement): PageElement[] | undefined {
  const siblings = element.parentNode?.childNodes ?? []
  if (siblings.length > MAX_SIBLINGS) return undefined
  const found = siblings.filter(isElement).filter((one) => isForScreenReaders(namesOf(one)))
  return found.length === 0 ? undefined : found
}
