import type { ElementList } from '../dom/element-list.ts'
import { pageLinkReader } from './page-fragment.ts'
import { isPagePlace, validPlaceId } from './place-id.ts'
import { leadsUp } from './top-link.ts'
import {
  attributeOf,
  elementsOf,
  firstElements,
  isElement,
  rewriteTree,
  setAttribute,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'

/** Maximum number of places. Links to further ones are replaced by their text. */
const MAX_PLACES = 5000
/** Blocks that contain a line of text. An empty anchor in such a block marks the block. */
const TEXT_BLOCKS = new Set('p li dt dd h1 h2 h3 h4 h5 h6 td th caption figcaption summary pre blockquote'.split(' '))
const MEDIA = new Set('img picture video audio iframe svg math table'.split(' '))
const MAX_LEVELS_UP = 4
const MAX_SEARCHED_ELEMENTS = 20

/**
 * Prepares links to places of the page, such as contents and notes. Each place gets an id that may be stored, on an
 * element that later steps keep: an empty anchor gives its id to the element that it marks. Must run before addresses
 * are made absolute; `linkPlaces` then completes the links in the article.
 *
 * @param elements the elements of the page, changed in place
 * @param url the page's own address
 * @returns the number of places to which links lead
 */
export function settlePlaces(elements: ElementList, url: string): number {
  const links = pageLinks(elements.named('a'), url).filter(([, id]) => isPagePlace(id))
  if (links.length === 0) return 0
  const wanted = new Set(links.map(([, id]) => id).filter((id) => id !== ''))
  const names = namePlaces(elements, wanted)
  // The whole address also marks a link to the page itself if the page has another base.
  for (const [link, id] of links) setAttribute(link, 'href', `${url.split('#', 1)[0]}#${names.get(id) ?? id}`)
  return names.size
}

/** @returns the new id of each wanted place that exists */
function namePlaces(elements: ElementList, wanted: ReadonlySet<string>): Map<string, string> {
  const names = new Map<string, string>()
  const named = elements.withAttribute('name').filter(({ tagName }) => tagName === 'a')
  for (const element of [...elements.withAttribute('id'), ...named]) {
    const id = placeOf(element, wanted)
    if (id === undefined || names.has(id)) continue
    if (names.size >= MAX_PLACES) break
    const carrier = carrierOf(element)
    const stated = attributeOf(carrier, 'id')
    const kept = carrier === element ? id : (validPlaceId(stated) ?? id)
    const name = validPlaceId(kept) ?? `place-${names.size + 1}`
    setAttribute(carrier, 'id', name)
    names.set(id, name)
  }
  return names
}

/** Matches the prefix that GitHub gives to the ids of a text, but not to the links to them. */
const USER_CONTENT = /^user-content-/

/** @returns the wanted id of an element; undefined if no link leads to it */
function placeOf(element: PageElement, wanted: ReadonlySet<string>): string | undefined {
  const id = attributeOf(element, 'id') || (element.tagName === 'a' ? attributeOf(element, 'name') : undefined)
  if (id === undefined || id === '') return undefined
  if (wanted.has(id)) return id
  const bare = id.replace(USER_CONTENT, '')
  return wanted.has(bare) ? bare : undefined
}

/**
 * @returns the element that is to carry the id of a place: the element itself, or for an empty one the block around it,
 * the element after it, or its parent
 */
function carrierOf(place: PageElement): PageElement {
  if (!isBlank(place)) {
    if (place.tagName === 'a' && attributeOf(place, 'href') === undefined) place.tagName = place.nodeName = 'span'
    return place
  }
  let parent: PageParent | null = place.parentNode
  let at: PageElement = place
  for (let level = 0; level < MAX_LEVELS_UP && parent !== null && isElement(parent); level++) {
    if (TEXT_BLOCKS.has(parent.tagName)) return parent
    const next = nextElement(parent, at)
    if (next !== undefined) return next
    at = parent
    parent = parent.parentNode
  }
  return at
}

function nextElement(parent: PageElement, at: PageElement): PageElement | undefined {
  const index = parent.childNodes.indexOf(at)
  return parent.childNodes.slice(index + 1, index + 4).find((node) => isElement(node) && !isBlank(node)) as
    | PageElement
    | undefined
}

function isBlank(element: PageElement): boolean {
  if (MEDIA.has(element.tagName) || textOf(element, 200).trim() !== '') return false
  return !firstElements(element, MAX_SEARCHED_ELEMENTS).some(({ tagName }) => MEDIA.has(tagName))
}

/**
 * Makes links to places of the article lead there. Links to places of the page that the article does not contain are
 * replaced by their text, and lines with only a link to the top of the page are removed.
 *
 * @param root the article, changed in place; its addresses are absolute
 * @param url the page's own address
 * @returns the number of links that lead to a place of the article
 */
export function linkPlaces(root: PageParent, url: string): number {
  const elements = elementsOf(root)
  const links = pageLinks(elements, url)
  if (links.length === 0) return 0
  const wanted = new Set(links.map(([, id]) => id))
  const places = elements.filter((element) => wanted.has(attributeOf(element, 'id') ?? '') && !isBlank(element))
  const ids = new Set(
    places.map((element) => attributeOf(element, 'id')).filter((id) => validPlaceId(id) !== undefined),
  )
  const lost = new Set<PageElement>()
  for (const [link, id] of links) {
    if (!ids.has(id) || leadsUp(link)) lost.add(link)
    else setAttribute(link, 'href', `#${id}`)
  }
  if (lost.size > 0)
    rewriteTree(root, (node) => {
      const isLost = isElement(node) && lost.has(node)
      return isLost ? (leadsUp(node) ? [] : node.childNodes) : node
    })
  return links.length - lost.size
}

/** Matches the part of an address after `#` with which scripts open another view instead of a place of the page. */
const ROUTE = /^[!/]/

/** @returns the links to places of the page with the ids of the places, without those between footnotes */
function pageLinks(elements: readonly PageElement[], url: string): [PageElement, string][] {
  const idIn = pageLinkReader(url)
  const links: [PageElement, string][] = []
  for (const element of elements) {
    const id = element.tagName === 'a' ? idIn(element) : undefined
    if (id === undefined || ROUTE.test(id)) continue
    const isNote = !isPagePlace(id) && attributeOf(element, 'href') === `#${id}`
    if (!isNote) links.push([element, id])
  }
  return links
}
