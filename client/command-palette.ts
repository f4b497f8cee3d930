import { visit } from '@hotwired/turbo'
import type { hasEffect, runEffect } from './controllers/keys_controller.ts'
import { loadSheet } from './load-sheet.ts'
import { comboboxStep, showActiveOption } from './models/combobox.ts'
import { matchingItems } from './models/matching-items.ts'
import type { BoundEffect } from '../src/web/shortcuts/key-bindings.ts'

/** The functions of the shortcuts. They are arguments, so that this module need not import the entry script. */
interface Shortcuts {
  readonly hasEffect: typeof hasEffect
  readonly runEffect: typeof runEffect
}

interface PaletteItem {
  readonly label: string
  readonly element: HTMLElement
}

const SHEET = loadSheet('command-palette')
/** The list of commands and places from the last response of the server or of the service worker. */
let known: Element | null = null

/** Maximum time in milliseconds to wait for a page that is loading, because its arrival would remove the palette. */
const PAGE_MS = 2000

/** Opens the command palette, unless a dialog is open. The focus returns to where it was when the palette closes. */
export async function openPalette(shortcuts: Shortcuts): Promise<void> {
  await SHEET
  if (document.documentElement.hasAttribute('aria-busy')) await pageLoaded()
  if (!document.querySelector('dialog[open]')) new CommandPalette(shortcuts).open()
}

function pageLoaded(): Promise<unknown> {
  return new Promise((resolve) => {
    addEventListener('turbo:load', resolve, { once: true })
    setTimeout(resolve, PAGE_MS)
  })
}

/** A dialog with a combobox (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/) of commands and places. */
class CommandPalette {
  readonly #shortcuts: Shortcuts
  readonly #dialog = document.createElement('dialog')
  readonly #field = document.createElement('input')
  readonly #list = document.createElement('ul')
  readonly #status = document.createElement('p')
  /** The text that is selected on the page. The field would take the selection away. */
  readonly #selected = selectedRange()
  #items: readonly PaletteItem[] = []
  #active = 0
  /** pending until the list has been requested; undefined afterwards, or if the user has chosen an option already */
  #loading: Promise<void> | undefined

  constructor(shortcuts: Shortcuts) {
    this.#shortcuts = shortcuts
    this.#build(document.body.dataset['palette'] ?? '')
  }

  open(): void {
    document.body.append(this.#dialog)
    this.#fill()
    this.#dialog.showModal()
    const loading = this.#load()
    if (!known) this.#loading = loading
  }

  #build(label: string): void {
    const [dialog, field, list, status] = [this.#dialog, this.#field, this.#list, this.#status]
    const attributes: readonly (readonly [Element, Readonly<Record<string, string>>])[] = [
      // An update of the page keeps permanent elements.
      [dialog, { id: 'palette', class: 'dialog palette', 'aria-label': label, 'data-turbo-permanent': '' }],
      [field, { role: 'combobox', type: 'text', 'aria-label': label, placeholder: label, autocomplete: 'off' }],
      [field, { 'aria-expanded': 'true', 'aria-autocomplete': 'list', 'aria-controls': 'palette-list' }],
      [field, { autocapitalize: 'none', spellcheck: 'false' }],
      [list, { id: 'palette-list', role: 'listbox', class: 'completions', 'aria-label': label }],
      [status, { role: 'status', class: 'meta' }],
    ]
    for (const [element, named] of attributes) {
      for (const [name, value] of Object.entries(named)) element.setAttribute(name, value)
    }
    dialog.append(field, list, status)
    field.addEventListener('input', () => this.#show(0))
    dialog.addEventListener('keydown', (event) => this.#press(event))
    dialog.addEventListener('close', () => dialog.remove())
    dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
    // Keeps the focus in the field.
    list.addEventListener('pointerdown', (event) => event.preventDefault())
    list.addEventListener('click', ({ target }) => this.#choose((target as Element).closest('[role=option]')))
  }

  /** Requests the list. If that fails, the palette offers the links of the page only. */
  async #load(): Promise<void> {
    const response = await fetch('/help/palette', { headers: { accept: 'text/html' } }).catch(() => undefined)
    const text = response?.ok && !response.redirected ? await response.text().catch(() => '') : ''
    known = new DOMParser().parseFromString(text, 'text/html').querySelector('#palette-items') ?? known
    this.#loading = undefined
    const active = this.#list.children[this.#active]?.textContent
    this.#fill()
    const same = [...this.#list.children].findIndex(({ textContent }) => textContent === active)
    if (this.#field.value === '' && same > 0) this.#show(same)
  }

  #fill(): void {
    const listed = [...(known?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
      .filter((option) => this.#applies(option))
      .map((option) => document.importNode(option, true))
    const named = new Set(listed.flatMap(({ dataset }) => [dataset['href'], dataset['label']]))
    // The link to the search page has the name of the command that opens it.
    const links = pageLinks().filter(({ dataset }) => !named.has(dataset['href']) && !named.has(dataset['label']))
    this.#items = [...listed, ...links].map((element) => ({ element, label: element.dataset['label'] ?? '' }))
    this.#show(0)
  }

  /** @returns whether an option is a place, or a command with an effect on this page */
  #applies({ dataset }: HTMLElement): boolean {
    const { effect, where } = dataset
    if (effect === undefined) return true
    const isHere = where === 'everywhere' || document.body.classList.contains(`frame-${where}`)
    return isHere && this.#shortcuts.hasEffect(JSON.parse(effect) as BoundEffect)
  }

  #show(active: number): void {
    const found = matchingItems(this.#items, this.#field.value).map(({ element }) => element)
    for (const [index, element] of found.entries()) element.id = `palette-${index}`
    this.#list.replaceChildren(...found)
    this.#list.hidden = found.length === 0
    this.#field.setAttribute('aria-expanded', String(found.length > 0))
    this.#status.textContent = found.length === 0 && known instanceof HTMLElement ? (known.dataset['none'] ?? '') : ''
    this.#activate(active)
  }

  #activate(index: number): void {
    this.#active = index
    showActiveOption(this.#field, this.#list, index)
  }

  #press(event: KeyboardEvent): void {
    event.stopPropagation()
    // The browser closes the dialog at Escape.
    if (event.isComposing || event.key === 'Tab' || event.key === 'Escape') return
    const count = this.#list.children.length
    const step = comboboxStep(event.key, count, this.#active)
    if (!step) return
    event.preventDefault()
    // The option may be in the list that is still loading, so Enter waits for it.
    if (step.kind === 'choose' && this.#loading) void this.#loading.then(() => this.#chooseActive())
    else if (step.kind === 'choose') this.#chooseActive()
    else if (step.kind === 'move') this.#move(step.to, event.key === 'ArrowUp')
  }

  #move(to: number, isUp: boolean): void {
    this.#loading = undefined
    this.#activate(to !== -1 ? to : isUp ? this.#list.children.length - 1 : 0)
  }

  #chooseActive(): void {
    this.#choose(this.#list.children[this.#active] ?? null)
  }

  /** Closes the palette, and opens the page or runs the command of an option. */
  #choose(option: Element | null): void {
    if (!(option instanceof HTMLElement) || !this.#dialog.open) return
    const { href, effect } = option.dataset
    this.#dialog.close()
    if (this.#selected) getSelection()?.addRange(this.#selected)
    if (href !== undefined) visit(href)
    else if (effect !== undefined) this.#shortcuts.runEffect(JSON.parse(effect) as BoundEffect)
  }
}

function selectedRange(): Range | undefined {
  const selection = getSelection()
  return selection && !selection.isCollapsed ? selection.getRangeAt(0) : undefined
}

/** @returns an option for each link of the page's navigation */
function pageLinks(): HTMLElement[] {
  const links = document.querySelectorAll<HTMLAnchorElement>('.rail nav a[href]')
  const byHref = new Map([...links].map((link) => [link.getAttribute('href')!, link.querySelector('span')]))
  return [...byHref].map(([href, name]) => {
    const option = document.createElement('li')
    option.setAttribute('role', 'option')
    const label = name?.textContent.trim() ?? ''
    Object.assign(option.dataset, { href, label })
    const shown = document.createElement('bdi')
    shown.textContent = label
    option.append(shown)
    return option
  })
}
