import {
  createElement,
  findElement,
  isElement,
  setChildren,
  textOf,
  textOfNodes,
  type PageElement,
  type PageNode,
} from '../dom/page-tree.ts'
import { hasClass, outermostElements } from '../dom/select-elements.ts'

/** Class names of the line that names the author of a quotation, and of quotations that are no `blockquote`. */
const ATTRIBUTIONS = ['bbCodeBlock-title', 'attribution', 'ipsQuote_citation', 'bbcode_postedby']
const QUOTES = ['bbcode_quote', 'ipsQuote']
/**
 * Minimum number of letters and digits of a quotation that is shortened. Readers need short ones to follow an answer.
 */
const MIN_REPEATED = 300
/** Maximum number of characters that are searched in all. Later quotations stay. */
const MAX_SEARCHED_IN_ALL = 100_000_000
/** Maximum number of characters of earlier posts in which quotations are searched. Later posts are not added. */
const MAX_SEARCHED = 1_000_000

/**
 * Replaces each long quotation that only repeats earlier posts by the line that names their author. Most forums insert
 * the whole earlier post in every reply to it.
 *
 * @param posts the contents of the posts, in the order of the thread; changed in place
 */
export function shortenQuotes(posts: readonly (readonly PageNode[])[]): void {
  let [earlier, left] = ['', MAX_SEARCHED_IN_ALL]
  for (const post of posts) {
    for (const quote of post.filter(isElement).flatMap(quotesIn)) {
      left -= earlier.length
      if (left > 0) shorten(quote, earlier)
    }
    if (earlier.length < MAX_SEARCHED) earlier += lettersOf(textOfNodes(post, MAX_SEARCHED))
  }
}

function quotesIn(element: PageElement): PageElement[] {
  return isQuote(element) ? [element] : outermostElements(element, isQuote)
}

function isQuote(element: PageElement): boolean {
  return element.tagName === 'blockquote' || QUOTES.some((name) => hasClass(element, name))
}

function shorten(quote: PageElement, earlier: string): void {
  const attribution = findElement(quote, isAttribution)
  const name = attribution === undefined ? '' : lettersOf(textOf(attribution, 1000))
  const all = lettersOf(textOf(quote, MAX_SEARCHED))
  const quoted = all.startsWith(name) ? all.slice(name.length) : all
  if (quoted.length < MIN_REPEATED || !earlier.includes(quoted)) return
  setChildren(quote, attribution === undefined ? [] : [createElement('p', {}, attribution.childNodes)])
}

function isAttribution(element: PageElement): boolean {
  return element.tagName === 'cite' || ATTRIBUTIONS.some((name) => hasClass(element, name))
}

/** @returns the letters and digits of a text in lower case, because forums wrap and space quotations differently */
export function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
