import { Controller } from '@hotwired/stimulus'

/** Shows a picture as large as the window. Without scripts, the link opens the picture file. */
export class ZoomController extends Controller<HTMLElement> {
  static override targets = ['dialog', 'picture']
  declare readonly dialogTarget: HTMLDialogElement
  declare readonly pictureTarget: HTMLImageElement

  override connect(): void {
    document.addEventListener('turbo:before-cache', this.#away)
  }

  override disconnect(): void {
    document.removeEventListener('turbo:before-cache', this.#away)
  }

  open(event: MouseEvent): void {
    const link = event.currentTarget
    const image = link instanceof HTMLAnchorElement ? link.querySelector('img') : null
    // With a modifier key, the browser opens the link in another tab or window.
    if (!image || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    this.pictureTarget.referrerPolicy = 'no-referrer'
    this.pictureTarget.src = image.currentSrc || image.src
    this.pictureTarget.alt = image.alt
    this.dialogTarget.showModal()
  }

  close(): void {
    this.dialogTarget.close()
    this.pictureTarget.removeAttribute('src')
  }

  readonly #away = (): void => {
    if (this.dialogTarget.open) this.close()
  }
}
