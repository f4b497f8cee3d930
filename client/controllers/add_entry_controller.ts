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
 * not respond, the browser stores the text and sends it later (../send-waiting-saves.ts). It does the same if the
 * session has ended and the text is too long for the server to keep until the next sign-in, and with a text that is
 * submitted while another one is being sent.
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
    if (field.value === '' && this.#sent === undefined) {
      field.value = text
      this.element.requestSubmit()
      return
    }
    // Another address is being sent, or the field contains something that the user has not submitted yet.
    this.#store(text)
    if (this.#sent === undefined) void this.#send()
  }
  readonly #online = () => void this.#send()
  /** the text that is being sent; undefined if none is */
  #sent: string | undefined

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

  submit(): void {
    this.#sent = this.#field.value
  }

  /**
   * Stores the text if the user presses the button, or Enter, while another text is being sent. Turbo would ignore the
   * click, because it disables the button until the response.
   */
  press(event: MouseEvent): void {
    const { value } = this.#field
    if (this.#sent === undefined || value === '' || !(event.target as Element).closest('button')) return
    event.preventDefault()
    event.stopPropagation()
    if (value === this.#sent) return
    this.#store(value)
    this.#remove(value)
  }

  done({ detail: { success, error, fetchResponse } }: CustomEvent<SubmitEnd>): void {
    const sent = this.#sent ?? this.#field.value
    this.#sent = undefined
    const hasEnded = fetchResponse?.redirected === true && fetchResponse.location.pathname === '/login'
    if (error !== undefined || (hasEnded && exceedsServerLimit(sent))) this.#store(sent)
    if (success || error !== undefined) this.#remove(sent)
    else this.#field.value ||= sent
    if (error === undefined && !hasEnded) void this.#send()
    else this.#show()
  }

  /** Empties the field, unless it contains the next address already, and removes its error message. */
  #remove(sent: string): void {
    const field = this.#field
    if (field.value === sent) field.value = ''
    field.setAttribute('aria-invalid', 'false')
    this.element.querySelector('.field-error')?.remove()
  }

  /** Stores a text for a later attempt. Line breaks separate the stored texts. */
  #store(text: string): void {
    localStorage[this.keyValue] = `${this.#waiting}${text}\n`
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
    if (this.#waiting !== '' && navigator.onLine) {
      const { sendWaitingSaves } = await import('../send-waiting-saves.ts')
      await sendWaitingSaves(this.element, this.keyValue)
    }
    this.#show()
  }
}
