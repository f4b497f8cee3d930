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
    <div hidden>${LABELS.map((label) => html`<span id="do-${label}">${t('card.label', { label: cardLabel(t, label) })}</span>`)}</div>
    <form id="${CARD_FORM}" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <input type="hidden" name="back" value="${back}" />
    </form>
  `
}
