import { Controller } from '@hotwired/stimulus'
import { openPlayer } from '../article-player.ts'

/** Session key that is set while an article opens that is to be read aloud at once. */
const CONTINUES = 'dogear.listen'

/** Shows the button that reads the article aloud. */
export class ListenController extends Controller<HTMLElement> {
  #stop: (() => void) | undefined

  override connect(): void {
    const isPreview = document.documentElement.hasAttribute('data-turbo-preview')
    this.element.hidden = false
    if (isPreview || sessionStorage.getItem(CONTINUES) === null) return
    sessionStorage.removeItem(CONTINUES)
    this.toggle()
  }

  override disconnect(): void {
    this.#stop?.()
  }

  /** Starts to read aloud, or pauses and continues. */
  toggle(): void {
    const bar = document.querySelector<HTMLElement>('#listen-bar')
    const article = document.querySelector<HTMLElement>('.prose')
    this.element.closest<HTMLElement>('[popover]')?.hidePopover()
    if (!bar || !article) return
    if (!bar.hidden)
      return bar
        .querySelector<HTMLElement>('[data-listen=play]:not([hidden]), [data-listen=pause]:not([hidden])')
        ?.click()
    this.#stop?.()
    this.#stop = openPlayer(bar, article, {
      next: () => {
        const link = document.querySelector<HTMLElement>('.neighbour-next')
        if (link) sessionStorage.setItem(CONTINUES, '1')
        link?.click()
      },
      closed: () => {
        this.#stop = undefined
      },
    })
  }
}
