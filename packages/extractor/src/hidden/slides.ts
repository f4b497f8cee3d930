import { namesOf } from '../dom/class-name-hints.ts'
import type { ElementList } from '../dom/element-list.ts'
import { attributeOf, firstElements, isElement, textOf, type PageElement } from '../dom/page-tree.ts'

/** Matches names of slides that readers can bring into view: those of Slick, Swiper, Splide, Glide, Owl and others. */
const SLIDE_NAME = /(?:^|[\s_-])(?:slide|carousel-?item|carousel-?cell|owl-item)(?=$|[\s_-])/i
/** Matches names of the copies with which an endless row of slides begins and ends. */
const COPY_NAME = /clone|duplicate(?!-(?:active|next|prev))/i
/** Number of elements of a slide, and maximum number of slides of a row, that are examined. */
const MAX_ELEMENTS = 50
const MAX_SLIDES = 200
/** Maximum length in characters of the text of a slide that is compared. */
const MAX_COMPARED = 2000

/** Matches a shift to the left with which scripts bring a slide into view. */
const SHIFT =
  /(?:^|[;\s])(?:transform\s{0,9}:\s{0,9}translate(?:x|3d)?\(|(?:left|margin-left)\s{0,9}:)\s{0,9}-(\d{3,6})(?:\.\d+)?px/i
/** Matches a shift to the left, and a width, in relation to the box around. */
const RELATIVE_SHIFT = /(?:^|[;\s])(?:left|margin-left)\s{0,9}:\s{0,9}-(\d{1,4})(?:\.\d+)?%/i
const RELATIVE_WIDTH = /(?:^|[;\s])width\s{0,9}:\s{0,9}(\d{1,4})(?:\.\d+)?%/i
const WIDTH = /(?:^|[;\s])width\s{0,9}:\s{0,9}(\d{1,6})(?:\.\d+)?px/i

/** @returns whether the element is a slide with a picture, outside of the window of its row */
export function isPictureSlide(element: PageElement): boolean {
  if (!isSlide(element)) return false
  return firstElements(element, MAX_ELEMENTS).some(({ tagName }) => tagName === 'img' || tagName === 'picture')
}

/**
 * @returns whether the element is a slide outside of the window of its row: a slide beside it with text is in the window,
 *   so that readers can bring the others there, too
 */
export function isSlideOfRow(element: PageElement): boolean {
  if (!isSlide(element) || element.parentNode === null || element.parentNode.childNodes.length > MAX_SLIDES)
    return false
  const others = element.parentNode.childNodes.filter(isElement)
  return others.some((one) => attributeOf(one, 'aria-hidden') !== 'true' && isSlide(one) && /\S/.test(textOf(one, 200)))
}

function isSlide(element: PageElement): boolean {
  const names = namesOf(element)
  return SLIDE_NAME.test(names) && !COPY_NAME.test(names)
}

/**
 * @param row an element that its style moves out of the window
 * @returns its style without the shift, if it is a row of slides that is moved by less than its width
 */
export function styleOfMovedRow(row: PageElement, style: string): string | undefined {
  const shift = SHIFT.exec(style)
  if (shift === null || row.childNodes.length > MAX_SLIDES) return undefined
  const slides = row.childNodes.filter(isElement)
  if (slides.length < 2 || slides.some(({ tagName }) => tagName !== slides[0]!.tagName)) return undefined
  const width = widthOf(style) ?? slides.reduce((sum, slide) => sum + (widthOf(attributeOf(slide, 'style')) ?? 0), 0)
  if (width <= Number(shift[1]) && !slides.every((slide) => SLIDE_NAME.test(namesOf(slide)))) return undefined
  return style.replace(shift[0], '')
}

/** @returns the style of an element without its shift, if the element is so wide that a part of it stays in its box */
export function styleOfWideBox(style: string): string | undefined {
  const [shift, width] = [RELATIVE_SHIFT.exec(style), RELATIVE_WIDTH.exec(style)]
  if (shift === null || width === null || Number(width[1]) <= Number(shift[1])) return undefined
  return style.replace(shift[0], '')
}

function widthOf(style = ''): number | undefined {
  const width = WIDTH.exec(style.slice(0, 500))?.[1]
  return width === undefined ? undefined : Number(width)
}

/** @returns the elements that are named as a copy of a slide, if the slide is in the same row */
export function slideCopies(elements: ElementList): PageElement[] {
  return elements.withClass(COPY_NAME).filter(isCopyInRow)
}

function isNamedCopy(element: PageElement): boolean {
  return COPY_NAME.test(attributeOf(element, 'class') ?? '')
}

function isCopyInRow(element: PageElement): boolean {
  const siblings = element.parentNode?.childNodes ?? []
  if (siblings.length > MAX_SLIDES) return false
  const content = contentOf(element)
  return siblings.some(
    (one) => isElement(one) && one.tagName === element.tagName && !isNamedCopy(one) && contentOf(one) === content,
  )
}

/** @returns the text of a slide and the addresses of its pictures */
function contentOf(slide: PageElement): string {
  const pictures = firstElements(slide, MAX_ELEMENTS).filter(({ tagName }) => tagName === 'img')
  return [textOf(slide, MAX_COMPARED).trim(), ...pictures.map((picture) => attributeOf(picture, 'src'))].join('\n')
}
