import { isOtherPagesLabel } from '../clean/unrelated-line-patterns.ts'
import { sourceOf } from '../dom/copy-tree.ts'
import {
  attributeOf,
  detachNode,
  elementsOf,
  findElement,
  findElements,
  isElement,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'
import { ancestorsOf, isHeadingElement } from '../dom/select-elements.ts'
import { isPageLink } from '../dom/text-measures.ts'

const MAX_LABEL = 60
/** Maximum number of labels that are examined. */
const MAX_LABELS = 50
/** Number of elements between a label and the box beside the cards, and between a box and its cards. */
const MAX_LEVELS = 4
const MIN_CARDS = 2
/** Maximum length in characters of the text of a card. Longer ones are articles or sections. */
const MAX_CARD = 600
/** Minimum share of the text of a card that is in links, if no heading is. */
const MIN_LINKED = 0.3
/** Minimum length in characters of a paragraph, and of the paragraphs of an article that is not a list of other pages. */
const MIN_PARAGRAPH = 80
const MIN_PROSE = 600
const MAX_PARAGRAPH = 5000
/** Maximum length of the links of such a page, as a share of that of its paragraphs. */
const MAX_LINKED_IN_PROSE = 0.5

/**
 * Finds cards of other pages below a label such as "You may also like", with the label.
 *
 * @param elements the elements of a page
 * @returns the labels and the boxes with the cards
 */
export function cardsOfOtherPages(elements: readonly PageElement[]): ReadonlySet<PageElement> {
  const found = new Set<PageElement>()
  const labels = elements.filter((one) => isHeadingElement(one) && isOtherPagesLabel(textOf(one, MAX_LABEL + 1).trim()))
  for (const label of labels.slice(0, MAX_LABELS)) {
    const cards = cardsBelow(label)
    for (const element of cards.length > 0 ? [label, ...cards] : []) found.add(element)
  }
  return found
}

/**
 * Removes cards of other pages from an article. Their excerpts would look like its text. An article without prose of its
 * own is a list, whose cards stay.
 *
 * @param article copies of parts of the page, changed in place
 * @param cards elements of the page
 * @returns the number of removed elements
 */
export function dropCards(article: PageElement, cards: ReadonlySet<PageElement>): number {
  if (cards.size === 0) return 0
  const dropped = new Set(findElements(article, (element) => cards.has(sourceOf(element) as PageElement)))
  if (dropped.size === 0 || !hasProse(article, dropped)) return 0
  detachNode(article, dropped)
  return dropped.size
}

/** @returns the box with the cards that follow a label, or the cards that do; nothing if something else follows */
function cardsBelow(label: PageElement): readonly PageElement[] {
  let at = label
  for (let level = 0; level < MAX_LEVELS; level++) {
    const [next, ...others] = filledAfter(at)
    if (next !== undefined) {
      if (areCards(cardsIn(next))) return [next]
      const end = others.findIndex((other) => kindOf(other) !== kindOf(next))
      const alike = [next, ...(end < 0 ? others : others.slice(0, end))]
      return areCards(alike) ? alike : []
    }
    const parent: PageParent | null = at.parentNode
    if (parent === null || !isElement(parent) || parent.tagName === 'body') return []
    at = parent
  }
  return []
}

function filledAfter(element: PageElement): PageElement[] {
  const siblings = element.parentNode?.childNodes.filter(isElement) ?? []
  return siblings.slice(siblings.indexOf(element) + 1).filter(isFilled)
}

/** @returns the filled children of a box, or of the only box in it */
function cardsIn(box: PageElement): readonly PageElement[] {
  let children = box.childNodes.filter(isElement).filter(isFilled)
  for (let level = 0; level < MAX_LEVELS && children.length === 1; level++)
    children = children[0]!.childNodes.filter(isElement).filter(isFilled)
  return children
}

function isFilled(element: PageElement): boolean {
  return textOf(element, 1000).trim() !== ''
}

function areCards(cards: readonly PageElement[]): boolean {
  return cards.length >= MIN_CARDS && cards.every((card) => kindOf(card) === kindOf(cards[0]!) && isCard(card))
}

/** @returns whether a box has a short text and a heading that is a link, or is itself a link or mostly links */
function isCard(card: PageElement): boolean {
  const length = textOf(card, MAX_CARD + 1).trim().length
  if (length > MAX_CARD || isHeadingElement(card)) return false
  const links = [card, ...elementsOf(card)].filter((one) => one.tagName === 'a' && isPageLink(one))
  if (links.length === 0) return false
  const linked = links.reduce((sum, link) => sum + textOf(link, MAX_CARD).trim().length, 0)
  return (
    linked >= length * MIN_LINKED ||
    findElements(card, isHeadingElement).some((one) => findElement(one, isLink) !== undefined)
  )
}

function isLink({ tagName }: PageElement): boolean {
  return tagName === 'a'
}

function kindOf(element: PageElement): string {
  return `${element.tagName} ${attributeOf(element, 'class')?.trim().split(/\s/, 1)[0] ?? ''}`
}

/** @returns whether an article has paragraphs outside of the cards, and few links */
function hasProse(article: PageElement, cards: ReadonlySet<PageElement>): boolean {
  let [prose, linked] = [0, 0]
  for (const element of elementsOf(article)) {
    if (!TEXT_ELEMENTS.has(element.tagName) || [element, ...ancestorsOf(element)].some((one) => cards.has(one)))
      continue
    const { length } = textOf(element, MAX_PARAGRAPH).trim()
    if (isLink(element)) linked += length
    else if (length >= MIN_PARAGRAPH) prose += length
  }
  return prose >= MIN_PROSE && linked <= prose * MAX_LINKED_IN_PROSE
}

const TEXT_ELEMENTS = new Set(['p', 'a'])
