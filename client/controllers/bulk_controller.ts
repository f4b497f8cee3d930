import { Controller } from '@hotwired/stimulus'

const OPEN = '[data-action-name=open]'
/** Events before a refresh changes an element or one of its attributes. */
const MORPHS = ['turbo:before-morph-element', 'turbo:before-morph-attribute']

/**
 * Shows the number of ticked entries, or of all entries of the list if the action is for the whole list, and ticks a range
 * with Shift. Unticks all boxes before Turbo caches the page.
 */
export class BulkController extends Controller<HTMLElement> {
  static override targets = ['box', 'bar', 'count', 'all']
  declare readonly boxTargets: HTMLInputElement[]
  declare readonly barTarget: HTMLFormElement
  declare readonly hasBarTarget: boolean
  declare readonly countTarget: HTMLElement
  declare readonly allTarget: HTMLInputElement
  declare readonly hasAllTarget: boolean
  #last: HTMLInputElement | undefined
  #isShift = false
  readonly #shift = (event: MouseEvent) => {
    this.#isShift = event.shiftKey
  }
  readonly #clear = () => {
    for (const box of this.boxTargets) box.checked = false
    if (this.hasAllTarget) this.allTarget.checked = false
    this.#show()
  }

  /** Keeps the number, and the open bar, when the page is refreshed. */
  readonly #keep = (event: Event) => {
    if (!this.hasBarTarget) return
    const kept = event.type === 'turbo:before-morph-element' ? this.countTarget : this.barTarget
    if (event.target === kept) event.preventDefault()
  }

  /**
   * Finds the box from which a range with Shift starts. The user may have ticked boxes before this controller was
   * loaded.
   */
  override connect(): void {
    this.#last = this.boxTargets.findLast((box) => box.checked)
    this.element.addEventListener('click', this.#shift, true)
    document.addEventListener('turbo:before-cache', this.#clear)
    for (const type of MORPHS) document.addEventListener(type, this.#keep)
    this.#show()
  }

  override disconnect(): void {
    this.element.removeEventListener('click', this.#shift, true)
    document.removeEventListener('turbo:before-cache', this.#clear)
    for (const type of MORPHS) document.removeEventListener(type, this.#keep)
  }

  /** Unticks all boxes. The button for it disappears, so the card that was ticked last gets the focus. */
  clear(): void {
    const last = this.boxTargets.findLast((box) => box.checked)
    const isFocused = this.barTarget.contains(document.activeElement)
    this.#clear()
    if (isFocused) last?.closest('.card')?.querySelector<HTMLElement>(OPEN)?.focus({ preventScroll: true })
  }

  change({ target }: Event): void {
    const boxes = this.boxTargets
    if (target instanceof HTMLInputElement && boxes.includes(target)) {
      const [from, to] = [this.#last ? boxes.indexOf(this.#last) : -1, boxes.indexOf(target)]
      if (this.#isShift && from !== -1) {
        for (const box of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) box.checked = target.checked
      }
      this.#last = target
    }
    this.#show()
  }

  #show(): void {
    if (!this.hasBarTarget) return
    const isWhole = this.hasAllTarget && this.allTarget.checked
    const count = this.boxTargets.filter((box) => box.checked).length
    this.barTarget.toggleAttribute('data-open', isWhole || count > 0)
    const { one = '', other = '' } = this.countTarget.dataset
    // The ticked entries are only the part of the list that is on the page.
    if (isWhole) this.countTarget.textContent = document.querySelector('#list-count')?.textContent ?? ''
    else if (count > 0) this.countTarget.textContent = (count === 1 ? one : other).replace('#', count.toLocaleString())
  }
}
