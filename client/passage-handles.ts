import { nearestEdge, nextEdge, type Side } from './models/word-edges.ts'
import { offsetAtPoint, rangeOf, type TextSpan } from './models/text-offsets.ts'

/** Milliseconds after the last key before a change counts as complete. */
const PAUSE = 800
/** Pixels from the top or bottom of the window within which a dragged handle scrolls the page, and pixels per step. */
const [EDGE, STEP] = [56, 16]
/** Maximum length of a passage in UTF-16 units. The server refuses longer ones. */
const MAX_LENGTH = 10_000

interface PassageEvents {
  /** called at each step of a change, to show it */
  readonly changing: (span: TextSpan) => void
  /** called when a change is complete */
  readonly changed: (span: TextSpan) => void
}

/** A handle that is being dragged: the distance in pixels between the pointer and the end of the passage. */
interface Grip {
  readonly side: Side
  readonly x: number
  readonly y: number
}

/**
 * The handles at both ends of a passage. They are dragged, or moved with the arrow keys: by a word, or with Shift by a
 * character. They are elements of the note box, because a press outside of it would close it.
 */
export class PassageHandles {
  readonly #box: HTMLElement
  readonly #text: Element
  readonly #events: PassageEvents
  #span: TextSpan | undefined
  #words = ''
  #grip: Grip | undefined
  #isChanged = false
  #timer = 0
  #listeners = new AbortController()

  /**
   * @param box contains the handles
   * @param text the article
   */
  constructor(box: HTMLElement, text: Element, events: PassageEvents) {
    this.#box = box
    this.#text = text
    this.#events = events
  }

  show(span: TextSpan): void {
    this.hide()
    this.#span = span
    this.#words = this.#text.textContent ?? ''
    this.#listeners = new AbortController()
    const { signal } = this.#listeners
    for (const handle of this.#handles) {
      handle.hidden = false
      handle.addEventListener('mousedown', keepFromSelecting, { signal })
      handle.addEventListener('pointerdown', this.#grab, { signal })
      handle.addEventListener('pointermove', this.#drag, { signal })
      handle.addEventListener('lostpointercapture', this.#drop, { signal })
      handle.addEventListener('keydown', this.#press, { signal })
    }
    addEventListener('scroll', this.#place, { passive: true, signal })
    addEventListener('resize', this.#place, { signal })
    this.#place()
  }

  /** Hides the handles, and completes a change that was made by keys. */
  hide(): void {
    this.#listeners.abort()
    this.#complete()
    this.#span = this.#grip = undefined
    this.#box.removeAttribute('data-dragging')
    for (const handle of this.#handles) handle.hidden = true
  }

  get #handles(): readonly HTMLElement[] {
    return [...this.#box.querySelectorAll<HTMLElement>('.passage-handle')]
  }

  readonly #grab = (event: PointerEvent): void => {
    const handle = event.currentTarget as HTMLElement
    const side = sideOf(handle)
    const end = this.#span && edgeBox(this.#text, this.#span, side)
    if (!end || event.button !== 0) return
    handle.focus({ preventScroll: true })
    handle.setPointerCapture(event.pointerId)
    this.#grip = { side, x: end.x - event.clientX, y: end.middle - event.clientY }
    this.#box.toggleAttribute('data-dragging', true)
  }

  readonly #drag = ({ clientX, clientY }: PointerEvent): void => {
    const grip = this.#grip
    if (!grip) return
    if (clientY < EDGE) scrollBy({ top: -STEP, behavior: 'instant' })
    if (clientY > innerHeight - EDGE) scrollBy({ top: STEP, behavior: 'instant' })
    const at = offsetAtPoint(this.#text, clientX + grip.x, clientY + grip.y)
    if (at !== undefined) this.#move(grip.side, nearestEdge(this.#words, at, grip.side))
  }

  readonly #drop = (): void => {
    this.#grip = undefined
    this.#box.removeAttribute('data-dragging')
    this.#complete(true)
    this.#place()
  }

  readonly #press = (event: KeyboardEvent): void => {
    const by = directionOf(event.key, this.#text)
    if (by === undefined || event.ctrlKey || event.altKey || event.metaKey || !this.#span) return
    event.preventDefault()
    const side = sideOf(event.currentTarget as HTMLElement)
    const at = this.#span[side]
    this.#move(side, event.shiftKey ? at + by : nextEdge(this.#words, at, side, by))
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.#complete(true), PAUSE)
  }

  #move(side: Side, to: number): void {
    const before = this.#span
    if (!before) return
    const span = { ...before, [side]: Math.max(0, Math.min(to, this.#words.length)) }
    const words = this.#words.slice(span.start, span.end)
    if (span[side] === before[side] || words.trim() === '' || words.length > MAX_LENGTH) return
    this.#span = span
    this.#isChanged = true
    this.#events.changing(span)
    this.#place()
  }

  #complete(isShown = false): void {
    clearTimeout(this.#timer)
    const span = this.#span
    if (!span || !this.#isChanged) return
    this.#isChanged = false
    this.#events.changed(span)
    if (isShown) this.#place()
  }

  /**
   * Moves each handle to its end of the passage. A handle that would cover the note box is hidden, unless it is in use.
   */
  readonly #place = (): void => {
    const span = this.#span
    if (!span) return
    const box = this.#box.getBoundingClientRect()
    for (const handle of this.#handles) {
      const side = sideOf(handle)
      const end = edgeBox(this.#text, span, side)
      const isInUse = this.#grip !== undefined || handle === document.activeElement
      handle.toggleAttribute('data-covered', !end || (!isInUse && isInside(end, box)))
      if (end) {
        handle.style.left = `${end.x}px`
        handle.style.top = `${end.top}px`
        handle.style.height = `${end.height}px`
      }
      describe(handle, span, this.#words)
    }
  }
}

/** Prevents the browser from selecting text or dragging the selection. */
function keepFromSelecting(event: Event): void {
  event.preventDefault()
}

const sideOf = ({ dataset }: HTMLElement): Side => (dataset['side'] === 'start' ? 'start' : 'end')

/** The first or last line of a passage, at its end: positions in the window, in pixels. */
interface EdgeBox {
  readonly x: number
  readonly top: number
  readonly middle: number
  readonly height: number
}

function edgeBox(text: Element, { start, end }: TextSpan, side: Side): EdgeBox | undefined {
  const range = rangeOf(text, side === 'start' ? { start, end: start + 1 } : { start: end - 1, end })
  const box = range && [...range.getClientRects()].at(side === 'start' ? 0 : -1)
  if (!box) return undefined
  const isLeft = (side === 'start') === isLeftToRight(range.startContainer.parentElement)
  const { top, height } = box
  return { x: isLeft ? box.left : box.right, top, middle: top + height / 2, height }
}

function isInside({ x, middle }: EdgeBox, box: DOMRect): boolean {
  return x >= box.left && x <= box.right && middle >= box.top && middle <= box.bottom
}

function isLeftToRight(element: Element | null): boolean {
  return element === null || getComputedStyle(element).direction === 'ltr'
}

function directionOf(key: string, text: Element): 1 | -1 | undefined {
  if (key === 'ArrowUp' || key === 'ArrowDown') return key === 'ArrowDown' ? 1 : -1
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  return (key === 'ArrowRight') === isLeftToRight(text) ? 1 : -1
}

/** Number of characters of the passage that a screen reader reads at a handle. */
const SPOKEN = 60

function describe(handle: HTMLElement, { start, end }: TextSpan, words: string): void {
  const side = sideOf(handle)
  const [from, to] = side === 'start' ? [start, Math.min(end, start + SPOKEN)] : [Math.max(start, end - SPOKEN), end]
  handle.setAttribute('aria-valuemax', String(words.length))
  handle.setAttribute('aria-valuenow', String(side === 'start' ? start : end))
  handle.setAttribute('aria-valuetext', words.slice(from, to))
}
