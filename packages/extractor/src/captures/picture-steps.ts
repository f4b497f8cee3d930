import { elementsOf } from '../dom/page-tree.ts'
import type { Draft, Processed, Processor } from '../extraction-draft.ts'
import type { CapturedFiles } from './captured-files.ts'
import { nameOtherPictures, nameTakenPictures, showCapturedPictures } from './captured-pictures.ts'

/** Names the pictures in a saved page, before the step that gives lazily loaded images the address of another picture. */
export const NAME_TAKEN_PICTURES: Processor = pictureStep('taken pictures', ({ elements, text }, files) => {
  return nameTakenPictures(elements.all, files, text)
})

/** Names the remaining pictures of a saved page, before the step that removes addresses other than those on the web. */
export const NAME_OTHER_PICTURES: Processor = pictureStep('other pictures', ({ elements, base }, files) => {
  return nameOtherPictures(elements.all, files, base)
})

/** Adds the pictures to those that are returned with the article. */
export const SHOW_CAPTURED_PICTURES: Processor = pictureStep('captured pictures', ({ found }, files) => {
  return found === undefined ? 0 : showCapturedPictures(elementsOf(found), files)
})

/** @param change changes images in place, and returns their number */
function pictureStep(name: string, change: (draft: Draft, files: CapturedFiles) => number): Processor {
  const run = (draft: Draft): Processed => {
    const count = draft.files ? change(draft, draft.files) : undefined
    const note = count === undefined ? 'the page brings no pictures' : `${count} pictures of the saved page`
    return { draft, note, keepsElements: count === undefined }
  }
  return { name, needs: ['img'], run }
}
