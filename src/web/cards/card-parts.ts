import { html, type Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'

/** Id of the form that the buttons of all cards on a page submit. */
export const CARD_FORM = 'card-form'

const LABELS = ['archive', 'unread', 'star', 'unstar', 'delete', 'tags', 'collect', 'original', 'select'] as const

export type CardLabel = (typeof LABELS)[number]

/** @returns the text of a control on a card, without the title of the entry */
export function cardLabel(t: Localization['t'], label: CardLabel): string {
  if (label === 'collect') return t('collections.add')
  return label === 'select' ? t('card.select') : t(`action.${label}`)
}

/** @returns the value of `aria-labelledby` for a control on a card: its label, and the title of the entry */
export function nameOf(label: CardLabel, id: number): string {
  return `do-${label} open-${id}`
}

function labelOf(label: CardLabel, t: Localization['t']): Html {
  const title = cardLabel(t, label)
  return html`<span id="do-${label}" data-title="${title}">${t('card.label', { label: title })}</span>`
}

/** @returns the drawing before the title of a starred entry */
export function starDrawing(t: Localization['t']): Html {
  return html`
    <svg class="star" viewBox="0 0 16 16" width="16" height="16" role="img" aria-label="${t('card.starred')}">
      <path d="M8 1.4l2 4.3 4.7.5-3.5 3.2 1 4.7L8 11.7l-4.2 2.4 1-4.7L1.3 6.2l4.7-.5z" />
    </svg>${' '}
  `
}

export interface CardPartsView {
  readonly t: Localization['t']
  readonly csrfToken: string
  /** path of the page that the actions return to */
  readonly back: string
}

/**
 * @returns what all cards of a page share, and what a page with cards must contain once: the labels of their controls,
 *   and the form that their buttons submit
 */
export function cardParts({ t, csrfToken, back }: CardPartsView): Html {
  return html`
    <div hidden>${LABELS.map((label) => labelOf(label, t))}<span id="card-star">${starDrawing(t)}</span></div>
    <form id="${CARD_FORM}" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <input type="hidden" name="back" value="${back}" />
    </form>
  `
}
