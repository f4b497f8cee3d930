import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'
import { bufferKeystrokes } from '../buffer-keystrokes.ts'
import { STAYING } from '../optimistic/card-change.ts'
import { undoLast, undosUnderWay } from '../optimistic/undo-last.ts'
import { KeySequence } from '../models/key-sequence.ts'
import type * as Reading from '../reading.ts'
import type { BoundEffect, PressName } from '../../src/web/shortcuts/key-bindings.ts'

const CARD = '.card'
const BOX = '.card-check input'
/** Shortcuts that apply to all ticked entries. */
const BULK_SHORTCUTS: readonly PressName[] = ['archive', 'star', 'delete', 'tags', 'collect']
/** The fields of the bar that these shortcuts focus, because the action needs a choice. */
const FIELDS: Readonly<Partial<Record<PressName, string>>> = {
  tags: '[name=tags]',
  collect: '[name=collection], [name=name]',
}
/** Shortcuts that change entries immediately. All others open a field or a page. */
const CHANGES: readonly PressName[] = ['archive', 'star', 'delete', 'highlight', 'unhighlight']

/** The boxes that a key ticks (`KeyEffect`). A range starts at the box that was ticked last. */
type Ticked = Extract<BoundEffect, { readonly select: string }>['select']

/** The box that a key ticked last. A range starts there. */
let anchor: HTMLInputElement | undefined

/** Selector of the inputs that use only some keys, such as the arrow keys. */
const CONTROLS = '[type=checkbox], [type=radio], [type=range]'
/** Selector of dialogs and open fields. While one is open, shortcuts are inactive, even if the focus is elsewhere. */
const OPEN_FIELDS = `dialog[open], :popover-open textarea, :popover-open input:not([type=hidden], ${CONTROLS})`
/** The keys of a sequence pressed so far. It outlives page changes, so that fast typing is not interrupted. */
const TYPED = new KeySequence()

/** Single-key shortcuts. Inactive in fields, with Ctrl, Alt or Meta, and during text composition. */
export class KeysController extends Controller<HTMLDialogElement> {
  static override values = { map: Object }
  /** The effects of the shortcuts of this page, by key. */
  declare readonly mapValue: Readonly<Record<string, BoundEffect>>
  readonly #press = (event: KeyboardEvent) => (isSent(event) ? sendForm(event) : this.#pressed(event))

  readonly #help = () => this.#showHelp()
  readonly #hover = ({ target, pointerType }: PointerEvent) => {
    const control = target instanceof Element && target.closest<HTMLElement>('[data-action-name][title]')
    if (pointerType !== 'mouse' || !control) return
    const loading = import('../shortcut-tooltips.ts')
    void loading.then(({ showShortcut }) => showShortcut(control, this.mapValue)).catch(() => undefined)
  }

  override connect(): void {
    document.addEventListener('keydown', this.#press)
    document.addEventListener('keys:help', this.#help)
    document.addEventListener('pointerover', this.#hover)
  }

  override disconnect(): void {
    document.removeEventListener('keydown', this.#press)
    document.removeEventListener('keys:help', this.#help)
    document.removeEventListener('pointerover', this.#hover)
    this.element.close()
  }

  /** Reduces the list of shortcuts to those that have an effect on this page. */
  narrow(): void {
    const loading = import('../narrow-shortcuts.ts')
    const narrowed = loading.then(({ narrowShortcuts }) => narrowShortcuts(this.element, this.mapValue, hasEffect))
    void narrowed.catch(() => undefined)
  }

  #pressed(event: KeyboardEvent): void {
    const { target } = event
    const key = nameOfKey(event)
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    if (!(target instanceof Element) || isForItself(target, key)) return
    if (document.querySelector(key === 'Escape' ? 'dialog[open], :popover-open' : OPEN_FIELDS)) return
    const effect = TYPED.press(this.mapValue, key, performance.now())
    if (effect && runEffect(effect, key)) event.preventDefault()
  }

  #showHelp(): void {
    this.element.showModal()
    this.narrow()
  }
}

/** @returns whether Ctrl+Enter (Cmd+Enter) was pressed in a text area that these keys send */
function isSent({ target, key, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean {
  if (key !== 'Enter' || !(ctrlKey || metaKey) || isComposing) return false
  return target instanceof HTMLTextAreaElement && target.dataset['sentByKeys'] !== undefined
}

function sendForm(event: KeyboardEvent): void {
  event.preventDefault()
  ;(event.target as HTMLTextAreaElement).form?.requestSubmit()
}

/** Applies the effect of a key. @returns whether it had an effect */
export function runEffect(effect: BoundEffect, key = ''): boolean {
  if ('go' in effect) return (visit(effect.go), true)
  if ('move' in effect) return moveFocus(effect.move, key.startsWith('Arrow'))
  if ('block' in effect) return inArticle(({ focusBlock }) => focusBlock(effect.block))
  if ('sentence' in effect) return hasBlock() && inArticle(({ changeSentences }) => changeSentences(effect.sentence))
  if ('select' in effect) return tick(effect.select)
  if ('press' in effect) {
    // A change outside of the list waits until pending undos are complete, because an undo by the server reverts the
    // latest change and would revert this one. Shortcuts that open a field do not wait, because the letters that
    // follow are meant for the field.
    const undos = CHANGES.includes(effect.press) && !currentCard() ? undosUnderWay() : undefined
    if (undos) return (void undos.then(() => runEffect(effect, key)), true)
    return pressNamed(effect.press, key)
  }
  document.dispatchEvent(new Event('keys:help'))
  return true
}

/** @returns the name of a key as in the list of shortcuts */
function nameOfKey({ key, shiftKey }: KeyboardEvent): string {
  return shiftKey && key.startsWith('Arrow') ? `Shift+${key}` : key
}

/** @returns whether the page contains a card or a button for the effect */
export function hasEffect(effect: BoundEffect): boolean {
  if ('move' in effect || 'select' in effect) return document.querySelector('.card') !== null
  if ('block' in effect || 'sentence' in effect) return document.querySelector('.prose') !== null
  if (!('press' in effect) || effect.press === 'search') return true
  return document.querySelector(actionSelector(effect.press)) !== null
}

const actionSelector = (name: PressName): string => `[data-action-name="${name}"]`

/**
 * Takes the focus off a field that a shortcut has focused, so that the next shortcuts work. A search field is emptied by
 * the browser.
 */
function leaveField(element: Element): void {
  if (element instanceof HTMLInputElement && element.dataset['actionName'] !== undefined) element.blur()
}

/** @returns whether the focused element itself handles the key. Escape also takes the focus off a shortcut's field. */
function isForItself(element: Element, key: string): boolean {
  if (element.matches('[type=radio], [type=range]') && key.includes('Arrow')) return true
  const field = element.closest(`input:not(${CONTROLS}), textarea, select, [contenteditable]`)
  // A field in a panel that was just closed still has the focus until the next frame, so an invisible field does not
  // count.
  if (field?.checkVisibility()) {
    if (key === 'Escape') leaveField(field)
    return true
  }
  return key === 'Enter' && element.closest('a, button, summary, label, input') !== null
}

/** Applies a shortcut that presses something. @returns whether it had an effect */
function pressNamed(name: PressName, key = ''): boolean {
  if (name === 'undo') return undoLast()
  if (name === 'unhighlight') return deleteFocused(key)
  if (key === 'Escape' && clearTicked()) return true
  if (name === 'search' && !hasVisibleSearchField()) return openSearch()
  return annotateBlock(name) || pressEarly(name) || pressForTicked(name) || press(name)
}

/** Highlights or annotates the first sentence of the focused block. @returns false for other shortcuts, and without such a block */
function annotateBlock(name: PressName): boolean {
  if ((name !== 'highlight' && name !== 'note') || !hasBlock()) return false
  // The letters that follow are meant for the note, also while the keyboard reader is loading.
  if (name === 'note' && !reader) bufferKeystrokes({ event: 'reader:ready', show: () => document.activeElement })
  return inArticle(({ prepareAction }) => prepareAction(name) && (pressEarly(name) || press(name)))
}

/** Deletes the highlight that has the focus. Without one, the key deletes the article if it does so on other pages. */
function deleteFocused(key: string): boolean {
  const isFocused = document.activeElement?.closest('[data-annotation-link], .annotation-item')
  if (!isFocused && !reader?.hasFocusedHighlight()) return key === 'Delete' && pressNamed('delete')
  return inArticle(({ deleteFocusedHighlight }) => deleteFocusedHighlight())
}

/** The keyboard reader, once it is loaded. */
let reader: typeof Reading | undefined
/** Shortcuts that wait until the keyboard reader is loaded, in the order in which they were pressed. */
let waiting: ((loaded: typeof Reading) => unknown)[] = []

/** @returns whether a block of the article has the focus, or is about to get it from an earlier shortcut */
const hasBlock = (): boolean => waiting.length > 0 || document.querySelector('[data-reading-block]:focus') !== null

/**
 * Calls a function of the keyboard reader, which is loaded when it is first used. Once loaded, it is called at once,
 * because the next key may be meant for a field that it opens.
 * @returns whether there is an article
 */
function inArticle(act: (loaded: typeof Reading) => unknown): boolean {
  if (!document.querySelector('.prose')) return false
  if (reader) act(reader)
  else if (waiting.push(act) === 1) void loadReader()
  return true
}

/** Loads the keyboard reader. If that fails, probably because of the network, the next key tries again. */
async function loadReader(): Promise<void> {
  reader = await import('../reading.ts').catch(() => undefined)
  const shortcuts = waiting
  waiting = []
  if (reader) for (const act of shortcuts) act(reader)
  document.dispatchEvent(new Event('reader:ready'))
}

/**
 * Presses a button.
 * @param name value of `data-action-name`. The button is looked up on the focused card, and then outside of all cards
 * @returns whether the button was found
 */
function press(name: PressName): boolean {
  const card = currentCard()
  const inCard = card?.querySelector<HTMLElement>(actionSelector(name))
  const all = [...document.querySelectorAll<HTMLElement>(actionSelector(name))]
  const onPage = all.filter((one) => !one.closest('.card'))
  const found = inCard ?? onPage.findLast((one) => one.offsetParent !== null) ?? onPage.at(-1)
  // The page for editing tags opens with the focus in its field. Keys that are typed before it is open are held for
  // that field.
  if (name === 'tags' && found instanceof HTMLAnchorElement && !document.querySelector('#card-tags-template')) {
    bufferKeystrokes({ event: 'turbo:load', show: () => document.querySelector('#edit-tags:focus') })
  }
  if (!(found instanceof HTMLInputElement)) return click(found)
  found.focus()
  found.select()
  return true
}

function hasVisibleSearchField(): boolean {
  return [...document.querySelectorAll(actionSelector('search'))].some((field) => field.checkVisibility())
}

/**
 * Opens the search page, because narrow windows and the reader show no search field. Keys that are typed
 * before the page is open are held for its field.
 */
function openSearch(): true {
  bufferKeystrokes({ event: 'turbo:load', show: focusSearchField })
  visit('/search')
  return true
}

function focusSearchField(): HTMLInputElement | null {
  const field = document.querySelector<HTMLInputElement>('#q')
  field?.focus()
  return field
}

/**
 * Handles the shortcuts `note` and `highlight` while text is selected but `text-selection` is still loading.
 * @returns true if the shortcut was handled: it takes effect when the controller is ready
 */
function pressEarly(name: PressName): boolean {
  if (name !== 'note' && name !== 'highlight') return false
  const article = document.querySelector('[data-controller~=text-selection]:not([data-notes-ready])')
  const selection = getSelection()
  if (!selection || selection.isCollapsed || !article?.contains(selection.anchorNode)) return false
  bufferKeystrokes({ event: 'notes:ready', show: () => (press(name), document.activeElement) })
  return true
}

function click(element: HTMLElement | null | undefined): boolean {
  element?.click()
  return element !== null && element !== undefined
}

const currentCard = (): Element | null => document.activeElement?.closest(STAYING) ?? null

/**
 * Moves the focus to the next or previous card, so that screen readers follow. Arrow keys move it only if a card
 * already has the focus, and scroll otherwise.
 * @returns whether the key had an effect
 */
function moveFocus(by: 1 | -1, isArrow: boolean): boolean {
  const cards = [...document.querySelectorAll(STAYING)]
  const current = currentCard()
  if (cards.length === 0 || (isArrow && !current)) return false
  const place = current ? cards.indexOf(current) + by : 0
  const next = cards[Math.min(Math.max(place, 0), cards.length - 1)]
  const link = next?.querySelector<HTMLElement>('.card-title a')
  link?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
  return link !== null && link !== undefined
}

/** Ticks boxes, or unticks them if all are ticked already. @returns whether there are boxes */
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

/**
 * Applies an action to the ticked entries.
 * @returns false if no entry is ticked, or if the action is for single entries only
 */
function pressForTicked(name: PressName): boolean {
  const bar = document.querySelector('#bulk')
  const cards = [...document.querySelectorAll(`${CARD}:has(.card-check :checked)`)]
  const isWhole = bar?.querySelector('[name=scope]:checked') !== null
  if (!bar || !BULK_SHORTCUTS.includes(name) || (cards.length === 0 && !isWhole)) return false
  const field = FIELDS[name]
  if (field !== undefined) openField(bar.querySelector<HTMLElement>(field))
  else bar.querySelector<HTMLButtonElement>(`[value=${changeFor(name, isWhole ? [] : cards)}]`)?.click()
  return true
}

/** Unticks all entries. @returns false if none is ticked */
function clearTicked(): boolean {
  const bar = document.querySelector<HTMLFormElement>('#bulk')
  if (!bar?.checkVisibility()) return false
  bar.reset()
  return true
}

/** @returns the action, or its opposite such as `unarchive` if all cards are already in the state that it sets */
function changeFor(name: PressName, ticked: readonly Element[]): string {
  if (name === 'delete') return name
  const cards = ticked.length > 0 ? ticked : [...document.querySelectorAll(CARD)]
  const isOff = cards.some((card) => card.querySelector(`[data-action-name=${name}][value="1"]`))
  return isOff ? name : `un${name}`
}

/** Focuses a field of the bar, whose menu it opens. */
export function openField(field: HTMLElement | null): void {
  const menu = field?.closest('details')
  if (menu) menu.open = true
  field?.focus()
}
