import { baseAddress, makeAddressesAbsolute } from './absolute-addresses.ts'
import { contentFacts } from './content-facts.ts'
import type { Draft, Processed, Processor } from './draft.ts'
import { dropDateline } from './drop-dateline.ts'
import { dropMachinery } from './drop-machinery.ts'
import { dropRepeatedTitle } from './drop-repeated-title.ts'
import { mendLazyImages } from './lazy-images.ts'
import { gatherFacts } from './page-facts.ts'
import { elementsOf, textOf, type PageParent } from './page-tree.ts'
import { readableContent } from './readable-content.ts'
import { readMetadata } from './read-metadata.ts'
import { sanitise } from './sanitise.ts'

/** The way from a page's tree to an article, in order. Sanitising is the last step that touches content. */
export const PAGE_PROCESSORS: readonly Processor[] = [
  { name: 'base', run: findBase },
  { name: 'metadata', run: takeMetadata },
  { name: 'images', run: mendImages },
  { name: 'addresses', run: resolveAddresses },
  { name: 'machinery', run: removeMachinery },
  { name: 'title', run: removeTitle },
  { name: 'dateline', run: removeDateline },
  { name: 'text', run: findText },
  { name: 'sanitise', run: sanitiseContent },
  { name: 'picture', run: completePicture },
]

function findBase(draft: Draft): Processed {
  const base = baseAddress(draft.page, draft.url)
  return { draft: { ...draft, base }, note: base === draft.url ? 'the address of the page' : `given: ${base}` }
}

function takeMetadata(draft: Draft): Processed {
  const metadata = readMetadata(gatherFacts(draft.page), draft.url, draft.base)
  const found = Object.entries(metadata).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value))
  return { draft: { ...draft, metadata }, note: `found ${found.map(([name]) => name).join(', ') || 'nothing'}` }
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
  const content = readableContent(draft.page, ownTitle(draft.page) ?? draft.metadata.title ?? '') ?? ''
  return {
    draft: { ...draft, content },
    note: content === '' ? 'no text found' : `${content.length} characters of HTML`,
  }
}

/** Readability compares headings with the title as the page wrote it; with ours it takes some for repetitions. */
function ownTitle(page: PageParent): string | undefined {
  const title = elementsOf(page).find((element) => element.tagName === 'title')
  return title && textOf(title)
}

function sanitiseContent(draft: Draft): Processed {
  const content = sanitise(draft.content)
  return { draft: { ...draft, content }, note: `${content.length} characters of HTML` }
}

/** The page's picture for sharing comes first, then the first picture of the article (contract, section 4.4). */
function completePicture(draft: Draft): Processed {
  const previewPicture = draft.metadata.previewPicture ?? contentFacts(draft.content).firstPicture
  const metadata = { ...draft.metadata, previewPicture }
  return { draft: { ...draft, metadata }, note: previewPicture ?? 'none' }
}
