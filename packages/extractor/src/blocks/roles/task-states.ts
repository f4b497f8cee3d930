import { namesOf } from '../../dom/class-name-hints.ts'
import type { ElementList } from '../../dom/element-list.ts'
import {
  attributeOf,
  createText,
  isElement,
  isText,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../../dom/page-tree.ts'

const DONE = '\u2611 '
const OPEN = '\u2610 '
/** Number of elements between a check box and the item that it stands in. */
const MAX_LEVELS_UP = 4
const MAX_BOXES = 2000
/** Number of characters of an item that are searched for its text. */
const MAX_BLANK = 500

/** Elements that start a line. */
const LINES = new Set(['li', 'p', 'div', 'label', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'td', 'details'])

/**
 * Shows the states of tasks in lists as signs: those of check boxes, which are removed, and those that attributes of the items
 * state. Only lists of tasks state something: those with a box that is checked, or that readers cannot change. In others, such
 * as those of ingredients, readers are to check the boxes.
 *
 * @param elements the elements of a page, changed in place
 * @returns the number of signs
 */
export function showTaskStates(elements: ElementList): number {
  const drawn = showDrawnBoxes(elements.named('i'))
  const boxes = elements.named('input').filter(isCheckBox).slice(0, MAX_BOXES)
  const items = new Map(boxes.map((box) => [box, itemAround(box)] as const))
  const tasks = new Set(boxes.filter(isState).map((box) => outermostList(items.get(box))))
  let count = drawn
  for (const box of boxes) {
    const item = items.get(box)
    if (item === undefined || !tasks.has(outermostList(item))) continue
    const sign = isChecked(box) ? DONE : OPEN
    removeBox(controlAround(box))
    insertSign(item, sign)
    count += 1
  }
  const withBox = new Set(items.values())
  for (const item of elements.named('li')) {
    const state = stateOf(item)
    if (state === undefined || count >= MAX_BOXES || withBox.has(item)) continue
    insertSign(item, state ? DONE : OPEN)
    count += 1
  }
  return count
}

/** Matches class names of icons of Font Awesome for a checked and an open box. */
const CHECKED_ICON = /(?:^|\s)fa-(?:check-square(?:-o)?|square-check)(?=$|\s)/
const OPEN_ICON = /(?:^|\s)fa-square(?:-o)?(?=$|\s)/

/**
 * Shows icons of boxes at the start of the items of a list as signs. Where all are checked, they are bullets.
 *
 * @param italics all `i` elements of the page
 * @returns the number of signs
 */
function showDrawnBoxes(italics: readonly PageElement[]): number {
  const icons = italics.filter(isDrawnBox).slice(0, MAX_BOXES)
  const tasks = new Set(
    icons.filter((icon) => OPEN_ICON.test(namesOf(icon))).map((icon) => outermostList(itemAround(icon))),
  )
  let count = 0
  for (const icon of icons) {
    const item = itemAround(icon)
    if (item === undefined || !tasks.has(outermostList(item))) continue
    removeBox(icon)
    insertSign(item, OPEN_ICON.test(namesOf(icon)) ? OPEN : DONE)
    count += 1
  }
  return count
}

function isDrawnBox(element: PageElement): boolean {
  if (element.parentNode?.childNodes[0] !== element) return false
  const names = namesOf(element)
  return CHECKED_ICON.test(names) || OPEN_ICON.test(names)
}

/** @returns whether an item is a task that is done, as its attributes or those of its list state; undefined if they state nothing */
function stateOf(item: PageElement): boolean | undefined {
  const states = [
    attributeOf(item, 'data-list'),
    attributeOf(item, 'role') === 'checkbox' ? attributeOf(item, 'aria-checked') : undefined,
    isElement(item.parentNode!) ? attributeOf(item.parentNode, 'data-checked') : undefined,
  ]
  if (states.some((state) => state === 'checked' || state === 'true')) return true
  return states.some((state) => state === 'unchecked' || state === 'false') ? false : undefined
}

function isCheckBox({ attrs }: PageElement): boolean {
  return attrs.some(({ name, value }) => name === 'type' && /^checkbox$/i.test(value))
}

function isState(box: PageElement): boolean {
  return isChecked(box) || attributeOf(box, 'disabled') !== undefined
}

function isChecked(box: PageElement): boolean {
  return attributeOf(box, 'checked') !== undefined
}

/** @returns the item with text that contains a check box; undefined if there is none */
function itemAround(box: PageElement): PageElement | undefined {
  let at: PageParent | null = box.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && at !== null && isElement(at); level++, at = at.parentNode) {
    if (at.tagName !== 'li') continue
    const isListed = at.parentNode !== null && isElement(at.parentNode)
    return isListed && textOf(at, MAX_BLANK).trim() !== '' ? at : undefined
  }
  return undefined
}

/** @returns the outermost box around a check box without a text, such as a label whose drawing shows the state */
function controlAround(box: PageElement): PageElement {
  let control = box
  for (let level = 0; level < MAX_LEVELS_UP; level++) {
    const { parentNode } = control
    if (parentNode === null || !isElement(parentNode) || parentNode.tagName === 'li') break
    if (textOf(parentNode, MAX_BLANK).trim() !== '') break
    control = parentNode
  }
  return control
}

const MAX_NESTED = 20

/** @returns the list of an item that is in no item of another one: the tasks in an item belong to its list */
function outermostList(item: PageElement | undefined): PageParent | undefined {
  let list: PageParent | undefined
  let at: PageParent | null = item?.parentNode ?? null
  for (let level = 0; level < MAX_NESTED && at !== null && isElement(at); level++, at = at.parentNode)
    if (at.tagName === 'ul' || at.tagName === 'ol') list = at
  return list
}

function removeBox(box: PageElement): void {
  const parent = box.parentNode!
  setChildren(
    parent,
    parent.childNodes.filter((child) => child !== box),
  )
}

/** Inserts a sign at the start of the first line with text of an item. */
function insertSign(item: PageElement, sign: string): void {
  const first = firstText(item)
  let node: PageNode = first ?? item.childNodes[0]!
  while (node.parentNode !== item && !LINES.has((node.parentNode as PageElement).tagName))
    node = node.parentNode as PageElement
  const line = node.parentNode!
  setChildren(
    line,
    line.childNodes.flatMap((child) => (child === node ? [createText(sign), child] : [child])),
  )
}

/** @returns the first text other than white space below an element */
function firstText(element: PageElement): PageNode | undefined {
  const waiting: PageNode[] = element.childNodes.toReversed()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isText(node) && node.value.trim() !== '') return node
    if (isElement(node)) for (let i = node.childNodes.length - 1; i >= 0; i--) waiting.push(node.childNodes[i]!)
  }
  return undefined
}
