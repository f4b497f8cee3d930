import { Controller } from '@hotwired/stimulus'
import { keepShown } from '../keep-shown.ts'

/** Session key that is set while an article opens that is to be read aloud at once. */
const CONTINUES = 'dogear.listen'

/** Shows the button that reads the article aloud, and loads the player when it is first pressed. */
export class ListenController extends Controller<HTMLElement> {
  #stop: (() => void) | undefined

  override connect(): void {
    const isPreview = document.documentElement.hasAttribute('data-turbo-preview')
    this.element.hidden = false
    keepShown(this.element)
    if (isPreview || sessionStorage.getItem(CONTINUES) === null) return
    sessionStorage.removeItem(CONTINUES)
    void this.toggle()
  }

  override disconnect(): void {
    this.#stop?.()
  }

  /** Starts to read aloud, or pauses and continues. */
  async toggle(): Promise<void> {
    const bar = document.querySelector<HTMLElement>('#listen-bar')
    const article = document.querySelector<HTMLElement>('.prose')
    this.element.closest<HTMLElement>('[popover]')?.hidePopover()
    if (!bar || !article) return
    if (!bar.hidden)
      return bar
        .querySelector<HTMLElement>('[data-listen=play]:not([hidden]), [data-listen=pause]:not([hidden])')
        ?.click()
    const { openPlayer } = await import('../article-player.ts')
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
