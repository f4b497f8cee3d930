import { findElements, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { measureTree } from '../dom/text-measures.ts'

/** Minimum share of the page's long paragraphs that a result must contain. */
const MIN_SHARE = 0.5
/** If a result lacks at most this number of characters of long paragraphs, they may be notices of the site. */
const MAX_LOST = 1000
/** Elements whose text is not the page's own. */
const SITE_ELEMENTS = new Set(['nav', 'footer', 'aside', 'header'])

/**
 * Compares a result that was composed of parts or data of a page with what the page plainly shows.
 *
 * @param result the result, whose elements may still be part of the page
 * @param page the page's tree without hidden text
 * @returns whether the result contains at least half of the long, unlinked text of the page, or lacks little of it
 */
export function keepsMostText(result: PageElement, page: PageParent): boolean {
  const left = new Set(findElements(page, ({ tagName }) => SITE_ELEMENTS.has(tagName)))
  const whole = measureTree(page, left).get(page)!.long
  const { long, text } = measureTree(result, new Set()).get(result)!
  // A post may consist of bare text and line breaks, which is not a long paragraph.
  const kept = Math.max(long, text)
  return kept >= whole * MIN_SHARE || whole - kept <= MAX_LOST
}
