import { positionBeside } from './models/toolbar-position.ts'
import { isLeftToRight, type EdgeBox } from './passage-edge.ts'

/** Height in pixels of the round part of a handle, above or below its line. The buttons must not cover it. */
const KNOB = 12

/** Two buttons beside a tapped handle. They move its end of the passage by a word, for users who cannot drag. */
export class PassageEndButtons {
  readonly #box: HTMLElement
  readonly #text: Element
  #line: number | undefined

  /**
   * @param box the note box, which contains the buttons
   * @param text the article
   */
  constructor(box: HTMLElement, text: Element) {
    this.#box = box
    this.#text = text
  }

  /** @param step called with 1 for a word forward, and -1 for a word back */
  listen(step: (by: 1 | -1) => void, signal: AbortSignal): void {
    this.#element?.addEventListener(
      'click',
      ({ target }) => {
        const button = target instanceof Element ? target.closest('button') : null
        if (button) step(button.dataset['by'] === '1' ? 1 : -1)
      },
      { signal },
    )
    this.#element?.addEventListener('mousedown', keepFocus, { signal })
  }

  get isShown(): boolean {
    return this.#element?.hidden === false
  }

  contains(node: unknown): boolean {
    return node instanceof Node && this.#element?.contains(node) === true
  }

  show(end: EdgeBox): void {
    const element = this.#element
    if (!element) return
    element.hidden = false
    element.dir = isLeftToRight(this.#text) ? 'ltr' : 'rtl'
    this.#line = undefined
    this.follow(end)
  }

  hide(): void {
    if (this.#element) this.#element.hidden = true
  }

  /**
   * Moves the buttons if the edge of the passage is now in another line. While it moves within a line, the buttons stay
   * under the user's finger.
   */
  follow(end: EdgeBox): void {
    const element = this.#element
    if (!element || !this.isShown || end.top === this.#line) return
    this.#line = end.top
    const beside = { top: end.top - KNOB, bottom: end.top + end.height + KNOB, left: end.x, right: end.x }
    const size = element.getBoundingClientRect()
    const window = { width: document.documentElement.clientWidth, height: innerHeight }
    const box = this.#box.getBoundingClientRect()
    const isBoxBelow = box.top > end.middle && box.top < beside.bottom + size.height
    const { top, left } = positionBeside(beside, size, window, !isBoxBelow)
    element.style.top = `${top}px`
    element.style.left = `${left}px`
  }

  get #element(): HTMLElement | null {
    return this.#box.querySelector('.passage-steps')
  }
}

/** Keeps the focus on the handle. A screen reader then reads its new value. */
function keepFocus(event: Event): void {
  event.preventDefault()
}
