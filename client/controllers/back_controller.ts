import { Controller } from '@hotwired/stimulus'
import { cache } from '@hotwired/turbo'
import { wayBack } from '../models/way-back.ts'

/** What is changed here is changed in the list too, which is then fetched when somebody goes back to it. */
const clearPages = (): void => cache.clear()

/** The way back to the list leads to where it was left. Browsers that do not tell their history follow the link. */
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
    const steps = wayBack(opened, currentEntry.index, this.element.href)
    if (steps === undefined) return
    event.preventDefault()
    history.go(steps)
  }
}
