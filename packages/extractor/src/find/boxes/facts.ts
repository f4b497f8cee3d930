import {
  attributeOf,
  firstElements,
  isElement,
  isText,
  setAttribute,
  textOf,
  type PageElement,
} from '../../dom/page-tree.ts'
import { elementBefore } from './element-before.ts'
import { groupBy } from '../../dom/group-by.ts'

/** Number of elements in a box that are searched. */
const MAX_ELEMENTS = 200
/** Number of elements in a label that are examined. */
const MAX_PARTS = 10
const SENTENCE_END = /\p{L}{2,}[.!?…]$/u
/** Minimum number of facts in a box. */
const MIN_FACTS = 2
/** Maximum lengths in characters of the label and of the value of a fact. */
const MAX_LABEL = 40
const MAX_VALUE = 120

/** Attribute of boxes with facts beside a text. It does not remain in the article. */
const MARK = 'data-facts'

/** Marks a box with facts, so that later steps keep it as a whole. */
export function markFacts(box: PageElement): void {
  setAttribute(box, MARK, '')
}

/** @returns whether `markFacts` marked a box */
export function isMarkedAsFacts(box: PageElement): boolean {
  return attributeOf(box, MARK) !== undefined
}

/**
 * @returns whether a box contains facts, each with a label: a list of terms, a table with headers of rows, or rows of the
 *   same kind with two short texts each
 */
export function isFacts(box: PageElement): boolean {
  const inner = firstElements(box, MAX_ELEMENTS)
  if (inner.some(({ tagName }) => tagName === 'article')) return false
  const lists = [box, ...inner].filter(({ tagName }) => tagName === 'dl' || tagName === 'table')
  const rows = [...groupBy(inner.filter(isRow), kindOf).values()].filter((alike) => alike.length >= MIN_FACTS)
  const least = textOf(box, MAX_TEXT).trim().length * MIN_SHARE
  return [...lists.filter(hasTerms).map((list) => [list]), ...rows].some((facts) => lengthOf(facts) >= least)
}

/** Minimum share of the text of a box that is facts. */
const MIN_SHARE = 0.3
const MAX_TEXT = 5000

function lengthOf(elements: readonly PageElement[]): number {
  return elements.reduce((sum, element) => sum + textOf(element, MAX_TEXT).trim().length, 0)
}

/** @returns whether a list or a table has terms with their values */
function hasTerms(list: PageElement): boolean {
  const inner = firstElements(list, MAX_ELEMENTS)
  const count = (name: string): number => inner.filter(({ tagName }) => tagName === name).length
  return Math.min(count('dt'), count('dd')) >= MIN_FACTS || Math.min(count('th'), count('td')) >= MIN_FACTS
}

/** Matches facts about a page instead of its subject: dates, authors and the time that reading takes. */
const ABOUT_PAGE =
  /\b(?:19|20)\d\d\b|^\s*\d+\s*min(?:ute)?n?s?(?:\s+read(?:ing)?)?\s*$|\b(?:by|author|written|published|posted|updated|views?|comments?|shares?|autor(?:in)?|lesezeit|publié|publicado|pubblicato)\b|©/iu
const HEADINGS = new Set(['h2', 'h3', 'h4'])
/** Maximum length in characters of one of several facts in a row. */
const MAX_FACT = 40
/** Maximum number of nodes in a row of facts. White space between elements counts. */
const MAX_NODES = 40

/**
 * @returns whether an element below a heading is a row of short facts with numbers, such as the times and the servings of
 *   a recipe
 */
export function isRowOfFacts(element: PageElement): boolean {
  // A quick test, because the search for the heading takes longer.
  if (element.childNodes.length < MIN_FACTS || element.childNodes.length > MAX_NODES) return false
  if (element.childNodes.some((node) => isText(node) && node.value.trim() !== '')) return false
  const before = elementBefore(element)
  if (before === undefined || !HEADINGS.has(before.tagName)) return false
  const facts = element.childNodes.filter(isElement)
  if (facts.length < MIN_FACTS) return false
  const texts = facts.map((fact) =>
    textOf(fact, MAX_FACT * 2)
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
  if (!texts.every((text) => text.length <= MAX_FACT && !ABOUT_PAGE.test(text) && /\p{L}/u.test(text))) return false
  return (
    texts.some((text) => /\d/.test(text)) &&
    firstElements(element, MAX_ELEMENTS).every(({ tagName }) => !LINKS.has(tagName))
  )
}

const LINKS = new Set(['a', 'time', 'button', 'input', 'img'])

/** @returns whether an element consists of a short label and a short value */
function isRow({ tagName, childNodes }: PageElement): boolean {
  if (tagName === 'a') return false
  const parts = childNodes.filter((node) => isElement(node) || (isText(node) && node.value.trim() !== ''))
  const [label, value] = parts
  if (parts.length !== 2 || label === undefined || !isElement(label) || value === undefined) return false
  // The title of another page is a link or a picture, and the text below it a sentence.
  if ([label, ...firstElements(label, MAX_PARTS)].some(({ tagName: name }) => LINKS.has(name))) return false
  if (SENTENCE_END.test((isText(value) ? value.value : textOf(value as PageElement, MAX_VALUE + 1)).trim()))
    return false
  return (
    isShort(label, MAX_LABEL) &&
    (isText(value) ? value.value.length <= MAX_VALUE : isElement(value) && isShort(value, MAX_VALUE))
  )
}

function isShort(element: PageElement, limit: number): boolean {
  const { length } = textOf(element, limit * 2).trim()
  return length > 0 && length <= limit
}

function kindOf({ tagName, attrs }: PageElement): string {
  return `${tagName} ${attrs.find(({ name }) => name === 'class')?.value ?? ''}`
}
