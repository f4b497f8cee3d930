import { AppError } from '../kernel/errors.ts'
import { baseAddress, makeAddressesAbsolute } from './dom/absolute-addresses.ts'
import { normaliseCode } from './blocks/code-blocks.ts'
import { contentFacts } from './clean/content-facts.ts'
import { linkEmbeds, unifyEmbeds } from './blocks/embeds.ts'
import type { CleanedContent, GivenContent } from './extraction.ts'
import { MAX_CONTENT_BYTES } from './clean/finish-content.ts'
import { linkFootnotes } from './blocks/footnotes.ts'
import { joinParts } from './paging/join-parts.ts'
import { mendLazyImages } from './blocks/lazy-images.ts'
import { writeMathematics } from './blocks/mathematics.ts'
import { gatherFacts } from './metadata/page-facts.ts'
import { elementsOf, isElement, type PageParent } from './dom/page-tree.ts'
import { parsePage } from './dom/parse-page.ts'
import { readMetadata } from './metadata/read-metadata.ts'
import { sanitiseTree } from './clean/sanitise.ts'
import { settleFootnotes } from './blocks/settle-footnotes.ts'

/**
 * Cleans HTML that a client sent as an entry's content (contract, section 4.2). Nothing is left out for being clutter:
 * the client chose the text. Late images, players, formulas, footnotes and code get the forms that they have in an
 * article of ours. Doing it twice changes nothing more. Heavy: call it in a worker thread only.
 *
 * @param given the HTML, a fragment or a whole page, and the address it belongs to
 * @returns sanitised content with absolute addresses, and what the HTML says about itself
 * @throws AppError `too_large` above 200,000 nodes, and above 4 MB of what is to be stored
 */
export function cleanContent(given: GivenContent): CleanedContent {
  const page = parsePage(given.further ? joinParts([given.html, ...given.further]) : given.html)
  const base = baseAddress(page, given.url)
  const { title, language, previewPicture } = readMetadata(gatherFacts(page), given.url, base)
  normalise(page, { url: given.url, base })
  const { html: content, tree } = sanitiseTree(bodyOf(page))
  if (Buffer.byteLength(content) > MAX_CONTENT_BYTES) throw new AppError('too_large', 'the text is longer than 4 MB')
  const { readingTime, firstPicture } = contentFacts(tree)
  return { content, readingTime, previewPicture: previewPicture ?? firstPicture, title, language }
}

/** Those of the steps of `PAGE_PROCESSORS` that give a part of a text its usual form, in the same order. */
function normalise(page: PageParent, { url, base }: { readonly url: string; readonly base: string }): void {
  unifyEmbeds(page)
  writeMathematics(page)
  mendLazyImages(page, base)
  const footnotes = linkFootnotes(page, url)
  makeAddressesAbsolute(page, base)
  normaliseCode(page)
  const body = bodyOf(page)
  if (!isElement(body)) return
  linkEmbeds(body)
  settleFootnotes(body, footnotes)
}

/** A page of frames has none. */
function bodyOf(page: PageParent): PageParent {
  return elementsOf(page).find((element) => element.tagName === 'body') ?? page
}
