import { Controller } from '@hotwired/stimulus'
import { renderStreamMessage } from '@hotwired/turbo'

/** Refreshes the page at an interval of `seconds`, while its element is on the page and the tab is visible. */
export class AutoRefreshController extends Controller<HTMLElement> {
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
