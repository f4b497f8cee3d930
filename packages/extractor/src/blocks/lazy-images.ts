import { ElementList } from '../dom/element-list.ts'
import {
  attributeOf,
  createElement,
  elementsOf,
  findElement,
  isElement,
  rewriteTree,
  setAttribute,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { NoscriptCopies } from './noscript-copies.ts'
import { HIDING_ATTRIBUTES, isPlaceholder } from './placeholder-address.ts'
import { isPreviewOf, sharpAddress } from './preview-address.ts'
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

/** Attributes of images whose value is never the address of the picture itself. */
const OTHER_ATTRIBUTES: ReadonlySet<string> = new Set(
  'src srcset alt class id style title sizes width height loading decoding role rel href longdesc usemap'.split(' '),
)
/** Matches an address whose path ends like the file of a picture. */
const PICTURE_ADDRESS =
  /^(?:https?:\/)?\/?[^\s,"'<>{}]{1,2000}\.(?:jpe?g|png|gif|webp|avif|svg|bmp)(?:[?#][^\s"'<>]*)?$/i
/** Matches the first candidate of a set of pictures, with its width or density. */
const PICTURE_SET = /^\s*[^\s,"'<>{}]{4,2000}\s{1,20}\d{1,5}(?:\.\d{1,3})?[xw]\s*(?:,|$)/i

/**
 * Maximum number of `noscript` elements that are checked. Further ones stay unchanged, because each check searches the
 * siblings of the element.
 */
const MAX_NOSCRIPTS = 1000

/**
 * Gives lazily loaded images their real address. It is taken from the attributes of the loading script, from the
 * sources of the `picture` element, or from a copy of the image in an adjacent `noscript`.
 *
 * @param root the page's tree, changed in place
 * @param base base for relative addresses
 * @param elements the elements of the tree, renewed if it has changed
 * @returns the number of repaired images
 */
export function fillInLazyImages(
  root: PageParent,
  base: string,
  elements: ElementList = new ElementList(root),
): number {
  const filled = elements.named('picture').filter(fillInPicture).length
  if (filled > 0) elements.renew()
  const images = elements.named('img')
  const repeated = repeatedAddresses(images)
  const mended = new Set(images.filter((image) => fillInAddress(image, base, repeated)))
  for (const image of images) removeLazyAttributes(image, mended.has(image))
  return mended.size + unpackNoscripts(root, elements, mended)
}

/** Gives a `picture` without an image, which a script would add, an image without an address. @returns whether it had none */
function fillInPicture(picture: PageElement): boolean {
  if (findElement(picture, ({ tagName }) => tagName !== 'source') !== undefined) return false
  if (!picture.childNodes.some((node) => isElement(node))) return false
  const alt = attributeOf(picture, 'data-alt') ?? attributeOf(picture, 'alt')
  setChildren(picture, [...picture.childNodes, createElement('img', alt === undefined ? {} : { alt }, [])])
  return true
}

/**
 * @returns the addresses that several images have, each of which names another picture in an attribute. Such an address
 *   is a placeholder, whatever its name.
 */
function repeatedAddresses(images: readonly PageElement[]): ReadonlySet<string> {
  const others = new Map<string, Set<string>>()
  for (const image of images) {
    const source = attributeOf(image, 'src')
    const other = source === undefined ? undefined : valueLike(image, PICTURE_ADDRESS)
    if (source === undefined || other === undefined || other === source) continue
    const known = others.get(source)
    if (known === undefined) others.set(source, new Set([other]))
    else known.add(other)
  }
  return new Set([...others].filter(([, pictures]) => pictures.size > 1).map(([source]) => source))
}

function fillInAddress(image: PageElement, base: string, repeated: ReadonlySet<string>): boolean {
  const shown = attributeOf(image, 'src')
  if (showSharpPicture(image, shown)) return true
  if (!isPlaceholder(shown) && !repeated.has(shown!) && !isPreview(image, shown!)) return false
  const set = setOf(image)
  const source = addressInAttributes(image) ?? (set && largestCandidate(parseSrcset(set, base)))
  if (source === undefined || source === '') return false
  dropSizeOfPlaceholder(image)
  setAttribute(image, 'src', source)
  if (set !== undefined) setAttribute(image, 'srcset', set)
  return true
}

/** @returns the set of addresses that an image, the picture around it, or its figure states */
function setOf(image: PageElement): string | undefined {
  const own = firstOf(image, LAZY_SRCSET_ATTRIBUTES) ?? valueLike(image, PICTURE_SET) ?? attributeOf(image, 'srcset')
  return own ?? sourceOfPicture(image) ?? setOfFigure(image)
}

function setOfFigure({ parentNode }: PageElement): string | undefined {
  return parentNode?.nodeName === 'figure' ? firstOf(parentNode as PageElement, LAZY_SRCSET_ATTRIBUTES) : undefined
}

/** Replaces the address of a blurred preview by that of its picture, if it follows from it. */
function showSharpPicture(image: PageElement, shown: string | undefined): boolean {
  const sharp = shown && sharpAddress(shown)
  if (!sharp) return false
  setAttribute(image, 'src', sharp)
  setAttribute(image, 'srcset', undefined)
  return true
}

/** @returns whether the image shows a small copy of the picture that a script loads later */
function isPreview(image: PageElement, shown: string): boolean {
  const lazy = firstOf(image, LAZY_SOURCE_ATTRIBUTES)
  return lazy !== undefined && isPreviewOf(shown, lazy)
}

function addressInAttributes(image: PageElement): string | undefined {
  const address = statedAddress(image)
  return address?.includes('{width}') ? address.replaceAll('{width}', String(widthOf(image))) : address
}

/** Width in pixels of a picture whose address has a place for it, if the image states no widths, and the maximum otherwise. */
const USUAL_WIDTH = 1024
const MAX_WIDTH = 1600
const WIDTHS = /^\[\s?\d{1,4}(?:,\s?\d{1,4}){0,40}\s?\]$/

/** @returns the largest suitable width that an image states, as `data-widths="[180, 360, 540]"` */
function widthOf(image: PageElement): number {
  const stated = attributeOf(image, 'data-widths')?.trim() ?? ''
  const widths = WIDTHS.test(stated)
    ? (stated.match(/\d+/g) ?? []).map(Number).filter((width) => width <= MAX_WIDTH)
    : []
  return widths.length === 0 ? USUAL_WIDTH : Math.max(...widths)
}

function statedAddress(image: PageElement): string | undefined {
  return firstOf(image, LAZY_SOURCE_ATTRIBUTES) ?? valueLike(image, PICTURE_ADDRESS) ?? addressInData(image)
}

/** Removes the size of a placeholder of one pixel, whose alternative text shows that the picture does not track readers. */
function dropSizeOfPlaceholder(image: PageElement): void {
  if (attributeOf(image, 'width') !== '1' || !attributeOf(image, 'alt')) return
  for (const name of ['width', 'height']) setAttribute(image, name, undefined)
}

/**
 * @returns the value of the first other attribute that looks like the address of a picture, or like a set of them.
 * Scripts for lazy loading invent new names for their attributes, but not for the values.
 */
function valueLike(image: PageElement, pattern: RegExp): string | undefined {
  return image.attrs.find(
    ({ name, value }) => !OTHER_ATTRIBUTES.has(name) && !isPlaceholder(value) && pattern.test(value.slice(0, 4000)),
  )?.value
}

/** Matches the address of a picture in data of an image: {"src":"https://…/a.jpg"}. */
const ADDRESS_IN_DATA = /"(https?:\/\/[^\s"'<>{}]{1,2000}?\.(?:jpe?g|png|gif|webp|avif)(?:[?#][^\s"'<>{}]{0,500})?)"/i
const MAX_DATA = 4000

/** @returns the first address of a picture in the JSON of an attribute */
function addressInData({ attrs }: PageElement): string | undefined {
  const data = attrs.find(({ name, value }) => name.startsWith('data-') && value.startsWith('{'))
  return data && ADDRESS_IN_DATA.exec(data.value.slice(0, MAX_DATA).replaceAll(String.raw`\/`, '/'))?.[1]
}

/**
 * Removes the attributes for lazy loading, so that later steps do not repair the image again. Pages hide images until
 * their script has loaded them, so a repaired image also loses the attributes that hide it.
 */
function removeLazyAttributes(image: PageElement, isMended: boolean): void {
  image.attrs = image.attrs.filter(
    ({ name }) => name !== 'class' && !name.startsWith('data-') && !(isMended && HIDING_ATTRIBUTES.has(name)),
  )
}

/** Replaces each `noscript` with pictures by those that the page does not already show beside it. */
function unpackNoscripts(root: PageParent, elements: ElementList, mended: ReadonlySet<PageElement>): number {
  const copies = new NoscriptCopies(mended)
  const noscripts = elements.all.filter(({ tagName }) => tagName === 'noscript')
  const replacements = new Map<PageNode, readonly PageElement[]>()
  for (const noscript of noscripts.slice(0, MAX_NOSCRIPTS)) {
    const images = imagesInNoscript(noscript)
    if (images.length > 0) replacements.set(noscript, copies.missing(noscript, images))
  }
  const changed = [...replacements.values()].reduce((count, images) => count + images.length, copies.filled)
  if (replacements.size > 0) {
    rewriteTree(root, (node) => replacements.get(node) ?? node)
    elements.renew()
  }
  return changed
}

/** @returns the first value of these attributes that is not empty and no JSON */
function firstOf(element: PageElement, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = attributeOf(element, name)?.trim()
    if (value && !value.startsWith('{')) return value
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
  const markup = textOf(node)
  if (!/<img\s/i.test(markup)) return []
  return elementsOf(parseHtmlFragment(markup))
    .filter((element) => element.tagName === 'img')
    .slice(0, 20)
}
