import { Controller } from '@hotwired/stimulus'
import { sendChange } from '../optimistic/send-change.ts'

/**
 * Shows the next highlight of the review before the server has answered the decision about the current one. The page
 * contains all highlights of the day.
 */
export class ReviewController extends Controller<HTMLElement> {
  static override targets = ['card', 'count', 'end']
  static override values = { done: Number, failed: String }
  declare readonly cardTargets: HTMLElement[]
  declare readonly countTarget: HTMLElement
  declare readonly endTarget: HTMLElement
  /** number of highlights that were reviewed before the page was loaded */
  declare readonly doneValue: number
  declare readonly failedValue: string
  /** The cards that this page has sent decisions for. */
  readonly #decided = new Set<HTMLElement>()

  send(event: SubmitEvent): void {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || !form.matches('.review-decisions')) return
    const card = this.cardTargets.find((one) => one.contains(form))
    if (!card) return
    event.preventDefault()
    if (this.#decided.has(card)) return
    const fields = new URLSearchParams([...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]))
    const path = form.getAttribute('action') ?? ''
    this.#decided.add(card)
    this.#show()
    const takeBack = () => {
      this.#decided.delete(card)
      this.#show()
    }
    // With one key for all decisions, they reach the server in their order, and the last message is about the last one.
    const targets = [this.element.id, 'toasts']
    sendChange({ key: 'review', path, fields, takeBack, targets, failed: this.failedValue, needsServer: true })
  }

  /** Opens or closes the editor of a note. It has the focus at once, so that no key is lost that follows the shortcut. */
  toggleNote(event: Event): void {
    const summary = event.target instanceof Element ? event.target.closest('summary') : null
    const editor = summary?.closest('details')
    if (!editor) return
    event.preventDefault()
    editor.open = !editor.open
    if (editor.open) editor.querySelector('textarea')?.focus()
  }

  /** Moves the focus from the editor of a saved note to the button that opens it, because the refreshed page closes it. */
  leaveNote({ target, detail: { success } }: CustomEvent<{ readonly success: boolean }>): void {
    if (!success || !(target instanceof Element)) return
    target.closest('details')?.querySelector('summary')?.focus()
  }

  /** Shows and focuses the first highlight without a decision, or the end of the review. */
  #show(): void {
    const current = this.cardTargets.find((card) => !this.#decided.has(card))
    for (const card of this.cardTargets) card.hidden = card !== current
    this.endTarget.hidden = current !== undefined
    this.countTarget.textContent = current?.getAttribute('aria-label') ?? ''
    const progress = this.element.querySelector('progress')
    if (progress) progress.value = this.doneValue + this.#decided.size
    const shown = current ?? this.endTarget
    shown.focus()
  }
}
