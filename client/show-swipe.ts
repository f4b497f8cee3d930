import type { SwipeSide } from './models/swipe.ts'

/** Milliseconds until the animation of a released card is finished. Longer than `--motion` in tokens.css. */
const ANIMATION_MS = 200

/** The state of a card during a swipe. */
interface Shown {
  readonly side: SwipeSide
  /** distance in pixels, positive to the right */
  readonly dx: number
  /** whether the action would be triggered if the card was released now */
  readonly isFar: boolean
  /** the button on the card that performs the action of the swipe; null if there is none */
  readonly button: HTMLButtonElement | null
}

/** Moves a card, and shows the action's icon behind it. Does nothing if the user prefers reduced motion. */
export function showSwipe(card: HTMLElement, { side, dx, isFar, button }: Shown): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  if (card.dataset['swipe'] !== side) {
    clearSwipe(card)
    card.dataset['swipe'] = side
    card.append(panelFor(button))
  }
  card.toggleAttribute('data-swipe-far', isFar)
  card.style.setProperty('--swipe', `${dx}px`)
}

/**
 * Moves a released card out of the list, or back to its position.
 * @param isLeaving whether the action may remove the card from the list
 */
export function settleSwipe(card: HTMLElement, isLeaving: boolean): void {
  if (card.dataset['swipe'] === undefined) return
  card.toggleAttribute('data-swipe-settling', true)
  const side = Math.sign(Number.parseFloat(card.style.getPropertyValue('--swipe')))
  card.style.setProperty('--swipe', isLeaving ? `${side * card.offsetWidth}px` : '0px')
  setTimeout(() => clearSwipe(card), ANIMATION_MS)
}

/** Resets the cards of a list to their state before any swipe or long press. */
export function clearSwipes(list: Element): void {
  list.querySelectorAll<HTMLElement>('[data-swipe]').forEach(clearSwipe)
  hideActions(list)
}

/** Hides the actions that a long press has shown. */
function hideActions(list: Element): void {
  for (const card of list.querySelectorAll('[data-all]')) card.removeAttribute('data-all')
}

/** Selector of what can be touched without hiding the actions: themselves, the box of the card, and the message over the page. */
const KEEPING = '[data-all] :is(.actions, .card-check), .toast'

/**
 * Hides the actions of other cards, and those of a card that shows them next as soon as the user touches something other
 * than them, the box of the card and the message over the page, which would move under the finger.
 * @param closed called with that touch
 */
export function hideActionsOnTouch(list: Element, closed: (event: PointerEvent) => void): void {
  const touch = (event: PointerEvent) => {
    if (event.target instanceof Element && event.target.closest(KEEPING)) return
    document.removeEventListener('pointerdown', touch)
    hideActions(list)
    closed(event)
  }
  hideActions(list)
  document.addEventListener('pointerdown', touch)
}

function clearSwipe(card: HTMLElement): void {
  for (const name of ['data-swipe', 'data-swipe-far', 'data-swipe-settling']) card.removeAttribute(name)
  card.style.removeProperty('--swipe')
  card.querySelector('.swipe-panel')?.remove()
}

/**
 * @returns the panel behind a swiped card. It is hidden from screen readers, because the card already contains the
 * button.
 */
function panelFor(button: HTMLButtonElement | null): HTMLElement {
  const panel = document.createElement('div')
  panel.className = 'swipe-panel'
  panel.setAttribute('aria-hidden', 'true')
  const [drawing, name] = [document.createElement('i'), document.createElement('span')]
  drawing.className = 'swipe-icon'
  if (button) drawing.style.maskImage = getComputedStyle(button, '::before').maskImage
  name.textContent = button?.title ?? ''
  panel.append(drawing, name)
  return panel
}
