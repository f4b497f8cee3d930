import { isSourcesHeading } from '../clean/own-links/source-headings.ts'
import {
  attributeOf,
  elementsOf,
  firstElements,
  isElement,
  textOf,
  type PageElement,
  type PageNode,
} from '../dom/page-tree.ts'
import { isHeadingElement } from '../dom/select-elements.ts'
import { linkDensity, type Measures, type MeasuresOf } from '../dom/text-measures.ts'

/** Number of boxes around a box of links that may contain nothing else. */
const MAX_WRAPPERS = 6
/** Number of nodes before and after a box that are searched for text. White space between elements counts. */
const MAX_NODES = 8
/** Maximum number of nodes beside a box. In a longer sequence, the search for the place of each box would be slow. */
const MAX_SIBLINGS = 2000
/** Minimum number of items of a list. */
const MIN_ITEMS = 3
/** Maximum share of a paragraph's text that is in links. */
const MAX_LINKED = 0.3

/**
 * @param box an element with many links
 * @param measures the measures of the tree around it
 * @returns whether the box contains a list in running text: prose stands before and after it, apart from headings. Tables
 *   of contents do not count, nor boxes with pictures or headings, which are cards of other pages.
 */
export function isBetweenProse(box: PageElement, measures: MeasuresOf): boolean {
  const { images, inputs, frames, headings, items } = measures.get(box)!
  if (images + inputs + frames + headings > 0 || items < MIN_ITEMS) return false
  const whole = wholeBox(box, measures)
  return isProse(textBeside(whole, -1, measures)) && isProse(textBeside(whole, 1, measures)) && !isContents(box)
}

/** @returns whether most links in a box lead to places of a page, as in a table of contents */
function isContents(box: PageElement): boolean {
  const links = elementsOf(box).filter(({ tagName }) => tagName === 'a')
  return links.filter((link) => attributeOf(link, 'href')?.includes('#')).length * 2 > links.length
}

/** @returns the outermost box that contains no other text than this one */
function wholeBox(box: PageElement, measures: MeasuresOf): PageElement {
  const text = unheaded(measures.get(box)!)
  let whole = box
  for (let level = 0; level < MAX_WRAPPERS; level++) {
    const parent = whole.parentNode
    const around = parent === null ? undefined : measures.get(parent)
    if (parent === null || !isElement(parent) || around === undefined || unheaded(around) !== text) return whole
    whole = parent
  }
  return whole
}

/** @returns the number of characters that are not in headings */
function unheaded({ text, headings }: Measures): number {
  return text - headings
}

/** @returns the measures of the nearest text beside a box that is no heading; undefined if there is none near it */
function textBeside(box: PageElement, step: 1 | -1, measures: MeasuresOf): Measures | undefined {
  const siblings: readonly PageNode[] = box.parentNode?.childNodes ?? []
  if (siblings.length > MAX_SIBLINGS) return undefined
  const at = siblings.indexOf(box)
  for (let index = at + step; Math.abs(index - at) <= MAX_NODES; index += step) {
    const node = siblings[index]
    if (node === undefined) return undefined
    const inside = isElement(node) ? measures.get(node) : undefined
    if (inside !== undefined && inside.text > inside.headings) return inside
  }
  return undefined
}

function isProse(inside: Measures | undefined): boolean {
  return inside !== undefined && inside.long > 0 && linkDensity(inside) < MAX_LINKED
}

/** Maximum length of a list of links in relation to the paragraphs beside it. Longer lists are menus. */
const MAX_LIST_RATIO = 4
/** Maximum length in characters of a text with such a list. Longer ones are the side columns of a page. */
const MAX_TEXT_WITH_LIST = 1000

/** @returns whether nearly all links of the box are in lists that belong to paragraphs, such as sources */
export function isTextWithLinkList({ text, links, lists, long }: Measures): boolean {
  if (lists === 0 || long === 0 || text > MAX_TEXT_WITH_LIST) return false
  if (lists > Math.max(long, text - lists) * MAX_LIST_RATIO) return false
  return Math.max(0, links - lists) <= (text - lists) * 0.2
}

/** Maximum length in characters of a section with sources. Longer ones are the side columns of a page. */
const MAX_SECTION = 600
/** Number of elements at the start of a section that are searched for its heading. */
const MAX_BEFORE_HEADING = 3

/**
 * @returns whether a box is a section of links below a heading such as "See also", or the links of one, and stands beside
 *   another section whose heading has the same level: a part of a manual
 */
export function isSectionOfSources(element: PageElement, { text, images, inputs }: Measures): boolean {
  if (text > MAX_SECTION || images + inputs > 0) return false
  const { parentNode } = element
  const isWhole = headingOf(element) !== undefined
  const section = isWhole || parentNode === null || !isElement(parentNode) ? element : parentNode
  const heading = headingOf(section)
  if (heading === undefined || !isSourcesHeading(textOf(heading, MAX_SECTION).trim())) return false
  const siblings = section.parentNode?.childNodes ?? []
  if (siblings.length > MAX_SIBLINGS) return false
  return siblings.some(
    (other) =>
      other !== section &&
      isElement(other) &&
      other.tagName === section.tagName &&
      headingOf(other)?.tagName === heading.tagName,
  )
}

/** @returns the heading with which a section starts */
function headingOf(section: PageElement): PageElement | undefined {
  return firstElements(section, MAX_BEFORE_HEADING).find(isHeadingElement)
}
