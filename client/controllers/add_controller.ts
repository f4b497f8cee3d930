import { Controller } from '@hotwired/stimulus'
import { isLeftToBrowser } from '../models/waiting-saves.ts'

interface SubmitEnd {
  readonly success: boolean
  readonly fetchResponse?: { readonly redirected: boolean; readonly location: URL }
  /** set if the server could not be reached */
  readonly error?: unknown
}

/**
 * The form that saves addresses. It is cleared after a save, and also saves an address that is pasted anywhere on the
 * page. Offline, or if the session has ended and the text is too long for the server, the text is stored in the browser and
 * sent later (../send-waiting-saves.ts).
 */
export class AddController extends Controller<HTMLFormElement> {
  static override targets = ['waiting']
  static override values = { key: String }

  /** key in `localStorage` of the texts that are not sent yet; signing out deletes them */
  declare readonly keyValue: string
  declare readonly waitingTarget: HTMLElement

  readonly #paste = (event: ClipboardEvent) => {
    const { target } = event
    const text = event.clipboardData?.getData('text').trim() ?? ''
    const field = this.#field
    if (target === field && /[\r\n]/.test(text)) {
      // A single-line field would drop the line breaks and join the addresses.
      event.preventDefault()
      field.setRangeText(text.replaceAll(/\s+/g, ' '), field.selectionStart!, field.selectionEnd!, 'end')
    }
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
    if (!/^https?:\/\/\S+$/i.test(text)) return
    event.preventDefault()
    field.value = text
    this.element.requestSubmit()
  }
  readonly #online = () => void this.#send()

  get #field(): HTMLInputElement {
    return this.element.querySelector<HTMLInputElement>('input[name="entry[url]"]')!
  }

  override connect(): void {
    document.addEventListener('paste', this.#paste)
    addEventListener('online', this.#online)
    void this.#send()
  }

  override disconnect(): void {
    document.removeEventListener('paste', this.#paste)
    removeEventListener('online', this.#online)
  }

  done({ detail: { success, error, fetchResponse } }: CustomEvent<SubmitEnd>): void {
    if (!success && error === undefined) return
    const hasEnded = fetchResponse?.redirected === true && fetchResponse.location.pathname === '/login'
    // One text per line.
    if (!success || (hasEnded && isLeftToBrowser(this.#field.value)))
      localStorage[this.keyValue] = `${this.#waiting}${this.#field.value}\n`
    this.#clear()
    this.#show()
    if (success && !hasEnded) void this.#send()
  }

  /** Empties the field, and removes the error of a former text. */
  #clear(): void {
    const field = this.#field
    field.value = ''
    field.setAttribute('aria-invalid', 'false')
    this.element.querySelector('.field-error')?.remove()
  }

  get #waiting(): string {
    return String(localStorage[this.keyValue] ?? '')
  }

  #show(): void {
    const { waitingTarget } = this
    waitingTarget.hidden = this.#waiting === ''
    waitingTarget.lastElementChild!.textContent = this.#waiting
  }

  /** Sends the stored texts. The code for it is loaded only if there are any and the browser is online. */
  async #send(): Promise<void> {
    this.#show()
    if (this.#waiting === '' || !navigator.onLine) return
    const { sendWaitingSaves } = await import('../send-waiting-saves.ts')
    await sendWaitingSaves(this.element, this.keyValue)
    this.#show()
  }
}
