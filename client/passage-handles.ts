import { nearestEdge, nextEdge, type Side } from './models/word-edges.ts'
import { offsetAtPoint, type TextSpan } from './models/text-offsets.ts'
import { edgeBox, isLeftToRight, type EdgeBox } from './passage-edge.ts'
import { PassageEndButtons } from './passage-end-buttons.ts'

/** Milliseconds without a further key press or click after which a change by arrow keys or buttons is complete. */
const PAUSE = 800
/**
 * If a dragged handle is less than `EDGE` pixels from the top or bottom of the window, the page scrolls. Each step
 * scrolls it by `STEP` pixels.
 */
const [EDGE, STEP] = [56, 16]
/** Maximum movement of the pointer in pixels between press and release of a tap. A longer movement is a drag. */
const TAP = 4
/**
 * Maximum length of a passage in UTF-16 units. A change that would exceed it has no effect, because the server would
 * refuse the passage.
 */
const MAX_LENGTH = 10_000

interface PassageEvents {
  /** called at each step of a change, to show the new passage */
  readonly changing: (span: TextSpan) => void
  /** called when a change is complete */
  readonly changed: (span: TextSpan) => void
}

/**
 * A pressed handle: the side that it moves, the position of the press (`from`), and the distance from there to that
 * side of the passage (`x`, `y`), in pixels.
 */
interface Grip {
  readonly side: Side
  readonly from: { readonly x: number; readonly y: number }
  readonly x: number
  readonly y: number
}

/**
 * The handles at both ends of a passage. The user can drag them to any character. The arrow keys, and the buttons that
 * appear after a tap, move a handle by a word; arrow keys with Shift move it by a character. The handles are inside the
 * note box, because a press outside of the box would close it.
 */
export class PassageHandles {
  readonly #box: HTMLElement
  readonly #text: Element
  readonly #events: PassageEvents
  readonly #steps: PassageEndButtons
  #span: TextSpan | undefined
  #words = ''
  #grip: Grip | undefined
  /** the side of the passage, start or end, that the step buttons move */
  #stepped: Side = 'end'
  #isChanged = false
  #timer = 0
  #listeners = new AbortController()

  /**
   * @param box the note box, which contains the handles
   * @param text the article
   */
  constructor(box: HTMLElement, text: Element, events: PassageEvents) {
    this.#box = box
    this.#text = text
    this.#events = events
    this.#steps = new PassageEndButtons(box, text)
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
      handle.addEventListener('pointerup', this.#tap, { signal })
      handle.addEventListener('lostpointercapture', this.#drop, { signal })
      handle.addEventListener('keydown', this.#press, { signal })
    }
    this.#steps.listen((by) => this.#step(this.#stepped, by), signal)
    this.#box.addEventListener('focusin', this.#focused, { signal })
    addEventListener('scroll', this.#place, { passive: true, signal })
    addEventListener('resize', this.#place, { signal })
    this.#place()
  }

  /** Hides the handles. An incomplete change is completed first. */
  hide(): void {
    this.#listeners.abort()
    this.#complete()
    this.#span = this.#grip = undefined
    this.#box.removeAttribute('data-dragging')
    this.#steps.hide()
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
    const { clientX: x, clientY: y } = event
    this.#grip = { side, from: { x, y }, x: end.x - x, y: end.middle - y }
  }

  readonly #drag = ({ clientX, clientY }: PointerEvent): void => {
    const grip = this.#grip
    if (!grip || (!this.#isDragging && Math.hypot(clientX - grip.from.x, clientY - grip.from.y) <= TAP)) return
    this.#box.toggleAttribute('data-dragging', true)
    this.#steps.hide()
    if (clientY < EDGE) scrollBy({ top: -STEP, behavior: 'instant' })
    if (clientY > innerHeight - EDGE) scrollBy({ top: STEP, behavior: 'instant' })
    const at = offsetAtPoint(this.#text, clientX + grip.x, clientY + grip.y)
    if (at !== undefined) this.#move(grip.side, nearestEdge(this.#words, at, grip.side))
  }

  get #isDragging(): boolean {
    return this.#box.hasAttribute('data-dragging')
  }

  /** Shows the buttons beside the tapped handle. */
  readonly #tap = (): void => {
    const side = this.#grip?.side
    const end = this.#span && side && edgeBox(this.#text, this.#span, side)
    if (!end || this.#isDragging) return
    this.#stepped = side
    this.#steps.show(end)
  }

  readonly #focused = ({ target }: FocusEvent): void => {
    if (!this.#handles.includes(target as HTMLElement) && !this.#steps.contains(target)) this.#steps.hide()
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
    this.#step(sideOf(event.currentTarget as HTMLElement), by, event.shiftKey)
  }

  #step(side: Side, by: 1 | -1, isByCharacter = false): void {
    const at = this.#span?.[side]
    if (at === undefined) return
    this.#move(side, isByCharacter ? at + by : nextEdge(this.#words, at, side, by))
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
   * Moves each handle to its end of the passage. A handle in the area of the note box is hidden, unless the user is
   * using it.
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
        if (side === this.#stepped) this.#steps.follow(end)
      }
      describe(handle, span, this.#words)
    }
  }
}

/** Prevents the browser from selecting text, and from dragging a selection. */
function keepFromSelecting(event: Event): void {
  event.preventDefault()
}

const sideOf = ({ dataset }: HTMLElement): Side => (dataset['side'] === 'start' ? 'start' : 'end')

function isInside({ x, middle }: EdgeBox, box: DOMRect): boolean {
  return x >= box.left && x <= box.right && middle >= box.top && middle <= box.bottom
}

function directionOf(key: string, text: Element): 1 | -1 | undefined {
  if (key === 'ArrowUp' || key === 'ArrowDown') return key === 'ArrowDown' ? 1 : -1
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  return (key === 'ArrowRight') === isLeftToRight(text) ? 1 : -1
}

/**
 * Maximum number of characters that a screen reader reads when a handle gets the focus. Only the part of the passage
 * next to the handle is read.
 */
const MAX_SPOKEN = 60

function describe(handle: HTMLElement, { start, end }: TextSpan, words: string): void {
  const side = sideOf(handle)
  const [from, to] =
    side === 'start' ? [start, Math.min(end, start + MAX_SPOKEN)] : [Math.max(start, end - MAX_SPOKEN), end]
  handle.setAttribute('aria-valuemax', String(words.length))
  handle.setAttribute('aria-valuenow', String(side === 'start' ? start : end))
  handle.setAttribute('aria-valuetext', words.slice(from, to))
}
