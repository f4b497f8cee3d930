import { attributeOf, firstElements, isElement, textOf, type PageElement } from '../../dom/page-tree.ts'
import { linkDensity, type Measures } from '../../dom/text-measures.ts'

/** Minimum number of letters that an id and a heading share, so that the id comes from the heading. */
const MIN_SHARED_LETTERS = 8
/** The same for a section beside others whose ids come from their headings. */
const MIN_SHARED_OF_SERIES = 2
/** Number of elements at the start of a section that are searched for its heading. */
const MAX_BEFORE_HEADING = 6
const MAX_HEADING = 200
const NO_LETTER = /[^\p{L}\p{N}]+/gu
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary'])

/**
 * @returns whether the element is a section without a class whose id is its heading, as in manuals: the id
 *   `respond-to-review-comments` says nothing about the place of the section. A short id, such as `tags`, counts only beside
 *   another section with an id of this kind, and without fields and with few links, because boxes of tags have such ids, too
 */
export function isNamedAfterHeading(element: PageElement, inside: Measures): boolean {
  if (inside.headings === 0) return false
  const shared = sharedLetters(element)
  if (shared >= MIN_SHARED_LETTERS) return true
  if (shared < MIN_SHARED_OF_SERIES || !isNamedWhole(element) || inside.inputs > 0) return false
  return linkDensity(inside) < MAX_LINKED && isInSeries(element)
}

/** Maximum share of the text of a section with a short id that is in links. */
const MAX_LINKED = 0.5
/** Maximum number of siblings of such a section that are examined. */
const MAX_SIBLINGS = 100

function isInSeries(element: PageElement): boolean {
  const siblings = element.parentNode?.childNodes.slice(0, MAX_SIBLINGS) ?? []
  return siblings.some(
    (other) => other !== element && isElement(other) && other.tagName === element.tagName && isNamedWhole(other),
  )
}

/** @returns whether the id of a section without a class consists of the first letters of its heading */
function isNamedWhole(section: PageElement): boolean {
  const shared = sharedLetters(section)
  return shared >= MIN_SHARED_OF_SERIES && shared === lettersOf(attributeOf(section, 'id')!).length
}

/** @returns the length of the shorter one of id and heading if the other starts with it; 0 for an element with a class */
function sharedLetters(element: PageElement): number {
  const id = attributeOf(element, 'id')
  if (id === undefined || attributeOf(element, 'class')) return 0
  const heading = firstElements(element, MAX_BEFORE_HEADING).find(({ tagName }) => HEADINGS.has(tagName))
  if (heading === undefined) return 0
  const [name, title] = [lettersOf(id), lettersOf(textOf(heading, MAX_HEADING))]
  const shared = Math.min(name.length, title.length)
  return name.slice(0, shared) === title.slice(0, shared) ? shared : 0
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(NO_LETTER, '')
}
