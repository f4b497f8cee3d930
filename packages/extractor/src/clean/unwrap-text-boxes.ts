import { isNamedClutter, isUnlikelyName, namesOf } from '../dom/class-name-hints.ts'
import type { ElementList } from '../dom/element-list.ts'
import {
  attributeOf,
  firstElements,
  isElement,
  setAttribute,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'
import { linkDensity, measureTree, type Measures } from '../dom/text-measures.ts'
import { startsLikeNote } from '../blocks/callouts.ts'
import { isFacts, markFacts } from '../find/boxes/facts.ts'
import { isSitePart } from '../find/site-parts.ts'
import { containsTeasers } from '../find/boxes/teasers.ts'

/** Maximum number of boxes that are examined. */
const MAX_BOXES = 100
const MAX_LEVELS_UP = 20
/** Number of elements at the start of a box whose names are examined. */
const MAX_NAMED = 20
/** Maximum share of a box's text in links. Boxes with more lead to other pages. */
const MAX_LINKED = 0.2
/** Minimum length in characters of paragraphs and lists that are content. */
const MIN_TEXT = 60
const MIN_ITEMS = 3
/** Minimum length in characters of a note, such as a warning of one sentence. */
const MIN_NOTE = 20
/** Maximum length in characters of a box that is compared with the text around it. A pull quote is short. */
const MAX_PULL_QUOTE = 400
/** Maximum length in characters of the text around a box that is searched. */
const MAX_SEARCHED_TEXT = 500_000
/** Minimum length in characters of the paragraphs in a footer that is content, such as questions below an article. */
const MIN_FOOTER_PROSE = 300
/** Matches words of notices about the site: cookies, scripts and the browser. */
const SITE_NOTICE = /cookie|javascript|browser|consent|datenschutz|newsletter|subscri/i

/**
 * Turns boxes in the text into a `div`, so that they stay in the article: an `aside` with a list or a paragraph, such as
 * the ingredients of a recipe or a box with facts, a `footer` of the article with questions, and a note with the role
 * `alert`. Boxes with links to other pages, with forms, about the site or its authors, and pull quotes, which repeat a
 * sentence of the article, are not changed.
 *
 * @param elements the elements of the page, changed in place
 * @returns the number of boxes that stay in the article
 */
export function unwrapTextBoxes(elements: ElementList): number {
  const boxes = boxesIn(elements).slice(0, MAX_BOXES)
  const kept = boxes.filter((box) => isText(box))
  for (const box of kept) {
    if (box.tagName === 'aside' && isFacts(box)) markFacts(box)
    if (box.tagName === 'aside' || box.tagName === 'footer') box.tagName = box.nodeName = 'div'
    setAttribute(box, 'role', undefined)
    // The names of a box that is a note and of its title, such as "sidebar-title", would count against them.
    for (const named of [box, ...firstElements(box, MAX_NAMED)])
      if (isUnlikelyName(namesOf(named))) setAttribute(named, 'class', undefined)
  }
  return kept.length
}

const BOX_ROLES = new Set(['alert', 'note'])

function boxesIn(elements: ElementList): PageElement[] {
  const notes = elements.withAttribute('role').filter((element) => BOX_ROLES.has(attributeOf(element, 'role') ?? ''))
  return [...new Set([...elements.named('aside'), ...elements.named('footer'), ...notes])]
}

function isText(box: PageElement): boolean {
  if (isNamedOther(box) || isSitePart(box)) return false
  const inside = measureTree(box, new Set()).get(box)!
  if (inside.inputs + inside.frames > 0) return false
  if (box.tagName === 'footer') return isMostlyText(inside) && isEndOfArticle(box, inside)
  if (!isStatedNote(box) && !hasFacts(box, inside) && !isLongEnough(box, inside)) return false
  return box.tagName === 'aside' ? isAsideOfText(box, inside) : !SITE_NOTICE.test(textOf(box, MAX_PULL_QUOTE))
}

/** @returns whether the name of a box says that it is another part of the page. A note among paragraphs is none. */
function isNamedOther(box: PageElement): boolean {
  return (
    isNamedClutter(box) ||
    (isUnlikelyName(namesOf(box)) && !(isNote(box) && (isAmongParagraphs(box) || isInSection(box))))
  )
}

/** @returns whether a box contains a paragraph, a list or sentences */
function isLongEnough(box: PageElement, inside: Measures): boolean {
  if (isMostlyText(inside) && (inside.long > 0 || inside.items >= MIN_ITEMS)) return true
  return isMostlyText(inside, MIN_NOTE) && isNote(box)
}

function hasFacts(box: PageElement, inside: Measures): boolean {
  return box.tagName === 'aside' && linkDensity(inside) <= MAX_LINKED_FACTS && isFacts(box)
}

function isStatedNote(box: PageElement): boolean {
  return attributeOf(box, 'role') === 'note' || (box.tagName === 'aside' && startsLikeNote(textOf(box, MIN_NEXT)))
}

/** Maximum share of the text of facts in links. */
const MAX_LINKED_FACTS = 0.5

/** @returns whether a box says that it is a note, or consists of sentences */
function isNote(box: PageElement): boolean {
  if (isStatedNote(box)) return true
  return box.tagName === 'aside' && SENTENCE_END.test(textOf(box, MAX_PULL_QUOTE + 1).trim()) && isBeforeText(box)
}

/** Minimum length in characters of a text after a note. */
const MIN_NEXT = 40
const TEXT_BLOCKS = new Set('p h2 h3 h4 ul ol details pre table figure section'.split(' '))

/** @returns whether text follows a box in the same box. At the end of an article, a box is about its author or the site. */
function isBeforeText(box: PageElement): boolean {
  const siblings = box.parentNode?.childNodes ?? []
  if (siblings.length > MAX_SIBLINGS) return false
  let length = 0
  for (const node of siblings.slice(siblings.indexOf(box) + 1)) {
    if (isElement(node) && TEXT_BLOCKS.has(node.tagName)) length += textOf(node, MIN_NEXT * 2).trim().length
    if (length >= MIN_NEXT) return true
  }
  return false
}

const SENTENCE_END = /\p{L}[.!?。！？…][\p{Pf}"')\]]?$/u

function isMostlyText(inside: Measures, least = MIN_TEXT): boolean {
  return inside.text >= least && linkDensity(inside) <= MAX_LINKED
}

/** Minimum length in characters of a paragraph of the text. */
const MIN_PARAGRAPH = 80
/** Maximum number of nodes around a box. In a longer sequence, the search for paragraphs would be slow. */
const MAX_SIBLINGS = 2000

/** @returns whether a box stands beside a paragraph */
function isAmongParagraphs({ parentNode }: PageElement): boolean {
  if (parentNode === null || parentNode.childNodes.length > MAX_SIBLINGS) return false
  return parentNode.childNodes.some(
    (node) => isElement(node) && node.tagName === 'p' && textOf(node, MIN_PARAGRAPH * 2).trim().length >= MIN_PARAGRAPH,
  )
}

/** @returns whether a box is in a section of the text, below its heading */
function isInSection({ parentNode }: PageElement): boolean {
  if (parentNode === null || !isElement(parentNode) || parentNode.tagName !== 'section') return false
  const first = parentNode.childNodes.find(isElement)
  return first !== undefined && /^h[1-6]$/.test(first.tagName) && mainPartAround(parentNode) !== undefined
}

function isEndOfArticle(footer: PageElement, { headings, long }: Measures): boolean {
  return headings > 0 && long >= MIN_FOOTER_PROSE && mainPartAround(footer) !== undefined
}

function isAsideOfText(aside: PageElement, inside: Measures): boolean {
  if (inside.headings > 0 && inside.links > 0 && containsTeasers(aside)) return false
  const main = mainPartAround(aside) ?? (isAmongParagraphs(aside) ? (aside.parentNode as PageElement) : undefined)
  return main !== undefined && !isPullQuote(aside, inside, main)
}

/** @returns the article, or the main element, around a box; undefined outside of them */
function mainPartAround(box: PageElement): PageElement | undefined {
  let parent: PageParent | null = box.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && parent !== null && isElement(parent); level++) {
    const { tagName } = parent
    if (tagName === 'article' || tagName === 'main' || attributeOf(parent, 'role') === 'main') return parent
    parent = parent.parentNode
  }
  return undefined
}

function isPullQuote(box: PageElement, { text }: Measures, main: PageElement): boolean {
  if (text > MAX_PULL_QUOTE) return false
  const own = lettersOf(box, MAX_PULL_QUOTE * 2)
  const all = lettersOf(main, MAX_SEARCHED_TEXT)
  return all.indexOf(own) !== all.lastIndexOf(own)
}

function lettersOf(element: PageElement, limit: number): string {
  return textOf(element, limit).replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
