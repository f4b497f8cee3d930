import { Controller } from '@hotwired/stimulus'
import { renderStreamMessage } from '@hotwired/turbo'
import { waitingSaves, type WaitingSaves } from '../models/waiting-saves.ts'

interface SubmitEnd {
  readonly success: boolean
  /** set if there was no answer at all */
  readonly error?: unknown
}

/**
 * The field that saves addresses: cleared after a save, and filled with an address pasted anywhere on the page. Without
 * a network, what was typed waits in the browser and is sent when there is one.
 */
export class AddController extends Controller<HTMLFormElement> {
  static override targets = ['waiting', 'texts']
  static override values = { user: String }

  declare readonly userValue: string
  declare readonly waitingTarget: HTMLElement
  declare readonly textsTarget: HTMLElement
  #saves: WaitingSaves | undefined
  #isSending = false

  readonly #paste = (event: ClipboardEvent) => {
    const { target } = event
    const text = event.clipboardData?.getData('text').trim() ?? ''
    if (target === this.#field) return this.#pasteLines(event, text)
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
    if (!/^https?:\/\/\S+$/i.test(text)) return
    event.preventDefault()
    this.#field.value = text
    this.element.requestSubmit()
  }
  readonly #online = () => void this.#send()

  get #field(): HTMLInputElement {
    return this.element.querySelector<HTMLInputElement>('input[name="entry[url]"]')!
  }

  override connect(): void {
    this.#saves = waitingSaves(localStorage, this.userValue)
    document.addEventListener('paste', this.#paste)
    addEventListener('online', this.#online)
    this.#show()
    void this.#send()
  }

  override disconnect(): void {
    document.removeEventListener('paste', this.#paste)
    removeEventListener('online', this.#online)
  }

  done({ detail }: CustomEvent<SubmitEnd>): void {
    if (!detail.success && detail.error !== undefined) this.#saves?.add(this.#field.value)
    if (!detail.success && detail.error === undefined) return
    this.element.reset()
    this.#show()
    if (detail.success) void this.#send()
  }

  /** A field of one line drops line breaks, which would join the addresses. */
  #pasteLines(event: ClipboardEvent, text: string): void {
    if (!/[\r\n]/.test(text)) return
    event.preventDefault()
    const field = this.#field
    field.setRangeText(text.replaceAll(/\s+/g, ' '), field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  }

  /** Sends what waits, one after the other, until there is no network or no session. */
  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    for (const text of this.#saves?.list() ?? []) if (!(await this.#sendOne(text))) break
    this.#isSending = false
    this.#show()
  }

  async #sendOne(text: string): Promise<boolean> {
    const fields = new URLSearchParams()
    for (const [name, value] of new FormData(this.element)) fields.set(name, String(value))
    fields.set('entry[url]', text)
    const headers = { accept: 'text/vnd.turbo-stream.html, text/html' }
    const answer = await fetch(this.element.action, { method: 'POST', body: fields, headers }).catch(() => undefined)
    if (answer === undefined || answer.redirected || (!answer.ok && answer.status !== 422)) return false
    if (answer.ok) renderStreamMessage(await answer.text())
    // A text without an address goes back into the field.
    else this.#field.value = text
    this.#saves?.remove(text)
    return true
  }

  #show(): void {
    const texts = this.#saves?.list() ?? []
    this.waitingTarget.hidden = texts.length === 0
    this.textsTarget.textContent = texts.join(' · ')
  }
}
