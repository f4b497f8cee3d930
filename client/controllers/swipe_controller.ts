import { Controller } from '@hotwired/stimulus'
import type * as Panel from '../show-swipe.ts'
import { isAtEdge, isFarEnough, swipeSide, swipeDirection, type SwipeSide } from '../models/swipe.ts'

/** A touch on a card: its starting point in the window, and the horizontal distance of a swipe, in pixels. */
type Swipe = { readonly card: HTMLElement; readonly x: number; readonly y: number; dx: number }

/** Milliseconds of touch without movement that count as a long press. */
const LONG_PRESS = 500

/** Milliseconds after the end of a swipe in which a click is ignored, because it belongs to the swipe. */
const SOON = 300

/**
 * A swipe presses a button of a card. In lists, a swipe towards the start of the line archives a card, and one towards the
 * end stars it. A long press shows all
 * actions of the card.
 */
export class SwipeController extends Controller<HTMLElement> {
  static override values = {
    card: { type: String, default: '.card:not([data-swipe])' },
    start: { type: String, default: 'archive' },
    end: { type: String, default: 'star' },
  }
  /** selector of the cards that can be swiped */
  declare readonly cardValue: string
  /** the values of `data-action-name` of the buttons for each side */
  declare readonly startValue: string
  declare readonly endValue: string
  #swipe: Swipe | undefined
  #isAcross = false
  #liftedAt = -SOON
  #timer = 0
  /** Loaded on the first touch of a card, because most lists are read without touching one. */
  #panel: typeof Panel | undefined

  begin({ target, isPrimary, pointerType, clientX: x, clientY: y }: PointerEvent): void {
    this.#liftedAt = -SOON
    if (!isPrimary || pointerType !== 'touch') return
    this.#isAcross = false
    const card = target instanceof Element ? target.closest<HTMLElement>(this.cardValue) : null
    this.#swipe = card && !this.#isSelecting && !isAtEdge(x, innerWidth) ? { card, x, y, dx: 0 } : undefined
    if (!this.#swipe) return
    void import('../show-swipe.ts').then((panel) => (this.#panel = panel))
    this.#timer = window.setTimeout(() => this.#pressLong(), LONG_PRESS)
  }

  move({ isPrimary, pointerId, clientX, clientY }: PointerEvent): void {
    if (!this.#swipe || !isPrimary) return
    const dx = clientX - this.#swipe.x
    const way = this.#isAcross ? 'across' : swipeDirection(dx, clientY - this.#swipe.y)
    if (way !== 'open') clearTimeout(this.#timer)
    if (way === 'along') this.#swipe = undefined
    if (!this.#swipe || way !== 'across') return
    // The end of the swipe arrives here even if the card is replaced.
    if (!this.#isAcross) this.element.setPointerCapture(pointerId)
    this.#isAcross = true
    this.#swipe.dx = dx
    const card = touchedCard(this.#swipe)
    const isFar = isFarEnough(dx, card.offsetWidth)
    this.#panel?.showSwipe(card, { side: this.#side, dx, isFar, button: this.#button })
  }

  end({ type, isPrimary, timeStamp }: PointerEvent): void {
    clearTimeout(this.#timer)
    if (!this.#swipe || !isPrimary) return
    const { dx } = this.#swipe
    const card = touchedCard(this.#swipe)
    // Without the panel, which a slow network may have delayed, the user cannot see what the swipe would do. In this
    // case, the swipe does nothing.
    const isDone = this.#panel !== undefined && type === 'pointerup' && isFarEnough(dx, card.offsetWidth)
    this.#panel?.settleSwipe(card, isDone && this.#side === 'start')
    if (isDone) this.#button?.form?.requestSubmit(this.#button)
    if (this.#isAcross) this.#liftedAt = timeStamp
    this.#swipe = undefined
  }

  /**
   * Shows all actions of the touched card. The card does not open when the finger is lifted, and no other card opens at
   * the touch that hides the actions.
   */
  #pressLong(): void {
    this.#panel?.hideActionsOnTouch(this.element, ({ timeStamp }) => {
      if (!this.#isSelecting) this.#liftedAt = timeStamp
    })
    if (this.#swipe) touchedCard(this.#swipe).setAttribute('data-all', '')
    this.#isAcross = true
  }

  /** Ignores the click at the end of a swipe, which would open the card. */
  guard(event: MouseEvent): void {
    if (event.timeStamp - this.#liftedAt < SOON) event.preventDefault()
  }

  /** Resets all cards before Turbo caches the page. */
  clear(): void {
    this.#panel?.clearSwipes(this.element)
  }

  get #isSelecting(): boolean {
    return this.element.querySelector('.card-check :checked, .bulk[data-open]') !== null
  }

  get #side(): SwipeSide {
    return swipeSide(this.#swipe?.dx ?? 0, getComputedStyle(this.element).direction === 'rtl')
  }

  get #button(): HTMLButtonElement | null {
    const name = this.#side === 'start' ? this.startValue : this.endValue
    return this.#swipe ? touchedCard(this.#swipe).querySelector(`button[data-action-name=${name}]`) : null
  }
}

/** @returns the touched card. The response to an earlier action may have replaced it since the touch began. */
function touchedCard({ card }: Swipe): HTMLElement {
  return document.getElementById(card.id) ?? card
}
