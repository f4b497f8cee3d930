import { leadsToOtherOrganisation } from '../../clean/own-links/other-sites.ts'
import {
  attributeOf,
  elementsOf,
  findElement,
  isElement,
  isText,
  textOf,
  type PageElement,
} from '../../dom/page-tree.ts'

/**
 * @returns whether an element is a figure that shows another page: a link around a picture and several texts, such as the title
 *   and the description of the page
 */
export function isCardFigure(element: PageElement): boolean {
  return element.tagName === 'figure' && elementsOf(element).some(isCard)
}

/** Maximum length in characters of a card, and minimum lengths of the paragraph before it and of what follows it. */
const MAX_CARD = 600
const MIN_TEXT = 80
const MIN_AFTER = 10
const BOXES = new Set(['div', 'section', 'aside', 'p'])
/** Maximum number of nodes beside a card. In a longer sequence, the search for the place of each card would be slow. */
const MAX_SIBLINGS = 2000

/**
 * Turns the boxes of cards that an author put below a paragraph, and above something else, into figures, so that they
 * stay: cards of pages of other organisations. Cards that lead to the same one are teasers.
 *
 * @param links all `a` elements of a page with absolute addresses, whose boxes are changed in place
 * @param url address of the page
 * @returns the number of figures
 */
export function frameCards(links: readonly PageElement[], url: string): number {
  let count = 0
  for (const link of links) {
    const box = link.parentNode
    if (box === null || !isElement(box) || !BOXES.has(box.tagName)) continue
    // Most links are among other text, so the address is looked at last.
    if (!isAlone(link, box) || !isCard(link) || !isBetweenTexts(box)) continue
    if (!leadsToOtherOrganisation(attributeOf(link, 'href') ?? '', url)) continue
    box.tagName = box.nodeName = 'figure'
    count += 1
  }
  return count
}

function isAlone(link: PageElement, box: PageElement): boolean {
  if (!link.childNodes.some(isElement)) return false
  const isOnly = box.childNodes.every(
    (node) => node === link || (isText(node) && node.value.trim() === '') || node.nodeName === '#comment',
  )
  return isOnly && textOf(link, MAX_CARD + 1).length <= MAX_CARD
}

function isBetweenTexts(box: PageElement): boolean {
  const siblings = box.parentNode?.childNodes ?? []
  if (siblings.length > MAX_SIBLINGS) return false
  const elements = siblings.filter(isElement)
  const at = elements.indexOf(box)
  const after = elements[at + 1]
  return isParagraph(elements[at - 1]) && after !== undefined && textOf(after, MIN_AFTER * 2).trim().length >= MIN_AFTER
}

/** @returns whether an element is a paragraph, in a box or not */
function isParagraph(element: PageElement | undefined): boolean {
  if (element === undefined || !(element.tagName === 'p' || element.tagName === 'div')) return false
  if (textOf(element, MIN_TEXT * 2).trim().length < MIN_TEXT) return false
  return (
    findElement(element, ({ tagName }) => tagName === 'img' || tagName === 'input' || /^h[1-6]$/.test(tagName)) ===
    undefined
  )
}

function isCard(element: PageElement): boolean {
  if (element.tagName !== 'a') return false
  const inner = elementsOf(element)
  return inner.some(({ tagName }) => tagName === 'img') && inner.filter(hasOwnText).length > 1
}

function hasOwnText({ childNodes }: PageElement): boolean {
  return childNodes.some((node) => isText(node) && node.value.trim() !== '')
}
