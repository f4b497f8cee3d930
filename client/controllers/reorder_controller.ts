import { Controller } from '@hotwired/stimulus'
import { renderStreamMessage } from '@hotwired/turbo'
import { showToast } from '../show-toast.ts'

/**
 * Lets the user reorder the rows of a list by dragging their handles. Users without a pointer use the buttons in each
 * row instead.
 */
export class ReorderController extends Controller<HTMLElement> {
  static override targets = ['row', 'handle']
  static override values = { failed: String, token: String }
  declare readonly rowTargets: HTMLElement[]
  declare readonly failedValue: string
  declare readonly tokenValue: string
  #dragged: HTMLElement | undefined
  #next: Element | null = null

  /** Makes only the handle draggable, so that text can be selected and links can be dragged elsewhere. */
  handleTargetConnected(handle: HTMLElement): void {
    handle.setAttribute('draggable', 'true')
    handle.addEventListener('dragstart', (event) => this.#start(handle, event))
    handle.addEventListener('dragend', () => void this.#end())
  }

  override connect(): void {
    this.element.addEventListener('dragover', this.#over)
    this.element.addEventListener('drop', this.#accept)
  }

  override disconnect(): void {
    this.element.removeEventListener('dragover', this.#over)
    this.element.removeEventListener('drop', this.#accept)
  }

  #start(handle: HTMLElement, { dataTransfer }: DragEvent): void {
    const row = handle.closest<HTMLElement>('[data-reorder-target=row]')
    if (!row) return
    this.#dragged = row
    this.#next = row.nextElementSibling
    dataTransfer?.setData('text/plain', row.dataset['id'] ?? '')
    dataTransfer?.setDragImage(row, 0, row.clientHeight / 2)
    row.toggleAttribute('data-dragged', true)
  }

  readonly #over = (event: DragEvent): void => {
    if (!this.#dragged) return
    event.preventDefault()
    const { clientY } = event
    const others = this.rowTargets.filter((row) => row !== this.#dragged)
    const below = others.find((row) => {
      const { top, height } = row.getBoundingClientRect()
      return clientY < top + height / 2
    })
    if (below) below.before(this.#dragged)
    else others.at(-1)?.after(this.#dragged)
  }

  readonly #accept = (event: DragEvent): void => event.preventDefault()

  async #end(): Promise<void> {
    const row = this.#dragged
    if (!row) return
    this.#dragged = undefined
    row.toggleAttribute('data-dragged', false)
    const next = row.nextElementSibling
    if (next === this.#next) return
    const target = next instanceof HTMLElement ? { before: next.dataset['id'] ?? '' } : this.#behind(row)
    const body = new URLSearchParams({ token: this.tokenValue, ...target })
    const response = await fetch(row.dataset['path'] ?? '', { method: 'POST', body, keepalive: true }).catch(
      () => undefined,
    )
    if (response?.ok) return
    showToast(this.failedValue)
    renderStreamMessage('<turbo-stream action="refresh"></turbo-stream>')
  }

  /**
   * @returns the form field with the new position of a row that was dropped at the end of the page: after the row above
   *   it. Moving the row to the end of the list would be wrong, because the list may continue on the next page.
   */
  #behind(row: HTMLElement): Record<string, string> {
    const previous = row.previousElementSibling
    return previous instanceof HTMLElement ? { after: previous.dataset['id'] ?? '' } : { to: 'last' }
  }
}
