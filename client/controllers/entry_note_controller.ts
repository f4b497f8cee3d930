import { Controller } from '@hotwired/stimulus'

/** The form for the note of the page. */
export class EntryNoteController extends Controller<HTMLFormElement> {
  static override targets = ['text']
  declare readonly textTarget: HTMLTextAreaElement

  /** Places the cursor at the end of the note, so that the user continues it. */
  open(event: Event): void {
    if (event.target !== this.element || (event as ToggleEvent).newState !== 'open') return
    this.textTarget.setSelectionRange(this.textTarget.value.length, this.textTarget.value.length)
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
