import { openCardPanel, placeOf } from './card-panel.ts'
import { TagCombobox } from './tag-combobox.ts'
import { labelsOf } from './optimistic/card-tags.ts'

/**
 * Opens the panel that edits the tags of a card. It shows the tags that the card shows, and follows them.
 * @returns a promise that is fulfilled when the panel is open
 */
export async function openCardTags(card: HTMLElement): Promise<void> {
  const place = placeOf(card)
  const panel = place && (await openCardPanel(place, 'card-tags'))
  const set = panel?.querySelector('.tags-set')
  const button = set?.querySelector('button')
  if (!panel || !set || !button) return
  const show = (): void => {
    const shown = document.getElementById(card.id)
    if (shown) set.replaceChildren(...labelsOf(shown).map((label) => tagButton(button, label)))
  }
  show()
  const observer = new MutationObserver(show)
  observer.observe(card.parentElement ?? card, { childList: true, subtree: true })
  const field = panel.querySelector<HTMLInputElement>('[name=tags]')
  const suggestions = field && new TagCombobox(field)
  panel.addEventListener('toggle', () => {
    if (panel.matches(':popover-open')) return
    observer.disconnect()
    suggestions?.remove()
  })
  field?.focus()
}

/** @returns a button that removes a tag */
function tagButton(model: HTMLButtonElement, label: string): HTMLButtonElement {
  const button = model.cloneNode(true) as HTMLButtonElement
  button.dataset['label'] = label
  button.querySelector('bdi')!.textContent = label
  return button
}
