import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'
import { KeySequence } from '../models/key-sequence.ts'

/** See src/web/keys/key-table.ts; every page contains the bindings. */
type Effect = { go: string } | { press: string } | { move: 1 | -1 } | { select: true } | { help: true }

const CARD = '.card'
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
    if ('move' in effect) return move(effect.move, key.startsWith('Arrow'))
    if ('select' in effect) return click(currentCard()?.querySelector<HTMLElement>('.card-check input'))
    if ('press' in effect) return press(effect.press)
    this.element.showModal()
    return true
  }
}

/** Whether an element handles a key itself. */
function isForItself(element: Element, key: string): boolean {
  const field = element.closest('input:not([type=checkbox]), textarea, select, [contenteditable]')
  // A field in a closed panel keeps the focus until the next frame.
  if (field?.checkVisibility()) return true
  return key === 'Enter' && element.closest('a, button, summary, label, input') !== null
}

/** The focused card. A card that is being removed keeps the focus for a moment; then the next one counts. */
function currentCard(): Element | null {
  let card = document.activeElement?.closest(CARD) ?? null
  while (card?.hasAttribute('data-leaving')) card = card.nextElementSibling
  return card
}

/** Moves the focus, so that screen readers follow. Arrow keys scroll until a card has the focus. */
function move(by: 1 | -1, isArrow: boolean): boolean {
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

/** @param name in `data-action-name`, on the focused card or else on the page outside of cards */
function press(name: string): boolean {
  const selector = `[data-action-name="${name}"]`
  const card = currentCard()
  const inCard = card?.querySelector<HTMLElement>(selector)
  const onPage = [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => !one.closest(CARD))
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
