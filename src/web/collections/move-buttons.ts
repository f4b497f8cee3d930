import { html, type Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { Localization } from '../layout/localization.ts'

interface MoveButtonsView {
  /** path that the form is submitted to */
  readonly path: string
  /** path that the form returns to */
  readonly back: string
  /** title of the row, for the labels of the buttons */
  readonly name: string
  readonly csrfToken: string
  readonly t: Localization['t']
}

const MOVE_TARGETS = [
  ['first', 'arrow-up-to-line'],
  ['up', 'arrow-up'],
  ['down', 'arrow-down'],
] as const

/**
 * @returns buttons that move a row of a list. Dragging a row needs a pointing device and a script, so keyboard users
 *   and browsers without scripts use these buttons.
 */
export function moveButtons({ path, back, name, csrfToken, t }: MoveButtonsView): Html {
  return html`
    <form class="order-buttons" action="${path}" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <input type="hidden" name="back" value="${back}" />
      ${MOVE_TARGETS.map(
        ([to, drawing]) => html`
          <button class="button-icon" name="to" value="${to}" title="${t(`collections.${to}`)}">
            ${icon(drawing)}
            <span class="unseen">${t(`collections.${to}`)}: ${name}</span>
          </button>
        `,
      )}
    </form>
  `
}

/** @returns the text that the script for dragging rows shows if a move fails */
export function orderAttributes(t: Localization['t']): { readonly failed: string } {
  return { failed: t('collections.notMoved') }
}
