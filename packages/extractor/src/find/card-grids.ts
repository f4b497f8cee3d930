import { isLabel } from '../clean/unrelated-line-patterns.ts'
import { isNamedClutter, isUnlikely, namesOf } from '../dom/class-name-hints.ts'
import {
  attributeOf,
  elementsOf,
  findElement,
  firstElements,
  isElement,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'
import { isPageLink, type Measures, type MeasuresOf } from '../dom/text-measures.ts'

/** Minimum number of cards in a grid, and of cards with a class of their own. */
const MIN_CARDS = 3
const MIN_NAMED_CARDS = 2
/** Maximum number of elements between the heading of a card and the card. */
const MAX_LEVELS_UP = 4
/** Minimum average length in characters of the text of a card outside of its link. */
const MIN_DESCRIPTION = 6
/** Maximum length in characters of a card. Longer ones are sections or posts. */
const MAX_CARD = 400
const MAX_HEADING = 120
const MAX_SEARCHED_ELEMENTS = 60
const HEADINGS = new Set(['h2', 'h3', 'h4', 'h5', 'h6'])
const BOXES = new Set(['div', 'section', 'article', 'li', 'a'])
/** Matches headings above cards of other articles, products and offers. */
const OTHER_PAGES =
  /\b(?:related|latest|recent|popular|trending|featured|top|more|next|previous|also|similar|other|news|blogs?|posts?|articles?|stories|videos?|events?|webinars?|insights?|case studies|products?|shop|offers?|reading|recommend(?:ed|ations)?|neueste|weitere|mehr|aktuelle|artikel|beiträge|autres|derniers|actualités|otros|últimas|noticias|altri|notizie|outros|meer)\b/iu
const TEASER_NAME = /post|news|blog|teaser|article|story|product|related|recommend|promo/i
/** Matches a date or a price, which cards of other pages have. */
const DATE_OR_PRICE =
  /\b(?:19|20)\d\d\b|\b\d{1,2}[./]\d{1,2}[./]|\d[.,]\d\d\b|[$€£¥]\s?\d|\bmin(?:ute)?s? read\b|\bread more\b/iu

/**
 * Finds grids of cards with a linked heading and a short text of their own, such as the parts of a manual or the
 * services of an office. Cards of other articles are left out: by the heading above them, their names, dates and prices.
 *
 * @param root a part of a page
 * @returns the elements whose children are the cards
 */
export function findCardGrids(root: PageElement, measures: MeasuresOf): ReadonlySet<PageElement> {
  const grids = new Set<PageElement>()
  const refused = new Set<PageElement>()
  for (const heading of elementsOf(root)) {
    if (!HEADINGS.has(heading.tagName)) continue
    const grid = gridAround(heading, root, measures)
    if (grid === undefined || grids.has(grid) || refused.has(grid)) continue
    if (isCardGrid(grid, measures)) grids.add(grid)
    else refused.add(grid)
  }
  return grids
}

/** @returns whether a box contains nothing but a grid of cards and a heading above it */
export function isBoxOfCards(element: PageElement, inside: Measures, measures: MeasuresOf): boolean {
  if (inside.headings === 0 || inside.links === 0 || inside.inputs > 0 || inside.images > 0) return false
  const grids = [...findCardGrids(element, measures)]
  const text = grids.reduce((sum, grid) => sum + measures.get(grid)!.text, 0)
  return grids.length > 0 && inside.text - text <= MAX_HEADING
}

/** @returns the element in the root around several boxes of the same kind, of which one contains the heading */
function gridAround(heading: PageElement, root: PageElement, measures: MeasuresOf): PageElement | undefined {
  const inside = measures.get(heading)
  if (inside === undefined || inside.text === 0) return undefined
  const isLinked = inside.links >= inside.text
  if (!isLinked && !isInLink(heading)) return undefined
  let box: PageElement = heading
  for (let level = 0; level < MAX_LEVELS_UP && box !== root; level++) {
    const parent: PageParent | null = box.parentNode
    if (parent === null || !isElement(parent)) return undefined
    // A card is a link as a whole, or its heading is one.
    if (isOneOfCards(box, parent, measures)) return isWholeLink(box, measures) || isLinked ? parent : undefined
    box = parent
  }
  return undefined
}

function isInLink(heading: PageElement): boolean {
  let at: PageParent | null = heading.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && at !== null && isElement(at); level++) {
    if (isLinkToPage(at)) return true
    at = at.parentNode
  }
  return false
}

function isOneOfCards(card: PageElement, grid: PageElement, measures: MeasuresOf): boolean {
  const least = attributeOf(card, 'class') ? MIN_NAMED_CARDS : MIN_CARDS
  return BOXES.has(card.tagName) && cardsIn(grid, kindOf(card), measures).length >= least
}

function isLinkToPage(element: PageElement): boolean {
  return element.tagName === 'a' && isPageLink(element)
}

/** @returns whether a card is a link, or an `article` that contains nothing but one */
function isWholeLink(card: PageElement, measures: MeasuresOf): boolean {
  if (isLinkToPage(card)) return true
  if (card.tagName !== 'article') return false
  const only = filledIn(card, measures)
  return only.length === 1 && isLinkToPage(only[0]!) && measures.get(only[0]!)!.text === measures.get(card)!.text
}

function cardsIn(grid: PageElement, kind: string, measures: MeasuresOf): PageElement[] {
  return filledIn(grid, measures).filter((child) => kindOf(child) === kind)
}

/** @returns the children with text. Those that are left out as clutter have no measures */
function filledIn(grid: PageElement, measures: MeasuresOf): PageElement[] {
  return grid.childNodes.filter(isElement).filter((child) => (measures.get(child)?.text ?? 0) > 0)
}

function kindOf(element: PageElement): string {
  return `${element.tagName} ${attributeOf(element, 'class') ?? ''}`
}

function isCardGrid(grid: PageElement, measures: MeasuresOf): boolean {
  const cards = filledIn(grid, measures)
  const text = cards.reduce((sum, card) => sum + lengthOutside(card, measures), 0)
  if (text < cards.length * MIN_DESCRIPTION || !cards.every((card) => isCard(card, measures))) return false
  if ([grid, ...cards].some((box) => isUnlikely(box) || isNamedClutter(box) || TEASER_NAME.test(namesOf(box))))
    return false
  const heading = headingBefore(grid)
  return heading === undefined || !(isLabel(heading) || OTHER_PAGES.test(heading))
}

/** @returns the length of the description of a card: what is not its heading, or not its link */
function lengthOutside(card: PageElement, measures: MeasuresOf): number {
  const { text, links, headings } = measures.get(card)!
  return text - (isWholeLink(card, measures) ? headings : links)
}

/** @returns whether a box consists of a heading that is a link, and a text that is neither a date nor a price */
function isCard(card: PageElement, measures: MeasuresOf): boolean {
  const inside = measures.get(card)!
  if (inside.text > MAX_CARD || inside.inputs > 0 || inside.frames > 0) return false
  if (!isWholeLink(card, measures) && (inside.links > inside.headings || inside.links === 0)) return false
  if (inside.headings === 0 || findElement(card, ({ tagName }) => tagName === 'time') !== undefined) return false
  return !DATE_OR_PRICE.test(textOf(card, MAX_CARD))
}

/** @returns the text of the heading before a grid, or before one of the boxes around it that contain little else */
function headingBefore(grid: PageElement): string | undefined {
  let at: PageElement = grid
  for (let level = 0; level < MAX_LEVELS_UP; level++) {
    const parent: PageParent | null = at.parentNode
    if (parent === null || !isElement(parent)) return undefined
    const before = parent.childNodes.slice(0, parent.childNodes.indexOf(at)).filter(isElement).at(-1)
    if (before !== undefined) {
      const heading = [before, ...firstElements(before, MAX_SEARCHED_ELEMENTS)].findLast(({ tagName }) =>
        HEADINGS.has(tagName),
      )
      return heading && textOf(heading, MAX_HEADING).trim()
    }
    at = parent
  }
  return undefined
}
