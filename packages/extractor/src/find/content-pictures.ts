import { isNamedClutter, isUnlikely } from '../dom/class-name-hints.ts'
import { attributeOf, isElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'

const SITE_ELEMENTS = new Set('nav header footer aside menu dialog form button'.split(' '))
/** Minimum width and height in pixels of a picture that is content, if the page states them. */
const MIN_PIXELS = 150
const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i
/** Matches addresses of pictures that belong to a site. */
const SITE_PICTURE =
  /logo|icon|avatar|sprite|spacer|pixel|banner|badge|button|tracking|gravatar|placeholder|\.svg(?:[?#]|$)/i
/** Maximum number of pictures on a page that are content. Pages with more are catalogues. */
const MAX_PICTURES = 300

/**
 * Finds the pictures on a page that are its content, such as a comic strip or the photographs of an essay: pictures
 * outside of the parts of the site that do not lead to other pages.
 *
 * @param body the body of the page
 * @returns `img` elements in document order; empty if there are too many
 */
export function contentPictures(body: PageElement): PageElement[] {
  const found: PageElement[] = []
  const waiting: PageParent[] = [body]
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (let i = parent.childNodes.length - 1; i >= 0; i--) {
      const child = parent.childNodes[i]!
      if (isElement(child) && !isPartOfSite(child)) waiting.push(child)
    }
    if (isElement(parent) && parent.tagName === 'img' && isContentPicture(parent)) found.push(parent)
  }
  return found.length > MAX_PICTURES ? [] : found
}

function isPartOfSite(element: PageElement): boolean {
  if (SITE_ELEMENTS.has(element.tagName) || isNamedClutter(element) || isUnlikely(element)) return true
  return element.tagName === 'a' && leadsElsewhere(element)
}

/** @returns whether a link leads to another page, and not to a larger version of its picture or to the next strip */
function leadsElsewhere(link: PageElement): boolean {
  const address = attributeOf(link, 'href') ?? ''
  return address !== '' && !PICTURE_FILE.test(address.slice(0, 2000)) && textOf(link, 200).trim() !== ''
}

/** @returns whether a picture is neither small nor a logo or the like, as far as its attributes say */
export function isContentPicture(image: PageElement): boolean {
  const address = attributeOf(image, 'src') ?? attributeOf(image, 'srcset') ?? ''
  if (address === '' || SITE_PICTURE.test(address.slice(0, 500))) return false
  return ['width', 'height'].every((name) => {
    const pixels = Number.parseInt(attributeOf(image, name) ?? '', 10)
    return Number.isNaN(pixels) || pixels >= MIN_PIXELS
  })
}
