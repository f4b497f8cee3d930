import { Controller } from '@hotwired/stimulus'

/** How long the button says that it was done, in milliseconds. */
const SAID_MS = 2000

/** Copies a text at the push of a button, which only shows where that is possible. */
export class CopyController extends Controller<HTMLElement> {
  static override targets = ['button', 'label']
  static override values = { text: String }

  declare readonly buttonTarget: HTMLButtonElement
  declare readonly labelTarget: HTMLElement
  declare readonly textValue: string
  #timer: ReturnType<typeof setTimeout> | undefined
  #said = ''

  override connect(): void {
    this.#said = this.labelTarget.textContent ?? ''
    this.buttonTarget.hidden = !('clipboard' in navigator)
  }

  override disconnect(): void {
    clearTimeout(this.#timer)
    this.#say(this.#said, false)
    this.buttonTarget.hidden = true
  }

  async copy(): Promise<void> {
    await navigator.clipboard.writeText(this.textValue)
    this.#say(this.labelTarget.dataset['done'] ?? '', true)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#say(this.#said, false), SAID_MS)
  }

  /** The name of the button is for who cannot see its icon; that it was done is for everybody. */
  #say(text: string, isSeen: boolean): void {
    this.labelTarget.textContent = text
    this.labelTarget.classList.toggle('unseen', !isSeen)
  }
}
