import { serialize } from 'parse5'
import { baseAddress, makeAddressesAbsolute } from './absolute-addresses.ts'
import { contentFacts } from './content-facts.ts'
import type { CleanedContent, GivenContent } from './extraction.ts'
import { mendLazyImages } from './lazy-images.ts'
import { gatherFacts } from './page-facts.ts'
import { elementsOf, type PageParent } from './page-tree.ts'
import { parsePage } from './parse-page.ts'
import { readMetadata } from './read-metadata.ts'
import { sanitise } from './sanitise.ts'

/**
 * Cleans HTML that a client sent as an entry's content (contract, section 4.2). Nothing is left out for being clutter:
 * the client chose the text. Heavy: call it in a worker thread only.
 *
 * @param given the HTML, a fragment or a whole page, and the address it belongs to
 * @returns sanitised content with absolute addresses, and what the HTML says about itself
 * @throws AppError `too_large` above 200,000 nodes
 */
export function cleanContent(given: GivenContent): CleanedContent {
  const page = parsePage(given.html)
  const base = baseAddress(page, given.url)
  const { title, language, previewPicture } = readMetadata(gatherFacts(page), given.url, base)
  mendLazyImages(page, base)
  makeAddressesAbsolute(page, base)
  const content = sanitise(serialize(bodyOf(page)))
  const { readingTime, firstPicture } = contentFacts(content)
  return { content, readingTime, previewPicture: previewPicture ?? firstPicture, title, language }
}

function bodyOf(page: PageParent): PageParent {
  return elementsOf(page).find((element) => element.tagName === 'body') ?? page
}
