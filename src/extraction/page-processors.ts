import { serialize } from 'parse5'
import { baseAddress, makeAddressesAbsolute } from './absolute-addresses.ts'
import { contentFacts } from './content-facts.ts'
import type { Draft, Processed, Processor } from './draft.ts'
import { dropDateline } from './drop-dateline.ts'
import { dropMachinery } from './drop-machinery.ts'
import { dropRepeatedTitle } from './drop-repeated-title.ts'
import { dropSideLines } from './drop-side-lines.ts'
import { findArticle } from './find-article.ts'
import { mendLazyImages } from './lazy-images.ts'
import { markCaptions } from './mark-captions.ts'
import { openNoscripts } from './open-noscripts.ts'
import { gatherFacts } from './page-facts.ts'
import { declaresArticle, readMetadata } from './read-metadata.ts'
import { sanitise } from './sanitise.ts'

/** The way from a page's tree to an article, in order. Sanitising is the last step that touches content. */
export const PAGE_PROCESSORS: readonly Processor[] = [
  { name: 'base', run: findBase },
  { name: 'metadata', run: takeMetadata },
  { name: 'noscript', run: openHiddenText },
  { name: 'images', run: mendImages },
  { name: 'addresses', run: resolveAddresses },
  { name: 'machinery', run: removeMachinery },
  { name: 'title', run: removeTitle },
  { name: 'dateline', run: removeDateline },
  { name: 'text', run: findText },
  { name: 'captions', run: nameCaptions },
  { name: 'side lines', run: removeSideLines },
  { name: 'sanitise', run: sanitiseContent },
  { name: 'picture', run: completePicture },
]

function findBase(draft: Draft): Processed {
  const base = baseAddress(draft.page, draft.url)
  return { draft: { ...draft, base }, note: base === draft.url ? 'the address of the page' : `given: ${base}` }
}

function takeMetadata(draft: Draft): Processed {
  const facts = gatherFacts(draft.page)
  const metadata = readMetadata(facts, draft.url, draft.base)
  const found = Object.entries(metadata).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value))
  return {
    draft: { ...draft, metadata, isArticle: declaresArticle(facts) },
    note: `found ${found.map(([name]) => name).join(', ') || 'nothing'}`,
  }
}

function openHiddenText(draft: Draft): Processed {
  return { draft, note: `${openNoscripts(draft.page)} noscripts opened that hold the text` }
}

function mendImages(draft: Draft): Processed {
  return { draft, note: `${mendLazyImages(draft.page, draft.base)} late images given their address` }
}

function resolveAddresses(draft: Draft): Processed {
  makeAddressesAbsolute(draft.page, draft.base)
  return { draft, note: 'made absolute, only http and https kept' }
}

function removeMachinery(draft: Draft): Processed {
  dropMachinery(draft.page)
  return { draft, note: 'scripts, styles, comments and drawings left out' }
}

function removeTitle(draft: Draft): Processed {
  const count = dropRepeatedTitle(draft.page, draft.metadata.title)
  return { draft, note: `${count} headings that repeat the title left out` }
}

function removeDateline(draft: Draft): Processed {
  return { draft, note: `${dropDateline(draft.page)} lines about author and date left out` }
}

function findText(draft: Draft): Processed {
  const found = findArticle(draft.page, draft.isArticle)
  if (found === undefined) return { draft, note: 'no text found' }
  const { root, measures, note } = found
  return { draft: { ...draft, found: root }, note: `${measures.text} characters, ${note}` }
}

function nameCaptions(draft: Draft): Processed {
  return { draft, note: `${draft.found ? markCaptions(draft.found) : 0} captions marked` }
}

function removeSideLines(draft: Draft): Processed {
  const count = draft.found ? dropSideLines(draft.found, draft.isArticle, draft.metadata.title) : 0
  return { draft, note: `${count} labels, pointers, prompts and lists of links left out` }
}

function sanitiseContent(draft: Draft): Processed {
  const content = draft.found ? sanitise(serialize(draft.found)) : ''
  return { draft: { ...draft, content }, note: `${content.length} characters of HTML` }
}

/** The page's picture for sharing comes first, then the first picture of the article (contract, section 4.4). */
function completePicture(draft: Draft): Processed {
  const previewPicture = draft.metadata.previewPicture ?? contentFacts(draft.content).firstPicture
  const metadata = { ...draft.metadata, previewPicture }
  return { draft: { ...draft, metadata }, note: previewPicture ?? 'none' }
}
