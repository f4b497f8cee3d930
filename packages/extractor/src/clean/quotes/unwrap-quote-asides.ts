import { ElementList } from '../../dom/element-list.ts'
import { firstElements, textOf, visibleTextOf, type PageElement, type PageParent } from '../../dom/page-tree.ts'

const MAX_ASIDES = 50
const MAX_OTHER_TEXT = 100
const MAX_QUOTE = 5000

/**
 * Turns an `aside` with a quotation into a `div`, so that the quotation stays in the article. Pull quotes, which repeat
 * a sentence of the article, are not changed.
 *
 * @param root the page's tree, changed in place
 * @param elements the elements of the tree
 * @returns the number of quotations that stay in the article
 */
export function unwrapQuoteAsides(root: PageParent, elements: ElementList = new ElementList(root)): number {
  const asides = elements.named('aside').slice(0, MAX_ASIDES)
  const quotes = asides.flatMap((aside) => quoteIn(aside) ?? [])
  if (quotes.length === 0) return 0
  const whole = withoutSpace(textOf(root, 2_000_000))
  const kept = quotes.filter(({ text }) => whole.indexOf(text) === whole.lastIndexOf(text))
  for (const { aside } of kept) aside.tagName = aside.nodeName = 'div'
  return kept.length
}

/** Maximum length in characters of the line below a quotation that names its source. */
const MAX_SOURCE = 300

/**
 * Turns each `footer` in a quotation into a `div`, because it names the source and is no part of the site.
 *
 * @param elements the elements of the page, changed in place
 * @returns the number of such lines
 */
export function keepSources(elements: ElementList): number {
  if (elements.named('footer').length === 0 || elements.named('blockquote').length === 0) return 0
  const quotes = new Set<PageParent>()
  let count = 0
  for (const element of elements.all) {
    const { tagName, parentNode } = element
    if (tagName === 'blockquote' || quotes.has(parentNode!)) quotes.add(element)
    if (tagName !== 'footer' || !quotes.has(element) || textOf(element, MAX_SOURCE + 1).length > MAX_SOURCE) continue
    element.tagName = element.nodeName = 'div'
    count += 1
  }
  return count
}

function quoteIn(aside: PageElement): { readonly aside: PageElement; readonly text: string } | undefined {
  const inner = firstElements(aside, 51)
  const quote = inner.find(({ tagName }) => tagName === 'blockquote')
  if (quote === undefined || inner.length > 50) return undefined
  const text = withoutSpace(textOf(quote, MAX_QUOTE))
  const isMost = text !== '' && withoutSpace(visibleTextOf(aside)).length <= text.length + MAX_OTHER_TEXT
  return isMost ? { aside, text } : undefined
}

function withoutSpace(text: string): string {
  return text.replaceAll(/[\s“”"«»„]+/g, ' ').trim()
}
