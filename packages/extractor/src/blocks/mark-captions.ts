import { namesOf } from '../dom/class-name-hints.ts'
import { memoizeByClassName } from '../dom/memoize-by-class-name.ts'
import { isCardFigure } from './cards/figure-cards.ts'
import { hasMediaBeside } from './media-beside.ts'
import {
  elementsOf,
  firstElements,
  isElement,
  isText,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'
import { measureTree, type Measures, type MeasuresOf } from '../dom/text-measures.ts'

const CAPTION_CLASS =
  /caption|credit|copyright|(?:image|img|photo|picture|foto|bild)[_-]?(?:desc|text|legend|unterschrift)|pie-?(?:de-?)?foto|didascalia|(?:^|[\s_-])(?:legende?|cutline)(?:$|[\s_-])/i
const CAPTION_ELEMENTS = new Set(['span', 'div', 'p', 'small', 'em', 'i', 'cite', 'dd', 'section'])
const MAX_CAPTION = 600
/** A figure with one of these elements is not a picture, so its text is not a caption. */
const OTHER_FIGURES = 'pre table blockquote video audio ul ol'.split(' ')

/**
 * Turns elements with the class name of a caption, and text beside the picture of a figure, into `figcaption`. The
 * element that encloses a caption and its picture becomes a `figure`.
 * @param root the extracted article, changed in place
 * @returns the number of captions
 */
export function markCaptions(root: PageElement): number {
  const elements = elementsOf(root)
  const inFigures = new Set(elements.filter(isPictureFigure).flatMap(elementsOf))
  const mayBeCaption = (element: PageElement): boolean =>
    CAPTION_ELEMENTS.has(element.tagName) &&
    (inFigures.has(element) || isCaptionName(namesOf(element)) || isTitleBelowPicture(element))
  const candidates = new Set(elements.filter(mayBeCaption))
  if (candidates.size === 0) return 0
  const measures = measureTree(root, new Set())
  let count = 0
  const marked = new Set<PageParent>()
  for (const element of elements) {
    const parent = element.parentNode
    if (parent !== null && (marked.has(parent) || parent.nodeName === 'figcaption')) marked.add(element)
    else if (candidates.has(element) && isCaption(measures.get(element)!) && isInPlace(element, inFigures, measures)) {
      element.tagName = element.nodeName = 'figcaption'
      marked.add(element)
      if (parent !== null && isElement(parent)) boxToFigure(parent, measures)
      count += 1
    }
  }
  return count
}

function isPictureFigure(element: PageElement): boolean {
  if (element.tagName !== 'figure') return false
  const inner = elementsOf(element)
  if (!inner.some(({ tagName }) => tagName === 'img') || isCardFigure(element)) return false
  return !inner.some(({ tagName }) => OTHER_FIGURES.includes(tagName))
}

const TITLE_NAME = /(?:^|\s)title(?=$|\s)/i

/** @returns whether an element is named as a title, and is all of its box beside a part with nothing but a picture */
function isTitleBelowPicture(element: PageElement): boolean {
  if (!TITLE_NAME.test(namesOf(element)) || element.parentNode === null) return false
  const { childNodes } = element.parentNode
  if (childNodes.some((node) => isText(node) && node.value.trim() !== '')) return false
  const [first, second, ...others] = childNodes.filter(isElement)
  if (first === undefined || second !== element || others.length > 0 || textOf(first, 10).trim() !== '') return false
  return [first, ...firstElements(first, 10)].some(({ tagName }) => tagName === 'img')
}

const isCaptionName = memoizeByClassName((names) => names !== '' && CAPTION_CLASS.test(names))

function isCaption({ text, images, frames, media }: Measures): boolean {
  return text > 0 && text <= MAX_CAPTION && images === 0 && frames === 0 && media === 0
}

const MAX_LEVELS_UP = 3
/** Maximum number of characters beside a caption in the box with its picture. */
const MAX_OTHER_TEXT = 200

/**
 * @returns whether a caption stands beside what it describes. Pages also use its class name for small print, and for the
 * text in the caption of a table.
 */
function isInPlace(element: PageElement, inFigures: ReadonlySet<PageElement>, measures: MeasuresOf): boolean {
  if (inFigures.has(element)) return true
  const { text } = measures.get(element)!
  let at = element
  for (let level = 0; level < MAX_LEVELS_UP; level++) {
    const parent: PageParent | null = at.parentNode
    if (parent === null || !isElement(parent) || parent.tagName === 'caption') return false
    if (hasMediaBeside(at)) return true
    if ((measures.get(parent)?.text ?? 0) > text + MAX_OTHER_TEXT) return false
    at = parent
  }
  return false
}

/** Turns a box into a figure if it contains a picture and hardly any text besides the caption. */
function boxToFigure(parent: PageElement, measures: MeasuresOf): void {
  const inside = measures.get(parent)
  if (inside === undefined || !['div', 'section'].includes(parent.tagName)) return
  const captions = parent.childNodes
    .filter((child) => isElement(child) && child.tagName === 'figcaption')
    .filter(isElement)
  const text = captions.reduce((sum, caption) => sum + (measures.get(caption)?.text ?? 0), 0)
  if (inside.images > 0 && text >= inside.text * 0.8) parent.tagName = parent.nodeName = 'figure'
}
