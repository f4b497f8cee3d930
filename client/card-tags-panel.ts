import { openCardPanel, panelSheet, placeOf } from './card-panel.ts'
import { labelsOf } from './optimistic/card-tags.ts'

/**
 * Opens the panel that edits the tags of a card. Its field takes text at once. The tags that the card shows, which the panel
 * follows, and the suggestions come with their style sheet and their script.
 */
export function openCardTags(card: HTMLElement): void {
  const place = placeOf(card)
  const panel = place && openCardPanel(place, 'card-tags')
  if (!panel) return
  panel.querySelector<HTMLInputElement>('[name=tags]')?.focus()
  void followTags(panel, card)
  void suggestTags(panel)
}

/** Shows the tags of a card in its panel, until the panel closes. Each is a button that removes the tag. */
async function followTags(panel: HTMLFormElement, card: HTMLElement): Promise<void> {
  const set = panel.querySelector('.tags-set')
  const button = set?.querySelector('button')
  if (!set || !button) return
  button.remove()
  await panelSheet()
  if (!panel.isConnected) return
  const show = (): void => {
    const shown = document.getElementById(card.id)
    if (shown) set.replaceChildren(...labelsOf(shown).map((label) => tagButton(button, label)))
  }
  show()
  const observer = new MutationObserver(show)
  observer.observe(card.parentElement ?? card, { childList: true, subtree: true })
  untilClosed(panel, () => observer.disconnect())
}

/** Suggests tags below the field of a panel. If the script cannot be loaded, the field does without suggestions. */
async function suggestTags(panel: HTMLFormElement): Promise<void> {
  const field = panel.querySelector<HTMLInputElement>('[name=tags]')
  const module = await import('./tag-combobox.ts').catch(() => undefined)
  if (!module || !field || !panel.isConnected) return
  const suggestions = new module.TagCombobox(field)
  untilClosed(panel, () => suggestions.remove())
}

/** Calls a function when a panel closes. */
function untilClosed(panel: HTMLElement, end: () => void): void {
  panel.addEventListener('toggle', () => panel.matches(':popover-open') || end())
}

/** @returns a button that removes a tag */
function tagButton(model: HTMLButtonElement, label: string): HTMLButtonElement {
  const button = model.cloneNode(true) as HTMLButtonElement
  button.dataset['label'] = label
  button.querySelector('bdi')!.textContent = label
  return button
}
