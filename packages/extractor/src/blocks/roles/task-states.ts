import {
  attributeOf,
  createText,
  isElement,
  setChildren,
  textOf,
  type PageElement,
  type PageParent,
} from '../../dom/page-tree.ts'

const DONE = '\u2611 '
const OPEN = '\u2610 '
/** Number of elements between a check box and the item that it stands in. */
const MAX_LEVELS_UP = 4
const MAX_BOXES = 2000
/** Number of characters of an item that are searched for its text. */
const MAX_BLANK = 500

/**
 * Shows the states of check boxes in lists as signs, because the boxes themselves are removed. Only lists of tasks state
 * something: those with a box that is checked, or that readers cannot change. In others, such as those of ingredients, readers
 * are to check the boxes.
 *
 * @param elements all elements of a page, changed in place
 * @returns the number of boxes that have become signs
 */
export function showTaskStates(elements: readonly PageElement[]): number {
  const boxes = elements.filter(isCheckBox).slice(0, MAX_BOXES)
  const lists = new Map(boxes.map((box) => [box, listAround(box)] as const))
  const tasks = new Set(boxes.filter(isState).map((box) => lists.get(box)))
  let count = 0
  for (const box of boxes) {
    const list = lists.get(box)
    if (list === undefined || !tasks.has(list)) continue
    showState(box)
    count += 1
  }
  return count
}

function isCheckBox({ tagName, attrs }: PageElement): boolean {
  return tagName === 'input' && attrs.some(({ name, value }) => name === 'type' && /^checkbox$/i.test(value))
}

function isState(box: PageElement): boolean {
  return isChecked(box) || attributeOf(box, 'disabled') !== undefined
}

function isChecked(box: PageElement): boolean {
  return attributeOf(box, 'checked') !== undefined
}

/** @returns the list with a check box in an item with text; undefined if there is none */
function listAround(box: PageElement): PageElement | undefined {
  let at: PageParent | null = box.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && at !== null && isElement(at); level++, at = at.parentNode) {
    if (at.tagName !== 'li') continue
    if (textOf(at, MAX_BLANK).trim() === '') return undefined
    return at.parentNode !== null && isElement(at.parentNode) ? at.parentNode : undefined
  }
  return undefined
}

function showState(box: PageElement): void {
  const parent = box.parentNode!
  const sign = createText(isChecked(box) ? DONE : OPEN)
  setChildren(
    parent,
    parent.childNodes.map((child) => (child === box ? sign : child)),
  )
}
