import { Controller } from '@hotwired/stimulus'

/**
 * Distance in pixels of a line from the top of the window. The current section is the last one that starts above the
 * line.
 */
const LINE = 120

/** Highlights the current section in the table of contents. */
export class TableOfContentsController extends Controller<HTMLElement> {
  static override targets = ['link']
  declare readonly linkTargets: readonly HTMLAnchorElement[]
  #frame = 0

  override connect(): void {
    for (const type of ['scroll', 'resize']) addEventListener(type, this.#scrolled, { passive: true })
    this.#scrolled()
  }

  override disconnect(): void {
    for (const type of ['scroll', 'resize']) removeEventListener(type, this.#scrolled)
    cancelAnimationFrame(this.#frame)
  }

  readonly #scrolled = (): void => {
    this.#frame ||= requestAnimationFrame(this.#look)
  }

  readonly #look = (): void => {
    this.#frame = 0
    const current = this.linkTargets.findLast(isAbove)
    for (const link of this.linkTargets) {
      if (link === current) link.setAttribute('aria-current', 'location')
      else link.removeAttribute('aria-current')
    }
    const box = this.element.querySelector('details')
    if (current) showWithin(current, box)
    else if (box) box.scrollTop = 0
  }
}

/** Scrolls a long table of contents until the current section is visible. The page itself does not move. */
function showWithin(link: HTMLElement, box: HTMLElement | null): void {
  if (!box || box.scrollHeight <= box.clientHeight) return
  const [inner, outer] = [link.getBoundingClientRect(), box.getBoundingClientRect()]
  if (inner.top < outer.top) box.scrollTop += inner.top - outer.top
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom
}

function isAbove(link: HTMLAnchorElement): boolean {
  const heading = document.querySelector(link.hash)
  return heading !== null && heading.getBoundingClientRect().top <= LINE
}
