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

  /** Closes the form when the note is saved, and moves the focus to the button that edits it again. */
  done({ detail }: CustomEvent<{ readonly success: boolean }>): void {
    if (!detail.success || !this.element.matches(':popover-open')) return
    this.element.hidePopover()
    document.addEventListener('turbo:load', focusNoteButton, { once: true })
  }
}

function focusNoteButton(): void {
  document.querySelector<HTMLElement>('#entry-note-edit')?.focus({ preventScroll: true })
}
