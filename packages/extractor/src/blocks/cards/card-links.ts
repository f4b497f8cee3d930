import { isOtherPagesLabel } from '../../clean/unrelated-line-patterns.ts'
import { sourceOf } from '../../dom/copy-tree.ts'
import { memoizeByClassName } from '../../dom/memoize-by-class-name.ts'
import {
  attributeOf,
  createElement,
  elementsOf,
  findElement,
  firstElements,
  isElement,
  isText,
  setChildren,
  textOf,
  type PageElement,
} from '../../dom/page-tree.ts'
import { isHeadingElement, isInside } from '../../dom/select-elements.ts'

/** Maximum number of elements between a link and the card that it covers. */
const MAX_LEVELS_UP = 4
/** Maximum number of elements in a card. */
const MAX_CARD = 80
/** Maximum number of elements in a link without text. */
const MAX_COVER = 20
/** Maximum number of links that are examined. */
const MAX_LINKS = 5000
/** Minimum and maximum length in characters of the title of a card. */
const MIN_TITLE = 3
const MAX_TITLE = 300

const IMAGE_FILE = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)(?:[/?#]|$)/i

/** A link without text that covers a card. */
interface CardLink {
  readonly address: string
  /** True if a picture is in the link, which may lead to the picture instead of the card's page. */
  readonly hasPicture: boolean
}

/** The links that cover cards, by the titles of the cards. */
export type CardLinks = ReadonlyMap<PageElement, CardLink>

/**
 * Finds titles of cards that a link without text covers. The link would be lost with its card's box. It belongs to the
 * title that its label repeats, or to the only heading of one of several cards that has no other link.
 *
 * @param anchors all `a` elements of the page, with absolute addresses. Text that a style hides in a covering link is removed
 * @param url address of the page. A link to a place of the page is none to another one
 */
export function cardLinks(anchors: readonly PageElement[], url: string): CardLinks {
  const found = new Map<PageElement, CardLink>()
  const links = anchors.slice(0, MAX_LINKS)
  const known = new Map<PageElement, readonly PageElement[]>()
  const elementsIn: ElementsIn = (box) => {
    const inside = known.get(box) ?? firstElements(box, MAX_CARD + 1)
    known.set(box, inside)
    return inside
  }
  for (const link of links) {
    if (hidesText(attributeOf(link, 'class') ?? '')) setChildren(link, [])
    const address = attributeOf(link, 'href')
    if (address === undefined || !isCover(link, address, url)) continue
    const title = titleOf(link, elementsIn)
    if (title !== undefined && !found.has(title)) found.set(title, { address, hasPicture: hasPicture(link) })
  }
  return found
}

/**
 * Turns titles of cards below a label such as "You may also like" into links, so that the cards are recognised as links to
 * other pages.
 *
 * @param elements all elements of the page, whose titles are changed in place
 * @returns the number of these titles
 */
export function linkOtherPages(elements: readonly PageElement[], links: CardLinks): number {
  if (links.size === 0) return 0
  let [isOther, count] = [false, 0]
  for (const element of elements) {
    const link = links.get(element)
    if (link === undefined) {
      if (isHeadingElement(element)) isOther = isOtherPagesLabel(textOf(element, MAX_TITLE).trim())
    } else if (isOther) {
      linkTitle(element, link)
      count += 1
    }
  }
  return count
}

/**
 * Turns titles of cards in an article into links, except those of cards whose picture is the link.
 *
 * @param article copies of parts of the page, changed in place
 * @returns the number of these titles
 */
export function linkTitles(article: PageElement, links: CardLinks): number {
  if (links.size === 0) return 0
  let count = 0
  for (const element of elementsOf(article)) {
    const link = links.get(sourceOf(element) as PageElement)
    if (link === undefined || link.hasPicture || findElement(element, isLink) !== undefined) continue
    linkTitle(element, link)
    count += 1
  }
  return count
}

function linkTitle(title: PageElement, { address }: CardLink): void {
  setChildren(title, [createElement('a', { href: address }, title.childNodes)])
}

/** Matches the class name with which sphinx-design hides the text of a link that covers a card. */
const HIDDEN_TEXT_NAME = /(?:^|[\s_-])hide-link-text(?=$|\s)/
const hidesText = memoizeByClassName((names) => HIDDEN_TEXT_NAME.test(names))
/** Matches class names of titles of cards that are no headings. */
const TITLE_NAME = /(?:^|[\s_-])card-?title(?=$|\s)/i

function classOf(element: PageElement): string {
  return attributeOf(element, 'class')?.slice(0, MAX_TITLE) ?? ''
}

function isLink({ tagName }: PageElement): boolean {
  return tagName === 'a'
}

function hasPicture(link: PageElement): boolean {
  return findElement(link, ({ tagName }) => PICTURES.has(tagName)) !== undefined
}

const PICTURES = new Set(['img', 'picture', 'svg', 'video'])

/** @returns whether a link to another page has no text */
function isCover(link: PageElement, href: string, url: string): boolean {
  if (link.childNodes.some((child) => isText(child) && child.value.trim() !== '')) return false
  if (!/^https?:/i.test(href) || IMAGE_FILE.test(href)) return false
  if (href.split('#', 1)[0] === url.split('#', 1)[0]) return false
  return firstElements(link, MAX_COVER + 1).length <= MAX_COVER && textOf(link, MIN_TITLE).trim() === ''
}

/** Lists the first elements of a box, one more than those of a card. */
type ElementsIn = (box: PageElement) => readonly PageElement[]

/** @returns the title of the card that a link without text covers; undefined if there is none, or if it is a link */
function titleOf(link: PageElement, elementsIn: ElementsIn): PageElement | undefined {
  const label = words(attributeOf(link, 'aria-label') ?? attributeOf(link, 'title') ?? '')
  let box = link.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && box !== null && isElement(box); level++, box = box.parentNode) {
    const inside = elementsIn(box)
    if (inside.length > MAX_CARD) return undefined
    if (label === '' && inside.some((one) => isLink(one) && one !== link)) return undefined
    const title = label === '' ? unlabelledTitle(box, inside, link) : labelledTitle(label, inside)
    if (title !== undefined) return inside.some((one) => isLink(one) && isInside(title, one)) ? undefined : title
  }
  return undefined
}

/** @returns the heading whose text is a part of the label, or the innermost element whose text is the label */
function labelledTitle(label: string, inside: readonly PageElement[]): PageElement | undefined {
  const heading = inside.find((one) => {
    if (!isHeadingElement(one)) return false
    const text = words(textOf(one, MAX_TITLE + 1))
    return text.length >= MIN_TITLE && label.includes(text)
  })
  return heading ?? inside.find((one) => !isLink(one) && isLabel(one, label))
}

function isLabel({ childNodes: [only, ...others] }: PageElement, label: string): boolean {
  if (only === undefined || others.length > 0 || !isText(only) || only.value.length < label.length) return false
  return words(only.value) === label
}

/** @returns the only heading, or element named as a title, of a card beside another one of its kind */
function onlyHeading(card: PageElement, inside: readonly PageElement[]): PageElement | undefined {
  const headings = inside.filter((one) => isHeadingElement(one) || TITLE_NAME.test(classOf(one)))
  if (headings.length !== 1) return undefined
  const { length } = textOf(headings[0]!, MAX_TITLE + 1).trim()
  return length >= MIN_TITLE && length <= MAX_TITLE && isOneOfSeveral(card) ? headings[0] : undefined
}

function unlabelledTitle(
  card: PageElement,
  inside: readonly PageElement[],
  link: PageElement,
): PageElement | undefined {
  return onlyHeading(card, inside) ?? firstLine(card, inside, link)
}

/** Maximum length in characters of a title that is no heading. */
const MAX_LINE = 100

/** @returns the first text of a card that starts with its link and has no heading, beside another card of its kind */
function firstLine(card: PageElement, inside: readonly PageElement[], link: PageElement): PageElement | undefined {
  if (inside[0] !== link || inside.some(isHeadingElement) || !isOneOfSeveral(card)) return undefined
  const line = inside.find(({ childNodes }) => childNodes.some((node) => isText(node) && node.value.trim() !== ''))
  const length = line === undefined ? 0 : textOf(line, MAX_LINE + 1).trim().length
  return length >= MIN_TITLE && length <= MAX_LINE ? line : undefined
}

function isOneOfSeveral(card: PageElement): boolean {
  const siblings = card.parentNode?.childNodes.filter(isElement) ?? []
  const place = siblings.indexOf(card)
  return [place - 1, place + 1].some((beside) => siblings[beside] && kindOf(siblings[beside]) === kindOf(card))
}

function kindOf(element: PageElement): string {
  return `${element.tagName} ${attributeOf(element, 'class') ?? ''}`
}

function words(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE).toLowerCase()
}
