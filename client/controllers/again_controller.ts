import { Controller } from '@hotwired/stimulus'
import { renderStreamMessage } from '@hotwired/turbo'

/** Reloads the page in place every few seconds while its element is present. */
export class AgainController extends Controller<HTMLElement> {
  static override values = { seconds: Number }
  declare readonly secondsValue: number
  #timer: ReturnType<typeof setInterval> | undefined

  override connect(): void {
    this.#timer = setInterval(() => {
      if (!document.hidden) renderStreamMessage('<turbo-stream action="refresh"></turbo-stream>')
    }, this.secondsValue * 1000)
  }

  override disconnect(): void {
    clearInterval(this.#timer)
  }
}
