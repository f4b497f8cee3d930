import type { ElementList } from '../dom/element-list.ts'
import {
  attributeOf,
  createElement,
  createText,
  findElement,
  findElements,
  isElement,
  setChildren,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'

/** Number of boxes between a figure and its drawing. */
const MAX_LEVELS_UP = 3
/** Limits of a diagram: the number of its texts, of which a chart of data has more, and the length in characters of each. */
const MIN_TEXTS = 2
const MAX_TEXTS = 60
const MAX_LENGTH = 200
/** Matches the numbers beside an axis. */
const TICK = /^[-+−]?[\d.,\s]+%?$/

/**
 * Adds the texts of a diagram, which is drawn as SVG in the page, as a paragraph: drawings themselves are removed, because
 * they can contain scripts, and a figure would have only its caption left. Must run before drawings are removed.
 *
 * @param elements the elements of the page, changed in place
 * @returns the number of diagrams whose texts were added
 */
export function addDiagramTexts({ all }: ElementList): number {
  let count = 0
  for (const element of all) {
    if (element.tagName !== 'svg' || !isInFigure(element)) continue
    const texts = textsIn(element)
    const parent = element.parentNode
    if (parent === null || texts.length < MIN_TEXTS || texts.length > MAX_TEXTS) continue
    const name = nameOf(element)
    const line = `${name === '' ? '' : `${name}: `}${texts.join(' · ')}`
    const paragraph = createElement('p', {}, [createText(line)])
    setChildren(
      parent,
      parent.childNodes.map((child) => (child === element ? paragraph : child)),
    )
    count += 1
  }
  return count
}

function isInFigure(drawing: PageElement): boolean {
  if (attributeOf(drawing, 'aria-hidden') === 'true') return false
  let parent: PageParent | null = drawing.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && parent !== null && isElement(parent); level++) {
    if (parent.tagName === 'figure') return true
    if (parent.tagName === 'a' || parent.tagName === 'button') return false
    parent = parent.parentNode
  }
  return false
}

/** @returns the different texts of a drawing, without the numbers beside its axes */
function textsIn(drawing: PageElement): readonly string[] {
  const texts = findElements(drawing, ({ tagName }) => tagName === 'text')
  const lines = texts.slice(0, MAX_TEXTS * 3).map((text) => oneLine(text))
  return [...new Set(lines)].filter((line) => line !== '' && !TICK.test(line))
}

function nameOf(drawing: PageElement): string {
  const title = findElement(drawing, ({ tagName }) => tagName === 'title')
  return title === undefined ? (attributeOf(drawing, 'aria-label') ?? '').slice(0, MAX_LENGTH).trim() : oneLine(title)
}

/** @returns the text of an element in one line. Parts of a text stand in lines of their own, so a space separates them. */
function oneLine(element: PageElement): string {
  const parts = element.childNodes.map((child) =>
    'value' in child ? child.value : textOf(child as PageParent, MAX_LENGTH),
  )
  return parts.join(' ').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LENGTH)
}
