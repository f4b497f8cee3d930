import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'
import { bufferKeystrokes } from '../buffer-keystrokes.ts'

/** Opens the panel for the collections of an article in place of the page that its link leads to. */
export class ReaderCollectionsController extends Controller<HTMLAnchorElement> {
  static override values = { entry: String }
  declare readonly entryValue: string

  /** With a modifier key, the browser opens the page of the link. */
  open(event: MouseEvent): void {
    const { ctrlKey, metaKey, shiftKey } = event
    const container = document.querySelector('#main')
    if (ctrlKey || metaKey || shiftKey || !container) return
    event.preventDefault()
    this.element.closest<HTMLElement>('[popover]:popover-open')?.hidePopover()
    // Keys that are typed before the panel is open are held for its field.
    bufferKeystrokes({ event: 'card-panel:open', show: () => document.querySelector('.panel[data-card] :focus') })
    void import('../card-collections-panel.ts')
      .then(({ openCollections }) => openCollections({ cardId: `entry-${this.entryValue}`, container }))
      .catch(() => visit(this.element.href))
      .then(() => document.dispatchEvent(new Event('card-panel:open')))
  }
}
