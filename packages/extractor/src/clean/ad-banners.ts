import type { ElementList } from '../dom/element-list.ts'
import { withoutSigns } from '../dom/phrase-test.ts'
import { attributeOf, firstElements, isElement, isText, textOf, type PageElement } from '../dom/page-tree.ts'
import { webAddress } from '../dom/web-address.ts'
import { siteOf } from '../paging/site-of.ts'
import { isLabel } from './unrelated-line-patterns.ts'

/** Sizes of advertisements in pixels (IAB, "Fixed Size Ad Specifications", and the older "Universal Ad Package"). */
const AD_SIZES = new Set(
  '970x250 970x90 728x90 468x60 300x600 300x250 336x280 250x250 160x600 120x600 320x50 320x100 300x50'.split(' '),
)
/** Matches labels of rows of logos: customers of the site, or papers that wrote about it. */
const LOGO_LABEL =
  /^(?:(?:as )?(?:seen|featured|heard) (?:in|on|by)|(?:trusted|used|loved) by\b.{0,40}|our (?:clients|customers|partners|sponsors)|in the press|bekannt aus|unsere (?:kunden|partner|sponsoren)|vu (?:dans|sur)|nos (?:clients|partenaires)|nuestros (?:clientes|socios)|i nostri (?:clienti|partner)|onze (?:klanten|partners)|nossos (?:clientes|parceiros)|(?:nam zaufali|nasi (?:klienci|partnerzy)))$/u
const MIN_LOGOS = 3
const MAX_LABEL = 80
/** Maximum length of a label in characters with the white space around it. */
const MAX_TEXT = 1000
const MAX_SEARCHED_ELEMENTS = 60
/** Maximum number of elements between a picture and its link, or the box of its row. */
const MAX_LEVELS = 8

/**
 * Finds pictures that are no part of a text: banners, which have the size of an advertisement and lead to another site,
 * and rows of logos below a label such as "As seen in".
 *
 * @param elements the elements of the page, with absolute addresses
 * @param url the page's own address
 * @returns the links and boxes to remove
 */
export function adBannersIn(elements: ElementList, url: string): readonly PageElement[] {
  const site = siteOf(url)
  const pictures = elements.named('img')
  const links = pictures.filter(hasAdSize).flatMap((picture) => linkAround(picture) ?? [])
  const rows = boxesOfSeveral(pictures).filter(isRowOfLogos)
  return [...links.filter((link) => isBanner(link, site)), ...rows]
}

function hasAdSize(picture: PageElement): boolean {
  return AD_SIZES.has(`${attributeOf(picture, 'width')}x${attributeOf(picture, 'height')}`)
}

/** @returns the elements around a picture, the innermost first */
function elementsAround(picture: PageElement): PageElement[] {
  const around: PageElement[] = []
  let { parentNode } = picture
  while (parentNode !== null && isElement(parentNode) && around.length < MAX_LEVELS) {
    around.push(parentNode)
    parentNode = parentNode.parentNode
  }
  return around
}

function linkAround(picture: PageElement): PageElement | undefined {
  return elementsAround(picture).find(({ tagName }) => tagName === 'a')
}

/** @returns the boxes around at least as many pictures as a row of logos has */
function boxesOfSeveral(pictures: readonly PageElement[]): PageElement[] {
  const counts = new Map<PageElement, number>()
  if (pictures.length < MIN_LOGOS) return []
  for (const picture of pictures) {
    for (const box of elementsAround(picture)) if (isBox(box)) counts.set(box, (counts.get(box) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count >= MIN_LOGOS).map(([box]) => box)
}

function isBanner(link: PageElement, site: string): boolean {
  const pictures = firstElements(link, MAX_SEARCHED_ELEMENTS).filter(({ tagName }) => tagName === 'img')
  if (pictures.length !== 1 || lineOf(link) !== '') return false
  const target = siteOf(webAddress(attributeOf(link, 'href')) ?? '')
  return target !== '' && target !== site && isAlone(link)
}

/** @returns whether a link is all that its block contains, apart from a label such as "Advertisement": it has no caption */
function isAlone(link: PageElement): boolean {
  const { parentNode } = link
  if (parentNode === null || !isElement(parentNode)) return false
  return parentNode.childNodes.every(
    (node) =>
      node === link ||
      (isText(node) && !/\S/.test(node.value)) ||
      (isElement(node) && (node.tagName === 'br' || isLabelOf(node))),
  )
}

function isBox({ tagName }: PageElement): boolean {
  return tagName === 'div' || tagName === 'section'
}

/** @returns whether a box consists of a label and small pictures. Pictures with captions are content. */
function isRowOfLogos(box: PageElement): boolean {
  const label = lineOf(box)
  if (label === undefined || !LOGO_LABEL.test(withoutSigns(label))) return false
  const inner = firstElements(box, MAX_SEARCHED_ELEMENTS)
  const pictures = inner.filter(({ tagName }) => tagName === 'img')
  return pictures.length >= MIN_LOGOS && inner.every(({ tagName }) => tagName !== 'figcaption')
}

function isLabelOf(element: PageElement): boolean {
  const line = lineOf(element)
  return line !== undefined && isLabel(line)
}

/** @returns the text of an element; undefined if it is longer than a label */
function lineOf(element: PageElement): string | undefined {
  const text = textOf(element, MAX_TEXT + 1)
  if (text.length > MAX_TEXT) return undefined
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_LABEL ? undefined : line
}
