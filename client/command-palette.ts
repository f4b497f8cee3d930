import { visit } from '@hotwired/turbo'
import type { hasEffect, runEffect } from './controllers/keys_controller.ts'
import { comboboxStep, showActiveOption } from './models/combobox.ts'
import { matchingItems } from './models/matching-items.ts'
import { rememberUse, usedItems } from './models/used-items.ts'
import type { BoundEffect } from '../src/web/shortcuts/key-bindings.ts'

/** The functions of the shortcuts. They are arguments, so that this module need not import the entry script. */
interface Shortcuts {
  readonly hasEffect: typeof hasEffect
  readonly runEffect: typeof runEffect
}

interface PaletteItem {
  readonly label: string
  /** heading of the item's group */
  readonly group: string
  /** true if the group has so many items that only the first ones are shown */
  readonly isOfMany: boolean
  /** the path that the item opens, or its command */
  readonly key: string
  readonly element: HTMLElement
}

interface PaletteGroup {
  readonly heading: string
  readonly items: readonly PaletteItem[]
}

/** Number of items that are shown of a long group. */
const FIRST_ITEMS = 6

/** The list of commands and places from the last response of the server or of the service worker. */
let known: Element | null = null
/** That response. While it stays the same, the list is not drawn again. */
let received = ''

/** Maximum time in milliseconds to wait for a page that is loading, because its arrival would remove the palette. */
const PAGE_MS = 2000

/** Opens the command palette, unless a dialog is open. The focus returns to where it was when the palette closes. */
export async function openPalette(shortcuts: Shortcuts): Promise<void> {
  if (document.documentElement.hasAttribute('aria-busy')) await pageLoaded()
  if (!document.querySelector('dialog[open], #palette:popover-open')) new CommandPalette(shortcuts).open()
}

function pageLoaded(): Promise<unknown> {
  return new Promise((resolve) => {
    addEventListener('turbo:load', resolve, { once: true })
    setTimeout(resolve, PAGE_MS)
  })
}

/**
 * A dialog with a combobox (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/) of commands and places. It is a popover that
 * covers the window. A modal dialog would make the page inert, for which the browser computes the styles of all its elements
 * again: 70 ms with 30 cards on a processor that is four times slower.
 */
class CommandPalette {
  readonly #shortcuts: Shortcuts
  readonly #dialog = document.createElement('div')
  readonly #box = document.createElement('div')
  readonly #field = document.createElement('input')
  readonly #list = document.createElement('div')
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
    // Filled first, so that the browser computes the styles of the page only once.
    this.#fill()
    document.body.append(this.#dialog)
    this.#dialog.showPopover()
    this.#field.focus()
    const loading = this.#load()
    if (!known) this.#loading = loading
  }

  #build(label: string): void {
    const [dialog, box, field, list, status] = [this.#dialog, this.#box, this.#field, this.#list, this.#status]
    const attributes: readonly (readonly [Element, Readonly<Record<string, string>>])[] = [
      // An update of the page keeps permanent elements.
      [dialog, { id: 'palette', class: 'palette', popover: '', 'data-turbo-permanent': '' }],
      [dialog, { role: 'dialog', 'aria-modal': 'true', 'aria-label': label }],
      [box, { class: 'dialog' }],
      [field, { role: 'combobox', type: 'text', 'aria-label': label, placeholder: label, autocomplete: 'off' }],
      [field, { 'aria-expanded': 'true', 'aria-autocomplete': 'list', 'aria-controls': 'palette-list' }],
      [field, { autocapitalize: 'none', spellcheck: 'false' }],
      [list, { id: 'palette-list', role: 'listbox', class: 'completions', 'aria-label': label, tabindex: '-1' }],
      [status, { role: 'status', class: 'meta' }],
    ]
    for (const [element, named] of attributes) {
      for (const [name, value] of Object.entries(named)) element.setAttribute(name, value)
    }
    box.append(field, list, status)
    dialog.append(box)
    field.addEventListener('input', () => this.#show(0))
    dialog.addEventListener('keydown', (event) => this.#press(event))
    dialog.addEventListener('toggle', ({ newState }) => newState === 'closed' && dialog.remove())
    dialog.addEventListener('click', ({ target }) => target === dialog && dialog.hidePopover())
    // Keeps the focus in the field, from which it returns to the page when the palette closes.
    dialog.addEventListener('pointerdown', (event) => event.target !== field && event.preventDefault())
    list.addEventListener('click', ({ target }) => this.#choose((target as Element).closest('[role=option]')))
  }

  /** Requests the list. Until it arrives for the first time, the palette offers the links of the page. */
  async #load(): Promise<void> {
    const response = await fetch('/help/palette', { headers: { accept: 'text/html' } }).catch(() => undefined)
    const text = response?.ok && !response.redirected ? await response.text().catch(() => '') : ''
    this.#loading = undefined
    if (text === '' || text === received) return
    received = text
    known = new DOMParser().parseFromString(text, 'text/html').querySelector('#palette-items') ?? known
    const active = this.#options[this.#active]?.textContent
    this.#fill()
    const same = [...this.#options].findIndex(({ textContent }) => textContent === active)
    if (this.#field.value === '' && same > 0) this.#show(same)
  }

  get #options(): NodeListOf<Element> {
    return this.#list.querySelectorAll('[role=option]')
  }

  #fill(): void {
    const listed = [...(known?.querySelectorAll<HTMLElement>('ul[data-label]') ?? [])].flatMap(itemsOf)
    this.#items = known ? listed.filter(({ element }) => this.#applies(element)) : pageLinks()
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
    const query = this.#field.value.trim()
    const groups = query === '' ? this.#allGroups() : foundGroups(this.#items, query)
    const search = query === '' ? undefined : searchOption(query)
    this.#list.replaceChildren(...groups.map(renderGroup), ...(search ? [search] : []))
    for (const [index, option] of this.#options.entries()) option.id = `palette-${index}`
    const hasOptions = this.#options.length > 0
    this.#list.hidden = !hasOptions
    this.#list.scrollTop = 0
    this.#field.setAttribute('aria-expanded', String(hasOptions))
    const none = groups.length === 0 && known instanceof HTMLElement ? known.dataset['none'] : ''
    this.#status.textContent = none ?? ''
    this.#activate(active)
  }

  /** @returns the groups that an empty field offers: first what was used last, then the groups in their order */
  #allGroups(): PaletteGroup[] {
    const heading = known instanceof HTMLElement ? (known.dataset['used'] ?? '') : ''
    const used = usedItems(this.#items)
    const all = grouped(this.#items)
    return used.length === 0 ? all : [{ heading, items: used }, ...all]
  }

  #activate(index: number): void {
    this.#active = index
    showActiveOption(this.#field, this.#list, index)
  }

  #press(event: KeyboardEvent): void {
    // Until the next frame, a closed palette still has the focus, and the keys are meant for the page.
    if (!this.#dialog.matches(':popover-open')) return
    event.stopPropagation()
    // The browser closes the popover at Escape. Nothing else in it can have the focus, so Tab leaves it in the field.
    if (event.key === 'Tab') return event.preventDefault()
    if (event.isComposing || event.key === 'Escape') return
    const count = this.#options.length
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
    this.#activate(to !== -1 ? to : isUp ? this.#options.length - 1 : 0)
  }

  #chooseActive(): void {
    this.#choose(this.#options[this.#active] ?? null)
  }

  /** Closes the palette, and opens the page or runs the command of an option. */
  #choose(option: Element | null): void {
    if (!(option instanceof HTMLElement) || !this.#dialog.matches(':popover-open')) return
    const { href, effect } = option.dataset
    this.#dialog.hidePopover()
    if (option.dataset['query'] === undefined) rememberUse(keyOf(option))
    if (this.#selected) getSelection()?.addRange(this.#selected)
    if (href !== undefined) visit(href)
    else if (effect !== undefined) this.#shortcuts.runEffect(JSON.parse(effect) as BoundEffect)
  }
}

function selectedRange(): Range | undefined {
  const selection = getSelection()
  return selection && !selection.isCollapsed ? selection.getRangeAt(0) : undefined
}

const keyOf = ({ dataset }: HTMLElement): string => dataset['href'] ?? dataset['effect'] ?? ''

/** @returns the items of a group in the response */
function itemsOf(group: HTMLElement): PaletteItem[] {
  const heading = group.dataset['label'] ?? ''
  const isOfMany = group.dataset['long'] !== undefined
  return [...group.querySelectorAll<HTMLElement>('[role=option]')].map((element) => ({
    label: element.dataset['label'] ?? '',
    group: heading,
    isOfMany,
    key: keyOf(element),
    element,
  }))
}

/** @returns the groups of the items, in the order of their first items */
function grouped(items: readonly PaletteItem[]): PaletteGroup[] {
  const groups = Map.groupBy(items, ({ group }) => group)
  return [...groups].map(([heading, all]) => ({
    heading,
    items: all[0]?.isOfMany ? all.slice(0, FIRST_ITEMS) : all,
  }))
}

/** @returns the groups with matching items. The group with the best match comes first; of equal ones, the one used last. */
function foundGroups(items: readonly PaletteItem[], query: string): PaletteGroup[] {
  const used = usedItems(items)
  const inOrder = [...used, ...items.filter((item) => !used.includes(item))]
  return grouped(matchingItems(inOrder, query))
}

function renderGroup({ heading, items }: PaletteGroup): HTMLElement {
  const list = document.createElement('ul')
  list.setAttribute('role', 'group')
  list.setAttribute('aria-label', heading)
  const title = document.createElement('li')
  title.setAttribute('role', 'presentation')
  title.setAttribute('aria-hidden', 'true')
  title.className = 'menu-label'
  title.textContent = heading
  list.append(title, ...items.map(({ element }) => document.importNode(element, true)))
  return list
}

/** @returns the option that searches the library for the typed text; undefined before the list has arrived */
function searchOption(query: string): HTMLElement | undefined {
  const option = known?.querySelector<HTMLElement>('[data-search] [role=option]')
  if (!option) return undefined
  const copy = document.importNode(option, true)
  const text = document.createElement('bdi')
  text.className = 'palette-query'
  text.textContent = query
  copy.append(text)
  Object.assign(copy.dataset, {
    query,
    href: `${option.dataset['href']}?${new URLSearchParams({ q: query }).toString()}`,
  })
  return copy
}

/** @returns an item for each link of the page's navigation */
function pageLinks(): PaletteItem[] {
  return [...document.querySelectorAll<HTMLElement>('.rail nav')].flatMap((nav) => {
    const group = nav.getAttribute('aria-label') ?? ''
    return [...nav.querySelectorAll<HTMLAnchorElement>('a[href]')].map((link) => pageLink(link, group))
  })
}

function pageLink(link: HTMLAnchorElement, group: string): PaletteItem {
  const element = document.createElement('li')
  element.setAttribute('role', 'option')
  const label = link.querySelector('span')?.textContent.trim() ?? ''
  const href = link.getAttribute('href')!
  Object.assign(element.dataset, { href, label })
  const shown = document.createElement('bdi')
  shown.textContent = label
  const drawing = link.querySelector('svg')?.cloneNode(true)
  element.append(...(drawing ? [drawing] : []), shown)
  return { label, group, isOfMany: false, key: href, element }
}
