import { ElementList } from './dom/element-list.ts'
import { TooLargeError } from './too-large.ts'
import { baseAddress, makeAddressesAbsolute } from './dom/absolute-addresses.ts'
import { normaliseCode } from './blocks/code/code-blocks.ts'
import { contentFacts } from './clean/content-facts.ts'
import { linkEmbeds, unifyEmbeds } from './blocks/embeds/embeds.ts'
import type { CleanedContent, GivenContent } from './extraction.ts'
import { MAX_CONTENT_BYTES } from './clean/finish-content.ts'
import { linkPlaces, settlePlaces } from './blocks/page-places.ts'
import { linkFootnotes } from './blocks/link-footnotes.ts'
import { joinArticlePages } from './paging/join-article-pages.ts'
import { fillInLazyImages } from './blocks/lazy-images.ts'
import { findFormulas } from './mathematics/find-formulas.ts'
import { insertFormulas } from './mathematics/insert-formulas.ts'
import { collectMetadata } from './metadata/page-metadata.ts'
import { findElement, isElement, type PageParent } from './dom/page-tree.ts'
import { parsePage } from './dom/parse-page.ts'
import { readMetadata } from './metadata/read-metadata.ts'
import { formatPreservedText } from './blocks/code/preformatted-text.ts'
import { unwrapButtons } from './blocks/controls/unwrap-buttons.ts'
import { showLabels } from './hidden/labelled-elements.ts'
import { showVisibleText } from './hidden/visible-text.ts'
import { sanitiseTree } from './clean/sanitise.ts'
import { completeFootnotes } from './blocks/complete-footnotes.ts'

/**
 * Cleans HTML that a client sent as the content of an entry (wallabag contract, section 4.2). The client has chosen the
 * text, so nothing is removed as clutter. Lazy images, players, formulas, footnotes and code get the same form as in
 * extracted articles. Cleaning the result again changes nothing. Cleaning takes long, so run it in a worker thread.
 *
 * @param given the HTML, which is a fragment or a whole page, and its address
 * @returns sanitised content with absolute addresses, and its metadata
 * @throws TooLargeError above 200,000 nodes, or above 4 MB of resulting content
 */
export function cleanContent(given: GivenContent): CleanedContent {
  const html = escapeLooseLessThanSigns(given.html)
  const page = parsePage(given.further ? joinArticlePages([html, ...given.further]) : html)
  const base = baseAddress(page, given.url)
  const { title, language, previewPicture } = readMetadata(collectMetadata(page), given.url, base)
  normalise(page, { url: given.url, base })
  const { html: content, tree } = sanitiseTree(bodyOf(page))
  if (Buffer.byteLength(content) > MAX_CONTENT_BYTES) throw new TooLargeError('the text is longer than 4 MB')
  const { readingTime, firstPicture } = contentFacts(tree)
  return { content, readingTime, previewPicture: previewPicture ?? firstPicture, title, language }
}

/**
 * Escapes each `<` that precedes a letter but starts no tag, as in `x<y and more`. Otherwise, the parser would read the
 * text up to the next tag as attributes of a tag `y`, and drop this text.
 */
function escapeLooseLessThanSigns(html: string): string {
  return html.replaceAll(/<(?=[a-z](?:[^<>=]*<|[^<>]*$))/gi, '&lt;')
}

/**
 * Normalises embeds, formulas, images, buttons, footnotes and code with the same functions and in the same order as the
 * extraction (`PAGE_PROCESSORS`).
 */
function normalise(page: PageParent, { url, base }: { readonly url: string; readonly base: string }): void {
  unifyEmbeds(new ElementList(page))
  const elements = new ElementList(page)
  const formulas = findFormulas(page, elements)
  fillInLazyImages(page, base, elements)
  if (showLabels(elements.all) > 0) elements.renew()
  const changed = unwrapButtons(page, elements.named('button')) + showVisibleText(page, elements.all)
  if (changed > 0) elements.renew()
  const footnotes = linkFootnotes(page, url, elements)
  settlePlaces(elements, url)
  makeAddressesAbsolute(elements.all, base)
  formatPreservedText(elements)
  normaliseCode(page)
  const body = bodyOf(page)
  if (!isElement(body)) return
  linkEmbeds(body)
  completeFootnotes(body, footnotes)
  linkPlaces(body, url)
  insertFormulas(body, formulas)
}

/** @returns the body of the page; the page itself if it has no body, for example if it is a frameset */
function bodyOf(page: PageParent): PageParent {
  return findElement(page, (element) => element.tagName === 'body') ?? page
}
