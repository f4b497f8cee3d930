import { loadSheet } from './load-sheet.ts'

/** Distance in pixels between the panel, the card and the edges of the window. */
const GAP = 8

let sheet: Promise<unknown> | undefined

/** Loads the style sheet of what is in panels. The panels themselves are styled by that of every page. */
export function panelSheet(): Promise<unknown> {
  return (sheet ??= loadSheet('panels'))
}

/** Where a panel opens. */
export interface PanelPlace {
  /** id that the card of the entry has in lists */
  readonly cardId: string
  /** the element that contains the panel */
  readonly container: Element
  /** the card beside which the panel opens; absent in the reader, whose style sheet places it */
  readonly card?: HTMLElement
}

/** @returns the place of the panels of a card */
export function placeOf(card: HTMLElement): PanelPlace | undefined {
  const container = card.closest('.list')
  return container ? { cardId: card.id, container, card } : undefined
}

/**
 * Opens a panel for an entry.
 * @param id of the panel; that of its template ends in `-template`
 * @returns the form in the panel; undefined if the page has no such template
 */
export function openCardPanel({ cardId, container, card }: PanelPlace, id: string): HTMLFormElement | undefined {
  for (const open of document.querySelectorAll('.panel[data-card]')) open.remove()
  const template = document.querySelector<HTMLTemplateElement>(`#${id}-template`)
  const panel = template?.content.querySelector('form')?.cloneNode(true) as HTMLFormElement | undefined
  if (!panel) return undefined
  panel.id = id
  // An update of the page keeps permanent elements.
  panel.dataset['turboPermanent'] = ''
  panel.dataset['card'] = cardId
  // The row stays marked while its panel has the focus. Removing an open panel fires no event.
  for (const marked of document.querySelectorAll('[data-panel]')) marked.removeAttribute('data-panel')
  card?.setAttribute('data-panel', '')
  panel.addEventListener('toggle', () => {
    if (panel.matches(':popover-open')) return
    panel.remove()
    card?.removeAttribute('data-panel')
  })
  container.append(panel)
  panel.showPopover()
  if (card) place(panel, card)
  return panel
}

/**
 * Places the panel below the card, or above it where the window ends. Above the card, it grows upwards. A narrow window
 * shows it at its end.
 */
function place(panel: HTMLElement, card: HTMLElement): void {
  if (getComputedStyle(panel).position !== 'absolute') return
  const { top, bottom } = card.getBoundingClientRect()
  const { left, right } = (card.querySelector('.card-line') ?? card).getBoundingClientRect()
  const { offsetHeight: height, offsetWidth: width } = panel
  const isAbove = bottom + GAP + height > innerHeight && top - GAP - height > 0
  const isRtl = getComputedStyle(card).direction === 'rtl'
  if (isAbove) panel.style.insetBlockEnd = `${document.documentElement.clientHeight - scrollY - top + GAP}px`
  else panel.style.insetBlockStart = `${scrollY + Math.max(GAP, Math.min(bottom + GAP, innerHeight - height))}px`
  panel.style.left = `${scrollX + (isRtl ? right - width : left)}px`
}
