import { annotationItem } from './annotation-item.ts'
import { undoButton } from './optimistic/undo-last.ts'
import { sendAnnotation } from './send-annotation.ts'
import { showToast } from './show-toast.ts'

/**
 * Deletes an annotation. The page shows the deletion at once, and shows the annotation again if the server has not made it.
 * The button of the message undoes the deletion after the server has made it.
 */
export async function deleteHighlight(id: number): Promise<void> {
  const { entry = '', unmoved = '', deleted = '' } = document.querySelector<HTMLElement>('#note-box')?.dataset ?? {}
  const token = document.querySelector<HTMLInputElement>('#note-box [name=token]')?.value ?? ''
  const takeBack = hideItem(annotationItem(id))
  showToast(deleted, undoButton())
  if ((await sendAnnotation({ path: `/annotations/${id}/delete`, fields: { token }, entry })) === 'sent') return
  takeBack()
  showToast(unmoved)
}

/** Removes an item, and with it the marks in the text. @returns a function that puts it back */
function hideItem(item: HTMLElement | null): () => void {
  const [list, next] = [item?.parentElement, item?.nextSibling ?? null]
  item?.remove()
  return () => {
    if (item && list?.isConnected) list.insertBefore(item, next?.isConnected ? next : null)
  }
}
