import { Controller } from '@hotwired/stimulus'
import { cache } from '@hotwired/turbo'
import { stepsBackToList } from '../models/steps-back-to-list.ts'

/** Clears Turbo's page cache, because the list in the cache lacks the changes that the user makes in the reader. */
const clearPages = (): void => cache.clear()

/**
 * Goes back to the list through the browser's history, which restores the scroll position. Browsers without the
 * Navigation API follow the link.
 */
export class BackController extends Controller<HTMLAnchorElement> {
  override connect(): void {
    document.addEventListener('turbo:submit-start', clearPages)
  }

  override disconnect(): void {
    document.removeEventListener('turbo:submit-start', clearPages)
  }

  go(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !('navigation' in window)) return
    const { currentEntry } = window.navigation
    if (!currentEntry) return
    const opened = window.navigation.entries().map(({ url }) => url)
    const steps = stepsBackToList(opened, currentEntry.index, this.element.href)
    if (steps === undefined) return
    event.preventDefault()
    history.go(steps)
  }
}
