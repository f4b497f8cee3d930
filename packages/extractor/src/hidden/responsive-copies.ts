import type { ElementList } from '../dom/element-list.ts'
import {
  attributeOf,
  findElement,
  isElement,
  isText,
  visibleTextOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'

/** Widths at which an element is shown, by its class names. */
const WIDE = 1
const NARROW = 2
/** Matches class names of elements for wide windows: Bootstrap 4 and 5, Tailwind, Foundation, Bulma, UIkit, Bootstrap 3. */
const WIDE_NAME =
  /(?:^|\s)d-none\s(?:.*\s)?d-(?:sm|md|lg|xl)-(?:block|flex|table|grid|inline\S*)(?=$|\s)|(?:^|\s)hidden\s(?:.*\s)?(?:sm|md|lg|xl):(?:block|flex|table|grid|inline\S*)(?=$|\s)|(?:^|\s)(?:show-for-(?:medium|large)|hide-for-small(?:-only)?|is-hidden-mobile|uk-visible@[ml]|hidden-xs|visible-(?:md|lg)|desktop-only|only-desktop|hide-(?:on-)?mobile|show-(?:on-)?desktop)(?=$|\s)/
/** Matches class names of elements for narrow windows. */
const NARROW_NAME =
  /(?:^|\s)(?:d-(?:sm|md|lg|xl)-none|(?:sm|md|lg|xl):hidden|show-for-small(?:-only)?|hide-for-(?:medium|large)|is-hidden-(?:tablet|desktop)|uk-hidden@[ml]|visible-xs|hidden-(?:md|lg)|mobile-only|only-mobile|hide-(?:on-)?desktop|show-(?:on-)?mobile)(?=$|\s)/
/** A quick test before the others: most names contain none of their words. */
const MAY_DEPEND_ON_WIDTH = /none|hid|show|visible|only/
/** Minimum share of the words of the shorter form that the other one contains. */
const MIN_SHARED = 0.7
const MIN_WORDS = 3
const MAX_NAMES = 300
const MAX_PAIRS = 200
const MAX_TEXT = 20_000

/**
 * Finds parts that a page contains twice, once for wide and once for narrow windows, such as a table and a list with the
 * same data. Such parts stand beside each other.
 *
 * @param elements the elements of the page
 * @returns the poorer form of each part
 */
export function responsiveCopies(elements: ElementList): ReadonlySet<PageElement> {
  const copies = new Set<PageElement>()
  const parents = new Set(
    elements.withClassThat((classes) => widthsOfClass(classes) > 0).map(({ parentNode }) => parentNode),
  )
  let pairs = 0
  for (const parent of parents)
    for (const [one, next] of parent === null ? [] : pairsIn(parent)) {
      if (++pairs > MAX_PAIRS) return copies
      const poorer = copies.has(one) ? undefined : poorerForm(one, next)
      if (poorer !== undefined) copies.add(poorer)
    }
  return copies
}

/** @returns the adjacent children of which one is for wide and one for narrow windows */
function pairsIn(parent: PageParent): [PageElement, PageElement][] {
  const pairs: [PageElement, PageElement][] = []
  let before: PageElement | undefined
  for (const node of parent.childNodes) {
    if (isText(node) && node.value.trim() !== '') before = undefined
    if (!isElement(node)) continue
    const [width, other] = [widthsOf(node), before === undefined ? 0 : widthsOf(before)]
    if (before !== undefined && width > 0 && other > 0 && width !== other) pairs.push([before, node])
    before = node
  }
  return pairs
}

function widthsOf(element: PageElement): number {
  const classes = attributeOf(element, 'class')
  return classes === undefined ? 0 : widthsOfClass(classes)
}

function widthsOfClass(classes: string): number {
  const names = classes.slice(0, MAX_NAMES)
  if (!MAY_DEPEND_ON_WIDTH.test(names)) return 0
  return WIDE_NAME.test(names) ? WIDE : NARROW_NAME.test(names) ? NARROW : 0
}

/**
 * @returns the form with fewer words; undefined if the two have different texts, or are paragraphs, which later steps
 *   compare line by line
 */
function poorerForm(one: PageElement, other: PageElement): PageElement | undefined {
  if (!containsData(one) && !containsData(other)) return undefined
  const [words, otherWords] = [wordsOf(one), wordsOf(other)]
  const [poorer, fewer, more] = isPoorer(one, words, other, otherWords)
    ? [one, words, otherWords]
    : [other, otherWords, words]
  const shared = [...fewer].filter((word) => more.has(word)).length
  return fewer.size >= MIN_WORDS && shared >= fewer.size * MIN_SHARED ? poorer : undefined
}

function isPoorer(one: PageElement, words: Set<string>, other: PageElement, otherWords: Set<string>): boolean {
  if (words.size !== otherWords.size) return words.size < otherWords.size
  return isTable(other) && !isTable(one)
}

const DATA = new Set('table ul ol dl pre'.split(' '))

function containsData(element: PageElement): boolean {
  return DATA.has(element.tagName) || findElement(element, ({ tagName }) => DATA.has(tagName)) !== undefined
}

function isTable(element: PageElement): boolean {
  return element.tagName === 'table' || findElement(element, ({ tagName }) => tagName === 'table') !== undefined
}

function wordsOf(element: PageElement): Set<string> {
  return new Set(
    visibleTextOf(element)
      .slice(0, MAX_TEXT)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  )
}
