import { namesOf } from '../../dom/class-name-hints.ts'
import type { ElementList } from '../../dom/element-list.ts'
import { groupBy } from '../../dom/group-by.ts'
import {
  attributeOf,
  createElement,
  createText,
  findElement,
  findElements,
  isElement,
  setAttribute,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../../dom/page-tree.ts'

/** The class that the plug-in ai2html gives to each drawing: a picture with texts placed on it. */
const ARTBOARD = /(?:^|\s)g-artboard(?:\s|$)/
const BOX = /ai2html/i
/** Number of boxes around the drawings that may be named after the plug-in. */
const MAX_LEVELS_UP = 3
/** Maximum number of texts of a drawing, and maximum length of each. */
const MAX_TEXTS = 60
const MAX_LENGTH = 200
/** Matches the numbers beside an axis. */
const TICK = /^[-+−]?[\d.,\s]*%?$/

/**
 * Turns graphics of ai2html, which many newspapers use, into figures: the widest of the drawings for several widths of the
 * window, with its texts as the caption.
 *
 * @param elements the elements of the page, changed in place
 * @returns the number of figures
 */
export function showArtboards(elements: ElementList): number {
  const boards = elements.withClass(ARTBOARD)
  let count = 0
  for (const [box, group] of groupBy(boards, ({ parentNode }) => parentNode)) {
    const figure = figureOf(group.toSorted((a, b) => widthOf(b) - widthOf(a)))
    if (box === null || figure === undefined) continue
    const all = new Set<PageNode>(group)
    const place = group[0]!
    setChildren(
      box,
      box.childNodes.flatMap((node) => (node === place ? [figure] : all.has(node) ? [] : [node])),
    )
    unname(box)
    count += 1
  }
  return count
}

/** @returns the width of the window from which on a drawing is shown */
function widthOf(board: PageElement): number {
  return Number.parseInt(attributeOf(board, 'data-min-width') ?? '0', 10) || 0
}

function figureOf(boards: readonly PageElement[]): PageElement | undefined {
  for (const board of boards) {
    const picture = findElement(board, ({ tagName }) => tagName === 'img')
    if (picture === undefined) continue
    const lines = findElements(board, ({ tagName }) => tagName === 'p')
      .slice(0, MAX_TEXTS)
      .map((line) => textOf(line, MAX_LENGTH).replaceAll(/\s+/g, ' ').trim())
    const texts = [...new Set(lines)].filter((line) => !TICK.test(line))
    const caption = texts.length === 0 ? [] : [createElement('figcaption', {}, [createText(texts.join(' · '))])]
    return createElement('figure', {}, [picture, ...caption])
  }
  return undefined
}

/** Removes the names of the boxes around a figure, which would count against it. */
function unname(from: PageParent): void {
  let box: PageParent | null = from
  for (let level = 0; level < MAX_LEVELS_UP && box !== null && isElement(box); level++) {
    if (BOX.test(namesOf(box))) for (const name of ['class', 'id']) setAttribute(box, name, undefined)
    box = box.parentNode
  }
}
