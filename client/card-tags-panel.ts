import { loadSheet } from './load-sheet.ts'
import { labelsOf } from './optimistic/card-tags.ts'

/** Distance in pixels between the panel, the card and the edges of the window. */
const GAP = 8

let sheet: Promise<unknown> | undefined

/**
 * Opens the panel that edits the tags of a card. It shows the tags that the card shows, and follows them.
 * @returns a promise that is fulfilled when the panel is open
 */
export async function openCardTags(card: HTMLElement): Promise<void> {
  await (sheet ??= loadSheet('panels'))
  const panel = buildPanel(card)
  if (!panel) return
  card.closest('.list')?.append(panel)
  panel.showPopover()
  place(panel, card)
  panel.querySelector<HTMLElement>('[name=tags]')?.focus()
}

function buildPanel(card: HTMLElement): HTMLFormElement | undefined {
  document.querySelector('#card-tags')?.remove()
  const template = document.querySelector<HTMLTemplateElement>('#card-tags-template')
  const panel = template?.content.querySelector('form')?.cloneNode(true) as HTMLFormElement | undefined
  const set = panel?.querySelector('.tags-set')
  const button = set?.querySelector('button')
  if (!panel || !set || !button) return undefined
  panel.id = 'card-tags'
  // An update of the page keeps permanent elements.
  panel.dataset['turboPermanent'] = ''
  panel.dataset['card'] = card.id
  const show = (): void => {
    const shown = document.getElementById(card.id)
    if (shown) set.replaceChildren(...labelsOf(shown).map((label) => tagButton(button, label)))
  }
  show()
  const observer = new MutationObserver(show)
  observer.observe(card.parentElement ?? card, { childList: true, subtree: true })
  panel.addEventListener('toggle', () => {
    if (panel.matches(':popover-open')) return
    observer.disconnect()
    panel.remove()
  })
  return panel
}

/** @returns a button that removes a tag */
function tagButton(model: HTMLButtonElement, label: string): HTMLButtonElement {
  const button = model.cloneNode(true) as HTMLButtonElement
  button.dataset['label'] = label
  button.querySelector('bdi')!.textContent = label
  return button
}

/** Places the panel below the card, or above it where the window ends. A narrow window shows it at its end. */
function place(panel: HTMLElement, card: HTMLElement): void {
  if (getComputedStyle(panel).position !== 'absolute') return
  const anchor = card.querySelector('.card-line') ?? card
  const { top, bottom, left, right } = anchor.getBoundingClientRect()
  const { offsetHeight: height, offsetWidth: width } = panel
  const isBelow = bottom + GAP + height <= innerHeight
  const isRtl = getComputedStyle(card).direction === 'rtl'
  panel.style.insetBlockStart = `${scrollY + (isBelow ? bottom + GAP : Math.max(GAP, top - GAP - height))}px`
  panel.style.left = `${scrollX + (isRtl ? right - width : left)}px`
}
