import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'
import { KeySequence } from '../models/key-sequence.ts'

const CARD = '.card'
const BOX = '.card-check input'
/** Actions that apply to all ticked entries. */
const FOR_MANY = ['archive', 'star', 'delete', 'tags']

/** The boxes that a key ticks: the focused card's, those from the last ticked one to it, or all of the page. */
type Ticked = 'one' | 'range' | 'all'

/** The last box that a key ticked: the start of a range. */
let anchor: HTMLInputElement | undefined

/** See src/web/keys/key-table.ts; every page contains the bindings. */
type Effect = { go: string } | { press: string } | { move: 1 | -1 } | { select: Ticked } | { help: true }

/** While one of these is open, letters are meant for it, even if it has lost the focus. */
const OPEN_FIELDS = 'dialog[open], :popover-open textarea, :popover-open input:not([type=hidden], [type=checkbox])'
/** Shared by all pages of the window, so that a page change does not interrupt fast typing. */
const TYPED = new KeySequence()

/** Single-key shortcuts. Inactive in fields, with Ctrl, Alt or Meta, and during text composition. */
export class KeysController extends Controller<HTMLDialogElement> {
  static override values = { map: Object }
  declare readonly mapValue: Record<string, Effect>
  readonly #press = (event: KeyboardEvent) => this.#pressed(event)

  override connect(): void {
    document.addEventListener('keydown', this.#press)
  }

  override disconnect(): void {
    document.removeEventListener('keydown', this.#press)
    this.element.close()
  }

  /** The help lists the keys that have an effect on this page. */
  narrow(): void {
    for (const row of this.element.querySelectorAll<HTMLElement>('[data-keys]')) {
      const keys: string[] = JSON.parse(row.dataset['keys'] ?? '[]')
      const effect = keys.map((key) => this.mapValue[key]).find((one) => one !== undefined)
      row.hidden = !effect || !hasEffect(effect)
    }
    for (const section of this.element.querySelectorAll('section')) {
      section.hidden = section.querySelector('[data-keys]:not([hidden])') === null
    }
  }

  #pressed(event: KeyboardEvent): void {
    const { target, key } = event
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    if (!(target instanceof Element) || isForItself(target, key)) return
    if (document.querySelector(key === 'Escape' ? 'dialog[open], :popover-open' : OPEN_FIELDS)) return
    const effect = TYPED.press(this.mapValue, key, performance.now())
    if (effect && this.#do(effect, key)) event.preventDefault()
  }

  /** @returns whether the effect applied */
  #do(effect: Effect, key: string): boolean {
    if ('go' in effect) return (visit(effect.go), true)
    if ('move' in effect) return moveFocus(effect.move, key.startsWith('Arrow'))
    if ('select' in effect) return tick(effect.select)
    if ('press' in effect) return pressForTicked(effect.press) || press(effect.press)
    this.element.showModal()
    this.narrow()
    return true
  }
}

/** @returns whether the page has what a key acts on */
function hasEffect(effect: Effect): boolean {
  if ('move' in effect || 'select' in effect) return document.querySelector('.card') !== null
  return !('press' in effect) || document.querySelector(actionSelector(effect.press)) !== null
}

const actionSelector = (name: string): string => `[data-action-name="${name}"]`

/** Whether an element handles a key itself. */
function isForItself(element: Element, key: string): boolean {
  const field = element.closest('input:not([type=checkbox]), textarea, select, [contenteditable]')
  // A field in a closed panel keeps the focus until the next frame.
  if (field?.checkVisibility()) return true
  return key === 'Enter' && element.closest('a, button, summary, label, input') !== null
}

/** @param name in `data-action-name`, on the focused card or else on the page outside of cards */
function press(name: string): boolean {
  const card = currentCard()
  const inCard = card?.querySelector<HTMLElement>(actionSelector(name))
  const all = [...document.querySelectorAll<HTMLElement>(actionSelector(name))]
  const onPage = all.filter((one) => !one.closest('.card'))
  const found = inCard ?? onPage.findLast((one) => one.offsetParent !== null) ?? onPage.at(-1)
  if (inCard && (name === 'archive' || name === 'delete')) card?.setAttribute('data-leaving', '')
  if (!(found instanceof HTMLInputElement)) return click(found)
  found.focus()
  found.select()
  return true
}

function click(element: HTMLElement | null | undefined): boolean {
  element?.click()
  return element !== null && element !== undefined
}

/** @returns the focused card; if it is being removed, the next one */
function currentCard(): Element | null {
  let card = document.activeElement?.closest(CARD) ?? null
  while (card?.hasAttribute('data-leaving')) card = card.nextElementSibling
  return card
}

/**
 * Moves the focus, so that screen readers follow. Arrow keys scroll until a card has the focus.
 * @returns whether there is a card to move to
 */
function moveFocus(by: 1 | -1, isArrow: boolean): boolean {
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
function tick(which: Ticked): boolean {
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
function pressForTicked(name: string): boolean {
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
