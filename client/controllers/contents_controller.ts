import { Controller } from '@hotwired/stimulus'

/** Distance from the top of the window, in pixels, at which a section begins to be the current one. */
const LINE = 120

/** Shows which section is being read. */
export class ContentsController extends Controller<HTMLElement> {
  static override targets = ['link']
  declare readonly linkTargets: readonly HTMLAnchorElement[]
  #frame = 0

  override connect(): void {
    addEventListener('scroll', this.#scrolled, { passive: true })
    this.#scrolled()
  }

  override disconnect(): void {
    removeEventListener('scroll', this.#scrolled)
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
  }
}

function isAbove(link: HTMLAnchorElement): boolean {
  const heading = document.querySelector(link.hash)
  return heading !== null && heading.getBoundingClientRect().top <= LINE
}
