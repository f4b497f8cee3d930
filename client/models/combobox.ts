/** The effect of a key in a combobox with a list box (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). */
type ComboboxStep = { readonly kind: 'move'; readonly to: number } | { readonly kind: 'choose' | 'close' }

/**
 * @param key as in `KeyboardEvent.key`
 * @param count number of options
 * @param active index of the active option; -1 for none
 * @returns the effect of the key on an open list; undefined for keys that the field itself handles
 */
export function comboboxStep(key: string, count: number, active: number): ComboboxStep | undefined {
  if (key === 'Escape') return { kind: 'close' }
  if (key === 'ArrowDown') return { kind: 'move', to: active + 1 < count ? active + 1 : -1 }
  if (key === 'ArrowUp') return { kind: 'move', to: active === -1 ? count - 1 : active - 1 }
  if ((key === 'Enter' || key === 'Tab') && active !== -1) return { kind: 'choose' }
  return undefined
}

/**
 * Marks the active option of the list, brings it into view, and names it to screen readers.
 * @param index -1 for none
 */
export function showActiveOption(field: Element, list: Element, index: number): void {
  const options = list.querySelectorAll('[role=option]')
  for (const [at, option] of options.entries()) {
    option.setAttribute('aria-selected', String(at === index))
    if (at === index) option.scrollIntoView({ block: 'nearest' })
  }
  const id = options[index]?.id
  if (id === undefined) field.removeAttribute('aria-activedescendant')
  else field.setAttribute('aria-activedescendant', id)
}
