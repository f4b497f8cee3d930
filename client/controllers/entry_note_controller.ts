import { Controller } from '@hotwired/stimulus'

/** The form for the note of the page. */
export class EntryNoteController extends Controller<HTMLFormElement> {
  /** Saves the note with Ctrl+Enter (Cmd+Enter). */
  press(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, isComposing } = event
    if (key !== 'Enter' || !(ctrlKey || metaKey) || isComposing) return
    event.preventDefault()
    this.element.requestSubmit()
  }

  /** Brings back the saved note. */
  reset(): void {
    this.element.reset()
  }

  /** Closes the form when the note is saved. The focus returns to where it was, so that the page does not scroll. */
  done({ detail }: CustomEvent<{ readonly success: boolean }>): void {
    if (detail.success && this.element.matches(':popover-open')) this.element.hidePopover()
  }
}
