import { isBusy, replaceIfChanged } from './replace-if-changed.ts'
import type { FreshPage } from './request-page.ts'

/**
 * Updates the list on the page to the server's version: removes, adds, moves and replaces cards. The visible text does
 * not move.
 * @returns false if cards remain to be changed because the user is using them
 */
export function updateList({ page, frames }: FreshPage): boolean {
  const list = document.querySelector<HTMLElement>('[data-live]')
  const fresh = page.querySelector('[data-live]')
  if (!list || !fresh) return true
  const expected = [fresh, ...frames].flatMap((part) => cardsIn(part))
  if (cardsIn(list).length === 0 || expected.length === 0) return replaceAll(list, fresh)
  const hold = holdInView(list)
  const isComplete = [removeOthers(list, expected), putInOrder(list, expected)].every(Boolean)
  updateEnd(list, frames.at(-1) ?? fresh)
  hold()
  return isComplete
}

const cardsIn = (root: Element): Element[] => [...root.querySelectorAll('.card')]

/** Replaces the whole content of a list that was or becomes empty. */
function replaceAll(list: Element, fresh: Element): boolean {
  if (cardsIn(list).length === cardsIn(fresh).length) return true
  if (isBusy(list)) return false
  list.replaceChildren(...fresh.childNodes)
  return true
}

function removeOthers(list: Element, expected: readonly Element[]): boolean {
  const ids = new Set(expected.map(({ id }) => id))
  const others = cardsIn(list).filter(({ id }) => !ids.has(id))
  const removable = others.filter((card) => !isBusy(card))
  for (const card of removable) card.remove()
  return removable.length === others.length
}

/**
 * Puts the expected cards in order. A card that the user is using stays where it is, and others are placed around it.
 */
function putInOrder(list: Element, expected: readonly Element[]): boolean {
  let isComplete = true
  let previous: Element | undefined
  for (const fresh of expected) {
    const shown = list.querySelector(`#${fresh.id}`)
    if (shown && !replaceIfChanged(shown, fresh)) isComplete = false
    const card = list.querySelector(`#${fresh.id}`) ?? fresh
    if (!isAfter(list, card, previous)) {
      if (isBusy(card)) isComplete = false
      else if (previous) previous.after(card)
      else list.querySelector('.cards')?.prepend(card)
    }
    previous = card
  }
  return isComplete
}

/** @returns whether a card directly follows the previous one; without a previous one, whether it is the first */
function isAfter(list: Element, card: Element, previous: Element | undefined): boolean {
  const cards = cardsIn(list)
  const place = cards.indexOf(card)
  return place !== -1 && cards[place - 1] === previous
}

/** Adds or removes the frame that loads the next page. */
function updateEnd(list: Element, fresh: Element): void {
  const next = [...list.querySelectorAll('turbo-frame[src]')].find((frame) => frame.querySelector('.card') === null)
  const freshNext = fresh.querySelector('turbo-frame[src]')
  if (next && !freshNext) next.remove()
  const last = [...list.querySelectorAll('.cards')].at(-1)
  if (!next && freshNext) last?.after(freshNext)
}

/**
 * Keeps the focused card at its position in the window while cards above it change. If no card has the focus and the
 * page is scrolled, keeps the first visible card instead.
 * @returns a function to call after the changes
 */
function holdInView(list: Element): () => void {
  const focused = document.activeElement?.closest('.card')
  const visible = scrollY > 0 ? cardsIn(list).filter((card) => card.getBoundingClientRect().bottom > 0) : []
  const held = [...(focused ? [focused] : []), ...visible].map((card) => [card.id, topOf(card)] as const)
  const { style } = document.documentElement
  // Turns off scroll anchoring of the browser, which would move the page a second time.
  style.overflowAnchor = 'none'
  return () => {
    const kept = held.find(([id]) => list.querySelector(`#${id}`) !== null)
    const now = kept && list.querySelector(`#${kept[0]}`)
    if (kept && now) scrollBy({ top: topOf(now) - kept[1], behavior: 'instant' })
    requestAnimationFrame(() => style.removeProperty('overflow-anchor'))
  }
}

const topOf = (element: Element): number => element.getBoundingClientRect().top
