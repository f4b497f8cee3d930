const CARD = '.card'
const BOX = '.card-check input'
/** Actions that apply to all ticked entries. */
const FOR_MANY = ['archive', 'star', 'delete', 'tags']

/** Which boxes a key ticks: that of the focused card, those from the last one to it, or all of the page. */
export type Ticked = 'one' | 'range' | 'all'

/** The last box that a key ticked: the start of a range. */
let anchor: HTMLInputElement | undefined

/** @returns the focused card; while a card is being removed it keeps the focus for a moment, and the next one counts */
export function currentCard(): Element | null {
  let card = document.activeElement?.closest(CARD) ?? null
  while (card?.hasAttribute('data-leaving')) card = card.nextElementSibling
  return card
}

/**
 * Moves the focus, so that screen readers follow. Arrow keys scroll until a card has the focus.
 * @returns whether there is a card to move to
 */
export function moveFocus(by: 1 | -1, isArrow: boolean): boolean {
  const cards = [...document.querySelectorAll(CARD)]
  const current = currentCard()
  if (cards.length === 0 || (isArrow && !current)) return false
  const place = current ? cards.indexOf(current) + by : 0
  const next = cards[Math.min(Math.max(place, 0), cards.length - 1)]
  const link = next?.querySelector<HTMLElement>('.card-title a')
  link?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
  return link !== null && link !== undefined
}

/** Ticks boxes, or unticks them where all of them are ticked. @returns whether there are any */
export function tick(which: Ticked): boolean {
  const boxes = [...document.querySelectorAll<HTMLInputElement>(BOX)]
  const box = which === 'all' ? boxes[0] : currentCard()?.querySelector<HTMLInputElement>(BOX)
  if (!box) return false
  const [from, to] = [anchor?.isConnected ? boxes.indexOf(anchor) : -1, boxes.indexOf(box)]
  const isRange = which === 'range' && from !== -1
  const chosen = which === 'all' ? boxes : isRange ? boxes.slice(Math.min(from, to), Math.max(from, to) + 1) : [box]
  const isTicked = isRange || !chosen.every((one) => one.checked)
  for (const one of chosen) one.checked = isTicked
  anchor = box
  for (const type of ['input', 'change']) box.dispatchEvent(new Event(type, { bubbles: true }))
  return true
}

/** Applies an action to the ticked entries. @returns false where none is ticked, or the action is for one entry */
export function pressForTicked(name: string): boolean {
  const bar = document.querySelector('#bulk')
  const cards = [...document.querySelectorAll(`${CARD}:has(.card-check :checked)`)]
  const isWhole = bar?.querySelector('[name=scope]:checked') !== null
  if (!bar || !FOR_MANY.includes(name) || (cards.length === 0 && !isWhole)) return false
  if (name === 'tags') bar.querySelector<HTMLInputElement>('[name=tags]')?.focus()
  else bar.querySelector<HTMLButtonElement>(`[value=${changeFor(name, isWhole ? [] : cards)}]`)?.click()
  return true
}

/** @returns the action that changes at least one of the cards: `unarchive` only if all of them are archived */
function changeFor(name: string, ticked: readonly Element[]): string {
  if (name === 'delete') return name
  const cards = ticked.length > 0 ? ticked : [...document.querySelectorAll(CARD)]
  const isOff = cards.some((card) => card.querySelector(`[data-action-name=${name}][value="1"]`))
  return isOff ? name : `un${name}`
}
