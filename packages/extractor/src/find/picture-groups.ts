import { isNamedClutter, namesOf } from '../dom/class-name-hints.ts'
import { attributeOf, elementsOf, findElement, type PageElement } from '../dom/page-tree.ts'
import { linkDensity, type Measures } from '../dom/text-measures.ts'

/** Maximum number of characters of text for each picture of a group, such as its caption. */
const MAX_CAPTION = 200
/** Maximum share of the text that may be in links. Boxes with more are teasers of other pages. */
const MAX_LINKED = 0.4
/** Maximum width or height in pixels of icons and of counting pictures. */
const MAX_ICON = 48
/** Matches class names of rows with logos, advertisements and pictures of other pages. */
const OTHER_PICTURES =
  /related|recommend|sponsor|partner|logo|promo|banner|advert|share|social|avatar|thumb-?nav|badge/i
const PICTURE_FILE = /^[^?#]+\.(?:jpe?g|png|gif|webp|avif)(?:[?#].*)?$/i

/**
 * @param inside measures of the element
 * @returns whether the element is a group of pictures of the article, such as a gallery or two pictures side by side,
 *   with captions. Its name need not say so.
 */
export function isPictureGroup(element: PageElement, inside: Measures): boolean {
  const { images, text, inputs, frames } = inside
  if (images < 2 || inputs > 0 || frames > 0 || text > images * MAX_CAPTION) return false
  if (isNamedClutter(element) || OTHER_PICTURES.test(namesOf(element))) return false
  const elements = elementsOf(element)
  if (linkDensity(inside) > MAX_LINKED && !elements.every(isNoPageLink)) return false
  return elements.filter(isLarge).length >= 2
}

/**
 * @param inside measures of the element
 * @returns whether the element contains one picture and at most an unlinked caption, so that its name does not matter
 */
export function isSinglePicture(element: PageElement, { images, text, links, inputs }: Measures): boolean {
  if (images !== 1 || links > 0 || inputs > 0 || text > MAX_CAPTION) return false
  return (
    !isNamedClutter(element) && !OTHER_PICTURES.test(namesOf(element)) && findElement(element, isLarge) !== undefined
  )
}

/** @returns false for a link to another page; true for links to picture files and for other elements */
function isNoPageLink(element: PageElement): boolean {
  if (element.tagName !== 'a') return true
  const address = attributeOf(element, 'href')?.slice(0, 2000) ?? ''
  return address === '' || PICTURE_FILE.test(address)
}

/** @returns whether the element is a picture that is not an icon, as far as its attributes say */
function isLarge(element: PageElement): boolean {
  if (element.tagName !== 'img') return false
  return ['width', 'height'].every((name) => {
    const pixels = Number.parseInt(attributeOf(element, name) ?? '', 10)
    return Number.isNaN(pixels) || pixels > MAX_ICON
  })
}
