import type { Draft, Processed, Processor } from '../extraction-draft.ts'
import { addLeadPicture } from './add-lead-picture.ts'
import { addPictures } from './add-pictures.ts'

/** Adds the pictures of a page that consists of pictures. */
export const ADD_PICTURES: Processor = { name: 'pictures', needs: ['img'], isForSearch: true, run: addContentPictures }

/** Adds the picture above the text. */
export const ADD_LEAD_PICTURE: Processor = {
  name: 'lead picture',
  needs: ['img'],
  isForSearch: true,
  run: addHeaderPicture,
}

function addContentPictures(draft: Draft): Processed {
  const { root, added } = addPictures(draft.page, draft.found)
  return { draft: { ...draft, found: root }, note: `${added} pictures added to a page with hardly any text` }
}

function addHeaderPicture(draft: Draft): Processed {
  const { page, found, titleHeadings: titles, metadata } = draft
  if (found === undefined) return { draft, note: 'not needed' }
  const added = addLeadPicture(page, { found, titles, stated: metadata.previewPicture })
  return { draft, note: `${added} pictures of the header added`, keepsElements: true }
}
