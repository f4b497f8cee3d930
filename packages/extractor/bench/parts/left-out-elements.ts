import { fragmentReader } from '../../src/blocks/page-fragment.ts'
import { hidingOf, show } from '../../src/hidden/is-hidden.ts'
import {
  attributeOf,
  elementsOf,
  isElement,
  textOf,
  type PageElement,
  type PageParent,
} from '../../src/dom/page-tree.ts'
import { squeeze } from './squeeze.ts'

const SITE_ELEMENTS = new Set(['nav', 'aside'])
const SITE_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'complementary', 'search'])
/** Elements whose header and footer are their own, not those of the site (HTML standard, 4.3.8 and 4.3.9). */
const OWNERS = new Set(['article', 'main', 'blockquote', 'figure'])
const REFERENCE_CLASS = /(?:^|[\s_-])(?:footnote-?ref|fnref|noteref|citation-ref)(?=$|[\s_-])/i
/** A class name of references, but also of all links within pages that Sphinx makes. */
const UNCLEAR_CLASS = /(?:^|\s)reference(?=$|\s)/i
/** The text of a reference: a number, a letter or a sign. */
const REFERENCE_TEXT = /^\W{0,3}(?:\d{1,4}|\p{L}|[*†‡§]{1,3})\W{0,3}$/u

/** @returns whether browsers hide the element. Pictures count as visible: pages hide them until they are loaded. */
export function isHiddenElement(element: PageElement): boolean {
  return element.tagName !== 'img' && element.tagName !== 'picture' && hidingOf(element) !== undefined
}

/**
 * Removes the attributes that hide an element if it contains more than half of the page's letters: its scripts show it as
 * soon as the page is loaded.
 *
 * @param root the tree of a page, changed in place
 */
export function showMainPart(root: PageParent): void {
  const elements = elementsOf(root)
  const body = elements.find(({ tagName }) => tagName === 'body')
  if (body === undefined) return
  const all = squeeze(textOf(body, Infinity)).length
  const isMain = (element: PageElement): boolean => squeeze(textOf(element, Infinity)).length * 2 > all
  for (const element of elements) if (isHiddenElement(element) && isMain(element)) show(element)
}

/** @returns whether the element is a navigation, an aside, or the header or footer of the whole site */
export function isSitePart(element: PageElement): boolean {
  const role = attributeOf(element, 'role')
  if (SITE_ELEMENTS.has(element.tagName) || (role !== undefined && SITE_ROLES.has(role))) return true
  return (element.tagName === 'header' || element.tagName === 'footer') && !hasOwner(element)
}

function hasOwner({ parentNode }: PageElement): boolean {
  for (let at: PageParent | null = parentNode; at !== null && isElement(at); at = at.parentNode)
    if (OWNERS.has(at.tagName) || attributeOf(at, 'role') === 'main') return true
  return false
}

/**
 * @returns the id of the place of its own page to which a link leads, without `#`; undefined for other elements. Scheme,
 *   `www.` and a slash at the end of the address do not count.
 */
export function localTargetOf(element: PageElement, url: string): string | undefined {
  if (element.tagName !== 'a') return undefined
  if (lastReader.url !== url) lastReader = { url, read: fragmentReader(url) }
  return lastReader.read(element)
}

/** The reader for the page that is measured now, because links are compared with its address many times. */
let lastReader = { url: '', read: fragmentReader('') }

/** @returns whether the element is a link from the text to a note: a raised link, or one that is marked as such */
export function isReference(element: PageElement, url: string): boolean {
  if (localTargetOf(element, url) === undefined) return false
  const { parentNode: parent } = element
  const role = attributeOf(element, 'role') ?? attributeOf(element, 'epub:type') ?? ''
  const names = attributeOf(element, 'class') ?? ''
  if (/noteref/.test(role) || REFERENCE_CLASS.test(names)) return true
  if (UNCLEAR_CLASS.test(names) && REFERENCE_TEXT.test(textOf(element, 20).trim())) return true
  const isRaised = parent !== null && isElement(parent) && parent.tagName === 'sup'
  return isRaised || elementsOf(element).some(({ tagName }) => tagName === 'sup')
}
