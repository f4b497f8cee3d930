import { Controller } from '@hotwired/stimulus'

/** In milliseconds: time to read a line and to press its button. */
const SHOWN = 8000

/** A message that goes by itself, but not while somebody points at it or has its button in focus. */
export class ToastController extends Controller<HTMLElement> {
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #hold = () => clearTimeout(this.#timer)
  readonly #release = () => {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.element.remove(), SHOWN)
  }
  readonly #remove = () => this.element.remove()

  override connect(): void {
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
