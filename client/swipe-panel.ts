import type { Side } from './models/swipe.ts'

/** In milliseconds: longer than a card takes to spring back (`--motion` in tokens.css). */
const SETTLED = 200
/** In milliseconds: a card that is still there after this time stays, and comes back to its place. */
const ANSWERED = 3000

/** What a card that is swiped shows. */
interface Shown {
  readonly side: Side
  /** in pixels, positive to the right */
  readonly dx: number
  /** whether letting go does something */
  readonly isFar: boolean
  /** what does it */
  readonly button: HTMLButtonElement | null
}

/** Moves a card, with the drawing of what will be done behind it; not for who wants nothing to move. */
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

/** Lets a card go where it was taken to, or spring back. @param isLeaving whether the list may lose it */
export function settleSwipe(card: HTMLElement, isLeaving: boolean): void {
  if (card.dataset['swipe'] === undefined) return
  card.toggleAttribute('data-swipe-settling', true)
  const side = Math.sign(Number.parseFloat(card.style.getPropertyValue('--swipe')))
  card.style.setProperty('--swipe', isLeaving ? `${side * card.offsetWidth}px` : '0px')
  setTimeout(() => clearSwipe(card), isLeaving ? ANSWERED : SETTLED)
}

/** Takes away everything that swipes have put on the cards of a list. */
export function clearSwipes(list: Element): void {
  list.querySelectorAll<HTMLElement>('[data-swipe]').forEach(clearSwipe)
}

function clearSwipe(card: HTMLElement): void {
  for (const name of ['data-swipe', 'data-swipe-far', 'data-swipe-settling']) card.removeAttribute(name)
  card.style.removeProperty('--swipe')
  card.querySelector('.swipe-panel')?.remove()
}

/** The button stays in the card and says it to screen readers. */
function panelFor(button: HTMLButtonElement | null): HTMLElement {
  const panel = document.createElement('div')
  panel.className = 'swipe-panel'
  panel.setAttribute('aria-hidden', 'true')
  const [drawing, name] = [button?.querySelector('svg')?.cloneNode(true), document.createElement('span')]
  name.textContent = button?.title ?? ''
  panel.append(...(drawing ? [drawing] : []), name)
  return panel
}
