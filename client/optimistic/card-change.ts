import { belongsToList } from '../../src/web/cards/belongs-to-list.ts'

/** A change of an entry that its card shows before the server has answered. */
export type CardChange = 'archive' | 'unarchive' | 'star' | 'unstar' | 'delete'

type Switch = Exclude<CardChange, 'delete'>

/** The change that undoes another one. */
const OPPOSITES: Readonly<Record<Switch, Switch>> = {
  archive: 'unarchive',
  unarchive: 'archive',
  star: 'unstar',
  unstar: 'star',
}

/** Milliseconds in which a card leaves the list. */
const LEAVING_MS = 120

/** Selector of the cards that stay in the list. */
export const STAYING = '.card:not([data-leaving])'

/** @returns the change that a button on a card makes; undefined if the button is for something else */
export function changeOf({ dataset, value }: HTMLButtonElement): CardChange | undefined {
  const name = dataset['actionName']
  if (name === 'delete') return name
  if (name !== 'archive' && name !== 'star') return undefined
  return value === '1' ? name : `un${name}`
}

/** The states of an entry that decide to which lists it belongs. */
type EntryStates = Parameters<typeof belongsToList>[0]

/** The states of an entry before and after a change. */
export interface EntryMove {
  /** undefined if the entry did not exist */
  readonly before: EntryStates | undefined
  /** undefined if the entry is deleted */
  readonly after: EntryStates | undefined
}

/** A change that a card shows. */
export interface ShownChange {
  /** absent if the entry stays in all lists */
  readonly move?: EntryMove | undefined
  /** shows the change on another version of the card, which the server has sent before it has made the change */
  readonly apply: (card: Element) => void
  /** takes the change back, also if the server's markup has replaced the card in the meantime */
  readonly takeBack: () => void
}

/**
 * Shows a change on the card of an entry: its button and its star change, or the card leaves the list.
 * @param back path of the page, which decides whether the entry stays in the list
 */
export function showChange(card: HTMLElement, change: CardChange, back: string): ShownChange {
  const before = statesOf(card)
  const after = change === 'delete' ? undefined : changed(before, change)
  const move = { before, after }
  if (change === 'delete' || !after || !belongsToList(after, back)) {
    return { move, apply: (other) => other.remove(), takeBack: removeCard(card) }
  }
  setState(card, change)
  return {
    move,
    apply: (other) => setState(other, change),
    takeBack: () => {
      const shown = document.getElementById(card.id)
      if (shown) setState(shown, OPPOSITES[change])
    },
  }
}

/**
 * Shows a change on a card of a list that was drawn before it.
 * @param back path of the page with the list
 */
export function applyChange(card: Element, change: Switch, back: string): void {
  if (belongsToList(changed(statesOf(card), change), back)) setState(card, change)
  else card.remove()
}

function statesOf(card: Element): EntryStates {
  const isSet = (name: string) => card.querySelector(`[data-action-name=${name}][value="0"]`) !== null
  return { isArchived: isSet('archive'), isStarred: isSet('star') }
}

const changed = (states: EntryStates, change: Switch): EntryStates =>
  change.endsWith('archive')
    ? { ...states, isArchived: change === 'archive' }
    : { ...states, isStarred: change === 'star' }

/** @returns the page of a card, which may not be shown yet */
export const pageOf = (card: Element): ParentNode => card.closest('body') ?? document

/** Shows a state on the card as the server would (src/web/cards/card-actions.ts). */
function setState(card: Element, change: Switch): void {
  const name = change.endsWith('star') ? 'star' : 'archive'
  const isSet = change === name
  const button = card.querySelector<HTMLButtonElement>(`[data-action-name=${name}]`)
  const label = isSet ? (name === 'star' ? 'unstar' : 'unread') : name
  if (!button) return
  button.value = isSet ? '0' : '1'
  button.title = pageOf(card).querySelector<HTMLElement>(`#do-${label}`)?.dataset['title'] ?? ''
  button.setAttribute('aria-labelledby', `do-${label} ${card.querySelector('[data-action-name=open]')?.id ?? ''}`)
  if (name === 'star') setStar(card, isSet)
}

function setStar(card: Element, isSet: boolean): void {
  const shown = card.querySelector('.card-title .star')
  if (!isSet) {
    // The space between the star and the title.
    if (shown?.nextSibling instanceof Text) shown.nextSibling.remove()
    return shown?.remove()
  }
  const drawing = pageOf(card).querySelector('#card-star')?.cloneNode(true)
  if (!shown && drawing) card.querySelector('.card-title')?.prepend(...drawing.childNodes)
}

/**
 * Removes a card from its list in a short movement. The focus moves to the next card.
 * @returns a function that brings the card back to its place
 */
function removeCard(card: HTMLElement): () => void {
  const following = [...document.querySelectorAll<HTMLElement>(STAYING)]
  const place = following.indexOf(card)
  const [next, previous] = [following[place + 1], following[place - 1]]
  const focus = document.activeElement
  const isFocused = card.contains(focus) || focus?.closest('#bulk') !== null
  card.toggleAttribute('data-leaving', true)
  if (isFocused) focusCard(next ?? previous)
  void collapse(card).then(() => card.hasAttribute('data-leaving') && card.remove())
  const moved = document.activeElement
  return () => {
    const focused = cardInWindow()
    bringBack(card, following.slice(place + 1), previous)
    // The focused card must not leave the window because others came back above it.
    focused?.scrollIntoView({ block: 'nearest' })
    // If the user has moved the focus since, it stays there.
    const isUnmoved = [moved, document.body].includes(document.activeElement)
    if (isFocused && isUnmoved) focusCard(inList(card) ?? card)
  }
}

/** @returns the card that has the focus, if it is in the window */
function cardInWindow(): Element | undefined {
  const card = document.activeElement?.closest(STAYING)
  const box = card?.getBoundingClientRect()
  return card && box && box.bottom > 0 && box.top < innerHeight ? card : undefined
}

/** Focuses the title of a card, or the heading of the page if there is none. */
function focusCard(card: Element | undefined): void {
  const target = card?.querySelector<HTMLElement>('[data-action-name=open]') ?? document.querySelector('h1')
  target?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'nearest' })
}

async function collapse(card: HTMLElement): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const frames = [
    { height: `${card.offsetHeight}px`, opacity: 1 },
    { height: '0px', opacity: 0 },
  ]
  card.style.overflow = 'clip'
  // The animation is cancelled if the card is removed or brought back before its end.
  await card.animate(frames, { duration: LEAVING_MS, easing: 'ease-out' }).finished.catch(() => undefined)
}

const inList = ({ id }: Element): Element | null => document.getElementById(id)

/** Brings a card back before the first of the cards that followed it, or else after the one before it. */
function bringBack(card: HTMLElement, following: readonly Element[], previous: Element | undefined): void {
  card.removeAttribute('data-leaving')
  card.style.removeProperty('overflow')
  for (const animation of card.getAnimations()) animation.cancel()
  if (inList(card)) return
  const next = following.map(inList).find((one) => one !== null)
  const before = previous && inList(previous)
  if (next) next.before(card)
  else if (before) before.after(card)
  else document.querySelector('.cards')?.append(card)
}
