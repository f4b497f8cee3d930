import { Controller } from '@hotwired/stimulus'
import { showToast } from '../show-toast.ts'

/** Settings that change the look of the page itself, as attributes of its root. */
const SHOWN = ['theme', 'font', 'size', 'width', 'leading'] as const

/**
 * Saves the form in the background when a field changes, so that no button is needed. If saving fails, a message says so,
 * and the button of the form appears.
 */
export class SaveOnChangeController extends Controller<HTMLFormElement> {
  static override targets = ['button']
  static override values = { saved: String, failed: String }
  declare readonly buttonTarget: HTMLElement
  declare readonly savedValue: string
  declare readonly failedValue: string
  #isSending = false
  #hasChanged = false

  override connect(): void {
    this.buttonTarget.hidden = true
  }

  /** Shows a changed look at once, also while a slider is moved. */
  show(): void {
    const data = new FormData(this.element)
    for (const name of SHOWN) document.documentElement.setAttribute(`data-${name}`, String(data.get(name)))
  }

  /** Saves all fields. A change while an earlier one is being sent is sent after it, so that the last one wins. */
  async save(): Promise<void> {
    this.#hasChanged = true
    if (this.#isSending) return
    this.#isSending = true
    while (this.#hasChanged) {
      this.#hasChanged = false
      await this.#send()
    }
    this.#isSending = false
  }

  async #send(): Promise<void> {
    const { action, method } = this.element
    const fields = [...new FormData(this.element)].map(([name, value]) => [name, String(value)])
    const body = new URLSearchParams(fields)
    const headers = { accept: 'text/vnd.turbo-stream.html' }
    try {
      const response = await fetch(action, { method, body, headers, keepalive: true })
      if (!response.ok) throw new Error(`status ${response.status}`)
      this.buttonTarget.hidden = true
      // Turbo would move the focus back while it shows a message of the server, although the user has moved on.
      showToast(this.savedValue)
    } catch {
      this.buttonTarget.hidden = false
      showToast(this.failedValue)
    }
  }
}
