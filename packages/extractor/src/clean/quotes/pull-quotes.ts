import type { ElementList } from '../../dom/element-list.ts'
import { detachNode, firstElements, textOf, type PageElement, type PageParent } from '../../dom/page-tree.ts'

/** Matches names of boxes that repeat a sentence of the text in large type. */
const PULL_QUOTE = /pull-?_?quote/i
const MAX_QUOTES = 30
/** Bounds of the number of letters in such a quotation. A shorter one may occur in the text by chance. */
const MIN_LETTERS = 15
const MAX_LETTERS = 600
const MAX_SEARCHED_TEXT = 1_000_000

/**
 * Removes quotations that are named as pull quotes and repeat words of the text. Those with words of their own stay.
 *
 * @param root the page's tree, changed in place
 * @param elements the elements of the tree
 * @returns the number of removed quotations
 */
export function dropPullQuotes(root: PageParent, elements: ElementList): number {
  const quotes = outermost(elements.withClass(PULL_QUOTE)).slice(0, MAX_QUOTES)
  if (quotes.length === 0) return 0
  const whole = letters(textOf(root, MAX_SEARCHED_TEXT))
  const texts = quotes.map((quote) => textsOf(quote))
  // A page may contain the same quotation for two widths of the window.
  const copies = (text: string): number => texts.filter((others) => others.includes(text)).length
  const repeated = quotes.filter((_, index) =>
    texts[index]!.some((text) => whole.split(text).length - 1 > copies(text)),
  )
  detachNode(root, new Set(repeated))
  return repeated.length
}

const QUOTED = new Set(['p', 'blockquote', 'q'])
/** Number of elements at the start of a quotation that are searched for its words, apart from the source. */
const MAX_PARTS = 10

/** @returns the letters of a quotation with and without its source */
function textsOf(quote: PageElement): readonly string[] {
  const parts = [quote, ...firstElements(quote, MAX_PARTS).filter(({ tagName }) => QUOTED.has(tagName))]
  const texts = parts.map((part) => letters(textOf(part, MAX_LETTERS * 2)))
  return [...new Set(texts)].filter(({ length }) => length >= MIN_LETTERS && length <= MAX_LETTERS)
}

function outermost(elements: readonly PageElement[]): PageElement[] {
  const inside = new Set<PageParent>()
  for (const element of elements) inside.add(element)
  return elements.filter(({ parentNode }) => parentNode === null || !inside.has(parentNode))
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
