import { Controller } from '@hotwired/stimulus'
import type * as Panel from '../swipe-panel.ts'
import { isAtEdge, isFarEnough, sideOf, wayOf, type Side } from '../models/swipe.ts'

/** A touch on a card: its start, and its horizontal distance once it is a swipe. */
type Swipe = { readonly card: HTMLElement; readonly x: number; readonly y: number; dx: number }

/** The actions of a swipe, by its side. */
const ACTIONS: Readonly<Record<Side, string>> = { start: 'archive', end: 'star' }

/** In milliseconds: a finger that rests on a card for this time asks for all of its actions. */
const LONG_PRESS = 500

/** In milliseconds: a click this soon after a swipe belongs to it. */
const SOON = 300

/** A swipe to one side archives a card, a swipe to the other stars it, and a long press shows all of its actions. */
export class SwipeController extends Controller<HTMLElement> {
  #swipe: Swipe | undefined
  #isAcross = false
  #liftedAt = -SOON
  #timer = 0
  /** Loaded on the first touch of a card, because many lists are read without one. */
  #panel: typeof Panel | undefined

  begin({ target, isPrimary, pointerType, clientX: x, clientY: y }: PointerEvent): void {
    this.#liftedAt = -SOON
    if (!isPrimary || pointerType !== 'touch') return
    this.#isAcross = false
    const card = target instanceof Element ? target.closest<HTMLElement>('.card:not([data-swipe])') : null
    const isSelecting = this.element.querySelector('.card-check :checked, .bulk[data-open]') !== null
    this.#swipe = card && !isSelecting && !isAtEdge(x, innerWidth) ? { card, x, y, dx: 0 } : undefined
    if (!this.#swipe) return
    void import('../swipe-panel.ts').then((panel) => (this.#panel = panel))
    this.#timer = window.setTimeout(() => this.#pressLong(), LONG_PRESS)
  }

  move({ isPrimary, clientX, clientY }: PointerEvent): void {
    if (!this.#swipe || !isPrimary) return
    const dx = clientX - this.#swipe.x
    const way = this.#isAcross ? 'across' : wayOf(dx, clientY - this.#swipe.y)
    if (way !== 'open') clearTimeout(this.#timer)
    if (way === 'along') this.#swipe = undefined
    if (!this.#swipe || way !== 'across') return
    this.#isAcross = true
    this.#swipe.dx = dx
    const { card } = this.#swipe
    const isFar = isFarEnough(dx, card.offsetWidth)
    this.#panel?.showSwipe(card, { side: this.#side, dx, isFar, button: this.#button })
  }

  end({ type, isPrimary, timeStamp }: PointerEvent): void {
    clearTimeout(this.#timer)
    if (!this.#swipe || !isPrimary) return
    const { card, dx } = this.#swipe
    const isDone = type === 'pointerup' && isFarEnough(dx, card.offsetWidth)
    this.#panel?.settleSwipe(card, isDone && this.#side === 'start')
    if (isDone) this.#button?.form?.requestSubmit(this.#button)
    if (this.#isAcross) this.#liftedAt = timeStamp
    this.#swipe = undefined
  }

  /** Shows all actions of a card; lifting the finger does not open it. */
  #pressLong(): void {
    for (const card of this.element.querySelectorAll('[data-all]')) card.removeAttribute('data-all')
    this.#swipe?.card.setAttribute('data-all', '')
    this.#isAcross = true
  }

  /** The end of a swipe must not open the card. */
  guard(event: MouseEvent): void {
    if (event.timeStamp - this.#liftedAt < SOON) event.preventDefault()
  }

  /** Runs before Turbo caches the page. */
  clear(): void {
    this.#panel?.clearSwipes(this.element)
  }

  get #side(): Side {
    return sideOf(this.#swipe?.dx ?? 0, getComputedStyle(this.element).direction === 'rtl')
  }

  get #button(): HTMLButtonElement | null {
    return this.#swipe?.card.querySelector(`button[data-action-name=${ACTIONS[this.#side]}]`) ?? null
  }
}
