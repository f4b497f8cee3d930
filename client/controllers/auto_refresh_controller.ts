import { Controller } from '@hotwired/stimulus'
import { renderStreamMessage } from '@hotwired/turbo'

/**
 * Refreshes the page at an interval of `seconds`, while its element is on the page and the tab is visible. In a frame, it
 * loads only the frame again.
 */
export class AutoRefreshController extends Controller<HTMLElement> {
  static override values = { seconds: Number }
  declare readonly secondsValue: number
  #timer: ReturnType<typeof setInterval> | undefined

  override connect(): void {
    this.#timer = setInterval(() => {
      if (!document.hidden) this.#refresh()
    }, this.secondsValue * 1000)
  }

  #refresh(): void {
    const frame = this.element.closest<FrameElement>('turbo-frame')
    if (!frame) renderStreamMessage('<turbo-stream action="refresh"></turbo-stream>')
    else if (frame.src === null) frame.src = location.pathname
    else void frame.reload()
  }

  override disconnect(): void {
    clearInterval(this.#timer)
  }
}
