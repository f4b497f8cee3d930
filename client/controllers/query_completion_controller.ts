import { Controller } from '@hotwired/stimulus'
import { comboboxStep, showActiveOption } from '../models/combobox.ts'

/** Milliseconds from the last keystroke to the request for suggestions. */
const PAUSE_MS = 120

/** Suggests fields and values while a query is typed. */
export class QueryCompletionController extends Controller<HTMLElement> {
  static override targets = ['field', 'list', 'status']
  declare readonly fieldTarget: HTMLInputElement
  declare readonly listTarget: HTMLElement
  declare readonly statusTarget: HTMLElement
  #timer: ReturnType<typeof setTimeout> | undefined
  #request: AbortController | undefined
  #active = -1
  readonly #listeners = new AbortController()

  override connect(): void {
    const { fieldTarget: field, listTarget: list } = this
    const options = { signal: this.#listeners.signal }
    field.setAttribute('role', 'combobox')
    field.setAttribute('aria-autocomplete', 'list')
    field.setAttribute('aria-controls', list.id)
    this.#close()
    field.addEventListener('input', () => this.#ask(), options)
    field.addEventListener('keydown', (event) => this.#press(event), options)
    field.addEventListener('blur', () => this.#close(), options)
    // Keeps the focus in the field when the user presses a suggestion.
    list.addEventListener('pointerdown', (event) => event.preventDefault(), options)
    list.addEventListener('click', (event) => this.#choose((event.target as Element).closest('[role=option]')), options)
    // The user may have typed before this controller was loaded.
    if (field.value !== field.defaultValue) this.#ask()
  }

  override disconnect(): void {
    this.#listeners.abort()
    this.#close()
  }

  #ask(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#load(), PAUSE_MS)
  }

  async #load(): Promise<void> {
    const { value, selectionStart } = this.fieldTarget
    this.#request?.abort()
    this.#request = new AbortController()
    const { signal } = this.#request
    const query = new URLSearchParams({ q: value, at: String(selectionStart ?? value.length) })
    // A failed request means that there are no suggestions.
    const response = await fetch(`/search/completions?${query}`, { signal }).catch(() => undefined)
    const text = response?.ok && !response.redirected ? await response.text().catch(() => '') : ''
    if (!signal.aborted) this.#show(new DOMParser().parseFromString(text, 'text/html').querySelector('ul'))
  }

  #show(found: HTMLElement | null): void {
    const options = [...(found?.children ?? [])]
    if (options.length === 0 || document.activeElement !== this.fieldTarget) return this.#close()
    this.listTarget.replaceChildren(...options)
    this.listTarget.hidden = false
    this.statusTarget.textContent = found?.dataset['said'] ?? ''
    this.fieldTarget.setAttribute('aria-expanded', 'true')
    this.#activate(-1)
  }

  #close(): void {
    clearTimeout(this.#timer)
    this.#request?.abort()
    this.listTarget.hidden = true
    this.listTarget.replaceChildren()
    this.statusTarget.textContent = ''
    this.fieldTarget.setAttribute('aria-expanded', 'false')
    this.#activate(-1)
  }

  #activate(index: number): void {
    this.#active = index
    showActiveOption(this.fieldTarget, this.listTarget, index)
  }

  #press(event: KeyboardEvent): void {
    if (this.listTarget.hidden || event.isComposing) return
    const step = comboboxStep(event.key, this.listTarget.children.length, this.#active)
    if (!step) return
    // Keeps the browser and the page from handling the key too. Otherwise, Escape would also empty the search field,
    // and other keys would trigger shortcuts.
    event.preventDefault()
    event.stopPropagation()
    if (step.kind === 'move') this.#activate(step.to)
    else if (step.kind === 'choose') this.#choose(this.listTarget.children[this.#active] ?? null)
    else this.#close()
  }

  #choose(option: Element | null): void {
    if (!(option instanceof HTMLElement)) return
    const { text = '', start, end } = option.dataset
    const field = this.fieldTarget
    // If a space already follows the caret, the completion replaces it instead of adding another.
    const after = text.endsWith(' ') && field.value[Number(end)] === ' ' ? Number(end) + 1 : Number(end)
    field.setRangeText(text, Number(start), after, 'end')
    this.#close()
    // If a field name was completed, this event requests suggestions for its values.
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
