import { loadSheet } from './load-sheet.ts'

/** Distance in pixels between the panel, the card and the edges of the window. */
const GAP = 8

let sheet: Promise<unknown> | undefined

/**
 * Opens a panel beside a card.
 * @param id of the panel; that of its template ends in `-template`
 * @returns the form in the panel; undefined if the page has no such template
 */
export async function openCardPanel(card: HTMLElement, id: string): Promise<HTMLFormElement | undefined> {
  await (sheet ??= loadSheet('panels'))
  for (const open of document.querySelectorAll('.panel[data-card]')) open.remove()
  const template = document.querySelector<HTMLTemplateElement>(`#${id}-template`)
  const panel = template?.content.querySelector('form')?.cloneNode(true) as HTMLFormElement | undefined
  if (!panel) return undefined
  panel.id = id
  // An update of the page keeps permanent elements.
  panel.dataset['turboPermanent'] = ''
  panel.dataset['card'] = card.id
  panel.addEventListener('toggle', () => panel.matches(':popover-open') || panel.remove())
  card.closest('.list')?.append(panel)
  panel.showPopover()
  place(panel, card)
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
