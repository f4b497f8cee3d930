import type { Draft, Processed } from '../extraction-draft.ts'
import { addLeadPicture } from './add-lead-picture.ts'
import { addPictures } from './add-pictures.ts'

/** Adds the pictures of a page that consists of pictures. */
export function addContentPictures(draft: Draft): Processed {
  const { root, added } = addPictures(draft.page, draft.found)
  return { draft: { ...draft, found: root }, note: `${added} pictures added to a page with hardly any text` }
}

/** Adds the picture above the text. */
export function addHeaderPicture(draft: Draft): Processed {
  const { page, found, titleHeadings: titles, metadata } = draft
  if (found === undefined) return { draft, note: 'not needed' }
  const added = addLeadPicture(page, { found, titles, stated: metadata.previewPicture })
  return { draft, note: `${added} pictures of the header added`, keepsElements: true }
}
