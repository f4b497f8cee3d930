import { Controller } from '@hotwired/stimulus'

/** The form for the note of the page. */
export class EntryNoteController extends Controller<HTMLFormElement> {
  /** Brings back the saved note. */
  reset(): void {
    this.element.reset()
  }

  /** Closes the form when the note is saved. The focus returns to where it was, so that the page does not scroll. */
  done({ detail }: CustomEvent<{ readonly success: boolean }>): void {
    if (detail.success && this.element.matches(':popover-open')) this.element.hidePopover()
  }
}
