import { Controller } from '@hotwired/stimulus'
import { exceedsServerLimit } from '../models/waiting-saves.ts'

interface SubmitEnd {
  readonly success: boolean
  readonly fetchResponse?: { readonly redirected: boolean; readonly location: URL }
  /** set if the server did not respond */
  readonly error?: unknown
}

/**
 * The form that saves addresses. It also saves an address that the user pastes anywhere on the page. If the server does
 * not respond, the browser stores the text of the field and sends it later (../send-waiting-saves.ts). It does the same
 * if the session has ended and the text is too long for the server to keep until the next sign-in.
 */
export class AddEntryController extends Controller<HTMLFormElement> {
  static override targets = ['waiting']
  static override values = { key: String }

  /** key of the `localStorage` item with the texts that have not been sent yet. Signing out deletes the item. */
  declare readonly keyValue: string
  declare readonly waitingTarget: HTMLElement

  readonly #paste = (event: ClipboardEvent) => {
    const { target } = event
    const text = event.clipboardData?.getData('text').trim() ?? ''
    const field = this.#field
    if (target === field && /[\r\n]/.test(text)) {
      // By itself, a field with a single line would delete the line breaks between pasted addresses, and so join them.
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
    // Stores the text for a later attempt. Line breaks separate the stored texts.
    if (!success || (hasEnded && exceedsServerLimit(this.#field.value)))
      localStorage[this.keyValue] = `${this.#waiting}${this.#field.value}\n`
    this.#clear()
    this.#show()
    if (success && !hasEnded) void this.#send()
  }

  /** Empties the field, and removes its error message. */
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

  /** Sends the stored texts. Loads the module for sending only if there are texts and the browser is online. */
  async #send(): Promise<void> {
    this.#show()
    if (this.#waiting === '' || !navigator.onLine) return
    const { sendWaitingSaves } = await import('../send-waiting-saves.ts')
    await sendWaitingSaves(this.element, this.keyValue)
    this.#show()
  }
}
