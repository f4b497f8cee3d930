import { loadSheet } from './load-sheet.ts'

/** Distance in pixels between the panel, the card and the edges of the window. */
const GAP = 8

let sheet: Promise<unknown> | undefined

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
export async function openCardPanel(
  { cardId, container, card }: PanelPlace,
  id: string,
): Promise<HTMLFormElement | undefined> {
  if (card) await (sheet ??= loadSheet('panels'))
  for (const open of document.querySelectorAll('.panel[data-card]')) open.remove()
  const template = document.querySelector<HTMLTemplateElement>(`#${id}-template`)
  const panel = template?.content.querySelector('form')?.cloneNode(true) as HTMLFormElement | undefined
  if (!panel) return undefined
  panel.id = id
  // An update of the page keeps permanent elements.
  panel.dataset['turboPermanent'] = ''
  panel.dataset['card'] = cardId
  panel.addEventListener('toggle', () => panel.matches(':popover-open') || panel.remove())
  container.append(panel)
  panel.showPopover()
  if (card) place(panel, card)
  return panel
}

/** Places the panel below the card, or above it where the window ends. A narrow window shows it at its end. */
function place(panel: HTMLElement, card: HTMLElement): void {
  if (getComputedStyle(panel).position !== 'absolute') return
  const { top, bottom } = card.getBoundingClientRect()
  const { left, right } = (card.querySelector('.card-line') ?? card).getBoundingClientRect()
  const { offsetHeight: height, offsetWidth: width } = panel
  const isBelow = bottom + GAP + height <= innerHeight
  const isRtl = getComputedStyle(card).direction === 'rtl'
  panel.style.insetBlockStart = `${scrollY + (isBelow ? bottom + GAP : Math.max(GAP, top - GAP - height))}px`
  panel.style.left = `${scrollX + (isRtl ? right - width : left)}px`
}
