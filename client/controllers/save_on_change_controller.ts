import { Controller } from '@hotwired/stimulus'
import { postForm } from '../optimistic/post-form.ts'
import { refreshNow, renderStreams } from '../render-streams.ts'
import { showToast } from '../show-toast.ts'

/** Settings that change the look of the page itself, as attributes of its root. */
const SHOWN = ['theme', 'font', 'size', 'width', 'leading'] as const

/**
 * Saves the form in the background when a field changes, so that no button is needed. Shows what the server answers, such as
 * the error of a field. If saving fails, a message says so, and the button of the form appears.
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
    // The user may have changed a field before this controller was loaded.
    if ([...this.element.elements].some(isChanged)) void this.save()
  }

  /** Shows a changed look at once, also while a slider is moved. */
  show(): void {
    const data = new FormData(this.element)
    for (const name of SHOWN) document.documentElement.setAttribute(`data-${name}`, String(data.get(name)))
    for (const output of this.element.querySelectorAll('output')) showValue(output)
  }

  /** Keeps the button hidden when the form or the page is updated. */
  keepHidden(event: CustomEvent<{ readonly attributeName: string }>): void {
    if (event.target === this.buttonTarget && event.detail.attributeName === 'hidden') event.preventDefault()
  }

  /** Saves when the button or Enter is pressed. If that fails again, the form is still there. */
  submit(event: SubmitEvent): void {
    event.preventDefault()
    void this.save()
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

  /** Saves a change that still waits for the response to an earlier one, because the user leaves the page. */
  leave(): void {
    if (!this.#hasChanged) return
    this.#hasChanged = false
    void this.#send()
  }

  async #send(): Promise<void> {
    const fields = [...new FormData(this.element)].map(([name, value]) => [name, String(value)])
    const { streams, isSignedOut } = await postForm(this.element.action, new URLSearchParams(fields))
    // The refreshed page is the sign-in page.
    if (isSignedOut) return refreshNow()
    const isSaved = streams !== undefined
    this.buttonTarget.hidden = isSaved
    if (streams) renderStreams(streams)
    else showToast(isSaved ? this.savedValue : this.failedValue)
  }
}

/** Shows the value of a slider with its unit. */
function showValue(output: HTMLOutputElement): void {
  const slider = document.querySelector<HTMLInputElement>(`#${output.htmlFor.value}`)
  const values = JSON.parse(output.dataset['values'] ?? '[]') as readonly string[]
  const value = values[Number(slider?.value) - Number(slider?.min)] ?? ''
  output.textContent = value
  slider?.setAttribute('aria-valuetext', value)
}

/** @returns whether the value of a field differs from the one that the server has sent */
function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) return [...field.options].some((one) => one.selected !== one.defaultSelected)
  if (!(field instanceof HTMLInputElement)) return false
  if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}
