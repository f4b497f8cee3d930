import { comboboxStep, showActiveOption } from './models/combobox.ts'
import { lastTag, suggestTags, withLastTag } from './models/tag-suggestions.ts'

/**
 * Suggests tags below a field with comma-separated tags, and takes the suggestion that is shown as selected when the form
 * is sent. It replaces the suggestions of the browser, of which none is selected, and which complete only the first tag.
 * Fields with `data-several` get the tag by Enter without sending the form, unless it is already typed.
 */
export class TagCombobox {
  readonly #field: HTMLInputElement
  readonly #list = document.createElement('ul')
  /** id of the element with the user's tags */
  readonly #known: string
  readonly #listeners = new AbortController()
  #active = -1

  constructor(field: HTMLInputElement) {
    const { signal } = this.#listeners
    this.#field = field
    this.#known = field.getAttribute('list') ?? ''
    this.#list.className = 'completions tag-completions'
    this.#list.id = `${field.id}-options`
    this.#list.setAttribute('role', 'listbox')
    this.#list.hidden = true
    field.addEventListener('input', () => this.#show(), { signal })
    field.addEventListener('keydown', (event) => this.#press(event), { signal })
    field.addEventListener('blur', () => this.#leave(), { signal })
    // Keeps the focus in the field.
    this.#list.addEventListener('pointerdown', (event) => event.preventDefault())
    this.#list.addEventListener('click', ({ target }) => this.#click(target as Element))
    // Enter in the field clicks the first button (HTML standard, implicit submission).
    field.form?.addEventListener('click', ({ target }) => this.#submit(target as Element), { capture: true, signal })
    this.#attach()
    // The user may have typed before this script was loaded.
    if (field.value !== field.defaultValue) this.#show()
  }

  /** Ends the suggestions. */
  remove(): void {
    this.#listeners.abort()
    this.#list.remove()
  }

  /** Sets the attributes, and adds the list. An update of the page may have removed both. */
  #attach(): void {
    const field = this.#field
    field.removeAttribute('list')
    field.setAttribute('role', 'combobox')
    field.setAttribute('aria-autocomplete', 'list')
    field.setAttribute('aria-controls', this.#list.id)
    field.setAttribute('aria-expanded', String(!this.#list.hidden))
    if (!this.#list.isConnected) (field.closest('.row') ?? field).after(this.#list)
  }

  #show(): void {
    const field = this.#field
    const options = document.querySelectorAll<HTMLOptionElement>(`#${this.#known} option`)
    const suggestions = suggestTags(
      field.value,
      [...options].map(({ value }) => value),
    )
    // Only the last tag is completed.
    const isAtEnd = field.selectionEnd === field.value.length
    if (suggestions.length === 0 || !isAtEnd || document.activeElement !== field) return this.#close()
    const items = suggestions.map(({ label, isNew }, index) => {
      const item = document.createElement('li')
      item.id = `${this.#list.id}-${index}`
      item.setAttribute('role', 'option')
      item.dataset['label'] = label
      item.dir = 'auto'
      item.textContent = isNew ? (field.dataset['create'] ?? '').replace('{label}', () => label) : label
      return item
    })
    this.#list.replaceChildren(...items)
    this.#list.hidden = false
    this.#attach()
    this.#activate(lastTag(field.value) === '' ? -1 : 0)
  }

  #close(): void {
    this.#list.hidden = true
    this.#list.replaceChildren()
    this.#attach()
    this.#activate(-1)
  }

  /** Closes the list, but not under a pressed button, which would move away from the pointer. */
  #leave(): void {
    if (this.#field.form?.querySelector(':active'))
      addEventListener('pointerup', () => setTimeout(() => this.#close()), { once: true })
    else this.#close()
  }

  #activate(index: number): void {
    this.#active = index
    showActiveOption(this.#field, this.#list, index)
  }

  #press(event: KeyboardEvent): void {
    const { key, isComposing } = event
    if (isComposing || key === 'Tab') return
    if (this.#list.hidden) {
      if (key !== 'ArrowDown' || this.#field.value !== '') return
      this.#show()
    }
    const step = comboboxStep(key, this.#list.children.length, this.#active)
    if (!step || this.#isForPanel(key)) return
    // Otherwise, Escape would also close the panel.
    event.preventDefault()
    event.stopPropagation()
    if (step.kind === 'move') this.#activate(step.to)
    else if (step.kind === 'close') this.#close()
    else this.#choose(this.#list.children[this.#active], ', ')
  }

  /** @returns whether Enter sends the form, or Escape closes the panel together with the list */
  #isForPanel(key: string): boolean {
    if (key === 'Escape') return this.#list.children.length === 1 && this.#isTyped()
    return key === 'Enter' && (this.#field.dataset['several'] === undefined || this.#isTyped())
  }

  /** @returns whether the selected suggestion is the tag that was typed */
  #isTyped(): boolean {
    const selected = this.#list.children[this.#active]
    return selected instanceof HTMLElement && selected.dataset['label'] === lastTag(this.#field.value)
  }

  /** Takes the selected suggestion before a button sends the form. A button with its own tag does not use the field. */
  #submit(target: Element): void {
    const button = target.closest<HTMLButtonElement>('button')
    if (button?.type === 'submit' && button.dataset['label'] === undefined) {
      this.#choose(this.#list.children[this.#active], '')
      this.#close()
    }
  }

  #click(target: Element): void {
    const option = target.closest('[role=option]')
    const isSeveral = this.#field.dataset['several'] !== undefined
    this.#choose(option ?? undefined, isSeveral ? ', ' : '')
    if (option && !isSeveral) this.#field.form?.querySelector<HTMLElement>('button:not([type=button])')?.click()
  }

  /** @param end text after the tag */
  #choose(option: Element | undefined, end: string): void {
    if (!(option instanceof HTMLElement)) return
    this.#field.value = withLastTag(this.#field.value, option.dataset['label'] ?? '') + end
    // Scripts that keep unsent text follow this event.
    this.#field.dispatchEvent(new Event('input', { bubbles: true }))
    this.#close()
  }
}
