import {
  attributeOf,
  elementsOf,
  isElement,
  rewriteTree,
  setAttribute,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { largestCandidate, parseSrcset } from '../dom/srcset.ts'

/** Attributes in which scripts for lazy loading store the real address, the most common first. */
const LAZY_SOURCE_ATTRIBUTES: readonly string[] = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-original-src',
  'data-lazy',
  'data-url',
  'data-hi-res-src',
  'data-full-src',
  'data-image',
  'data-img-src',
]
const LAZY_SRCSET_ATTRIBUTES: readonly string[] = ['data-srcset', 'data-lazy-srcset', 'data-original-set']

const PLACEHOLDER_ADDRESS =
  /(?:^|[/_.-])(?:blank|placeholder|spacer|lazy|loading|transparent|pixel|1x1|grey|gray)[^/]{0,40}$/i

/**
 * Maximum number of `noscript` elements and placeholders that are checked. Further ones stay unchanged, because each
 * check searches all siblings of the element.
 */
const MAX_CANDIDATES = 1000

/**
 * Gives lazily loaded images their real address. It is taken from the attributes of the loading script, from the
 * sources of the `picture` element, or from a copy of the image in an adjacent `noscript`.
 *
 * @param root the page's tree, changed in place
 * @param base base for relative addresses
 * @returns the number of repaired images
 */
export function fillInLazyImages(root: PageParent, base: string): number {
  const images = elementsOf(root).filter((element) => element.tagName === 'img')
  const mended = images.filter((image) => fillInAddress(image, base)).length
  for (const image of images) removeLazyAttributes(image)
  return mended + unpackNoscripts(root)
}

function fillInAddress(image: PageElement, base: string): boolean {
  if (!isPlaceholder(attributeOf(image, 'src'))) return false
  const set = firstOf(image, LAZY_SRCSET_ATTRIBUTES) ?? attributeOf(image, 'srcset') ?? sourceOfPicture(image)
  const source = firstOf(image, LAZY_SOURCE_ATTRIBUTES) ?? (set && largestCandidate(parseSrcset(set, base)))
  if (source === undefined || source === '') return false
  setAttribute(image, 'src', source)
  if (set !== undefined) setAttribute(image, 'srcset', set)
  return true
}

/** Removes the attributes for lazy loading, so that later steps do not repair the image again. */
function removeLazyAttributes(image: PageElement): void {
  image.attrs = image.attrs.filter(({ name }) => name !== 'class' && !name.startsWith('data-'))
}

function unpackNoscripts(root: PageParent): number {
  let unpacked = 0
  let seen = 0
  rewriteTree(root, (node) => {
    if (!isElement(node) || !mayChange(node) || ++seen > MAX_CANDIDATES) return node
    if (node.tagName === 'img') return hasNoscriptImage(node) ? [] : node
    const images = imagesInNoscript(node)
    unpacked += images.length
    return images.length === 0 ? node : images
  })
  return unpacked
}

function mayChange(element: PageElement): boolean {
  return element.tagName === 'noscript' || (element.tagName === 'img' && isPlaceholder(attributeOf(element, 'src')))
}

/** @returns true if the element after a placeholder is a `noscript` with the real image */
function hasNoscriptImage(image: PageElement): boolean {
  const siblings = image.parentNode?.childNodes ?? []
  const at = siblings.indexOf(image)
  const next = siblings.slice(at + 1, at + 4).find(isElement)
  return next !== undefined && imagesInNoscript(next).length > 0
}

function isPlaceholder(source: string | undefined): boolean {
  if (source === undefined || source.trim() === '' || /^(?:data|about):/i.test(source)) return true
  return PLACEHOLDER_ADDRESS.test(source.slice(-200).split('?')[0] ?? '')
}

function firstOf(element: PageElement, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = attributeOf(element, name)?.trim()
    if (value) return value
  }
  return undefined
}

function sourceOfPicture(image: PageElement): string | undefined {
  const picture = image.parentNode
  if (picture === null || !isElement(picture) || picture.tagName !== 'picture') return undefined
  const sources = picture.childNodes.filter((node) => isElement(node) && node.tagName === 'source').filter(isElement)
  return sources
    .map((source) => firstOf(source, ['srcset', ...LAZY_SRCSET_ATTRIBUTES]))
    .find((set) => set !== undefined)
}

/** @returns the images in a `noscript`. Its content is text, because pages are parsed as if scripting were enabled. */
function imagesInNoscript(node: PageElement): PageElement[] {
  if (node.tagName !== 'noscript') return []
  const markup = textOf(node)
  if (!/<img\s/i.test(markup) || shownBeside(node)) return []
  return elementsOf(parseHtmlFragment(markup))
    .filter((element) => element.tagName === 'img')
    .slice(0, 20)
}

/** @returns true if the element before the `noscript` already shows the image */
function shownBeside(noscript: PageElement): boolean {
  const siblings = noscript.parentNode?.childNodes ?? []
  const at = siblings.indexOf(noscript)
  const before = siblings.slice(Math.max(0, at - 3), at).findLast(isElement)
  if (before === undefined) return false
  const images = before.tagName === 'img' ? [before] : elementsOf(before).filter(({ tagName }) => tagName === 'img')
  return images.some((image) => !isPlaceholder(attributeOf(image, 'src')))
}
