import { Controller } from '@hotwired/stimulus'

/** Milliseconds for which a message is shown at least, enough to click its button, and for each of its characters. */
const [SHOWN, SHOWN_PER_CHARACTER] = [8000, 100]

/** A message over the page that disappears after a time, but not while it is hovered over or its button has the focus. */
export class ToastController extends Controller<HTMLElement> {
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOfFormerPage = false
  readonly #hold = () => clearTimeout(this.#timer)
  readonly #release = () => {
    clearTimeout(this.#timer)
    const { length } = this.element.textContent.trim()
    this.#timer = setTimeout(this.#remove, Math.max(SHOWN, length * SHOWN_PER_CHARACTER))
  }
  readonly #remove = () => this.element.remove()

  override connect(): void {
    // If the page contains a notice, only the newer one of notice and toast stays. The notice is newer if the toast
    // appeared on an earlier page.
    const notice = document.querySelector('.notice[data-turbo-temporary]')
    const isOther = notice !== null && notice !== this.element
    if (isOther && this.#isOfFormerPage) return this.element.remove()
    if (isOther) notice.remove()
    this.#isOfFormerPage = true
    for (const type of ['pointerenter', 'focusin']) this.element.addEventListener(type, this.#hold)
    for (const type of ['pointerleave', 'focusout']) this.element.addEventListener(type, this.#release)
    document.addEventListener('turbo:before-cache', this.#remove)
    this.#release()
  }

  override disconnect(): void {
    clearTimeout(this.#timer)
    document.removeEventListener('turbo:before-cache', this.#remove)
  }
}
