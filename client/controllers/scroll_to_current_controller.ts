import { Controller } from '@hotwired/stimulus'

/** Scrolls a row of links sideways until the current link is visible. The page itself does not move. */
export class ScrollToCurrentController extends Controller<HTMLElement> {
  override connect(): void {
    const current = this.element.querySelector<HTMLElement>('[aria-current]')
    if (!current) return
    const [row, link] = [this.element.getBoundingClientRect(), current.getBoundingClientRect()]
    this.element.scrollLeft += link.left + link.width / 2 - (row.left + row.width / 2)
  }
}
