import { pointsElsewhere } from '../../clean/unrelated-line-patterns.ts'
import { isNamedClutter, isUnlikely } from '../../dom/class-name-hints.ts'
import { isElement, textOf, type PageElement, type PageNode } from '../../dom/page-tree.ts'
import { linkDensity, type Measures, type MeasuresOf } from '../../dom/text-measures.ts'

/** Bounds of the length in characters of a short text in a box of its own. */
const MIN_TEXT = 40
const MAX_TEXT = 600
/** Minimum length in characters of the text beside it. */
const MIN_BESIDE = 20
/** Maximum share of the text beside it in links. */
const MAX_LINKED = 0.3
/** Number of nodes before and after a box that are searched for text. White space between elements counts. */
const MAX_NODES = 6
/** Maximum number of nodes beside a box. In a longer sequence, the search for the place of each box would be slow. */
const MAX_SIBLINGS = 2000
const SENTENCE_END = /\p{L}[.!?。！？…][\p{Pf}"')\]]?\s*$/u
/** Matches sentences about the page and the site. */
const ABOUT_SITE =
  /\b(?:advert|sponsor|subscri|newsletter|sign(?:ed)? ?up|log ?in|donat|cookie|copyright|all rights|affiliate|commission|comment|follow us|anzeige|werbung|abonn|spende|publicité|publicidad|pubblicità)/iu

/**
 * @param measures measures of the elements around it
 * @returns whether a box contains nothing but sentences, with or without a heading, and stands between two others: a part
 *   of the text, whatever its name. Boxes about other pages have links
 */
export function isTextBetweenTexts(element: PageElement, inside: Measures, measures: MeasuresOf): boolean {
  const { text, links, inputs, images, frames, headings } = inside
  if (text < MIN_TEXT || text > MAX_TEXT || links + inputs + images + frames > 0 || headings * 2 > text) return false
  const own = textOf(element, MAX_TEXT * 2)
  if (!SENTENCE_END.test(own) || isAboutSite(own)) return false
  return isBetweenTexts(element, measures)
}

/** Maximum number of boxes around a part of the text that contain nothing else. */
const MAX_BOXES = 4

/**
 * @param minProse minimum length in characters of the long paragraphs in each of the texts
 * @returns whether a box stands between two texts with few links, by itself, as all text of a box around it or in a row of links
 */
export function isBetweenTexts(element: PageElement, measures: MeasuresOf, minProse = 0): boolean {
  const beside = { measures, maxLinked: MAX_LINKED, minProse }
  const { text } = measures.get(element)!
  let at = element
  for (let level = 0; level < MAX_BOXES; level++) {
    if (hasTextBeside(at, -1, beside) && hasTextBeside(at, 1, beside)) return true
    const { parentNode } = at
    const around = parentNode !== null && isElement(parentNode) ? measures.get(parentNode) : undefined
    if (around === undefined || (around.text !== text && around.links !== around.text)) return false
    at = parentNode as PageElement
  }
  return false
}

/** @returns whether a sentence is about the page or the site */
export function isAboutSite(text: string): boolean {
  return ABOUT_SITE.test(text)
}

/** @returns whether a box contains text with few links, and its name does not say that it is another part of the page */
function isPlainText(element: PageElement, inside: Measures, maxLinked: number): boolean {
  const { text, headings, inputs } = inside
  if (text - headings < MIN_BESIDE || inputs > 0 || linkDensity(inside) > maxLinked) return false
  return !isNamedClutter(element) && !isUnlikely(element)
}

/** Maximum share of the text beside a sentence that is a link. Such texts cite many sources. */
const MAX_LINKED_BESIDE = 0.7
/** Minimum number of words of a sentence that is a link. */
const MIN_WORDS = 6

/** @returns whether a box is a sentence that is a link, and stands between two texts: a sentence with its source */
export function isLinkedSentence(element: PageElement, inside: Measures, measures: MeasuresOf): boolean {
  const { text, links, inputs, images, frames, headings, items } = inside
  if (links === 0 || text < MIN_TEXT || text > MAX_TEXT || inputs + images + frames + headings + items > 0) return false
  const own = textOf(element, MAX_TEXT * 2).trim()
  if (!SENTENCE_END.test(own) || own.split(/\s+/).length < MIN_WORDS || pointsElsewhere(own) || isAboutSite(own))
    return false
  const beside = { measures, maxLinked: MAX_LINKED_BESIDE, minProse: 0 }
  return hasTextBeside(element, -1, beside) && hasTextBeside(element, 1, beside)
}

interface Beside {
  readonly measures: MeasuresOf
  /** Maximum share of the text beside an element that is in links. */
  readonly maxLinked: number
  /** Minimum length in characters of the long paragraphs in it. */
  readonly minProse: number
}

function hasTextBeside(element: PageElement, step: 1 | -1, { measures, maxLinked, minProse }: Beside): boolean {
  const siblings: readonly PageNode[] = element.parentNode?.childNodes ?? []
  if (siblings.length > MAX_SIBLINGS) return false
  const at = siblings.indexOf(element)
  for (let index = at + step; Math.abs(index - at) <= MAX_NODES; index += step) {
    const node = siblings[index]
    if (node === undefined) return false
    const inside = isElement(node) ? measures.get(node) : undefined
    if (inside !== undefined && inside.text > 0)
      return inside.long >= minProse && isPlainText(node as PageElement, inside, maxLinked)
  }
  return false
}

/** @returns whether text with few links and pictures follows an element, such as a section below its heading */
export function isBeforeText(element: PageElement, measures: MeasuresOf): boolean {
  const siblings: readonly PageNode[] = element.parentNode?.childNodes ?? []
  if (siblings.length > MAX_SIBLINGS) return false
  const next = siblings.slice(siblings.indexOf(element) + 1).find(isElement)
  const inside = next === undefined ? undefined : measures.get(next)
  return (
    inside !== undefined && inside.text > inside.headings && inside.inputs === 0 && linkDensity(inside) <= MAX_LINKED
  )
}
