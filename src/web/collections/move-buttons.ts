import { html, type Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { Words } from '../layout/interface-words.ts'

export interface MoveButtonsView {
  /** address that the form is submitted to */
  readonly path: string
  /** path to return to */
  readonly back: string
  /** name of the row that is moved */
  readonly name: string
  readonly csrfToken: string
  readonly t: Words['t']
}

const TARGETS = [
  ['first', 'arrow-up-to-line'],
  ['up', 'arrow-up'],
  ['down', 'arrow-down'],
] as const

/** @returns buttons that move a row of a list, for keyboard users and for browsers without scripts */
export function moveButtons({ path, back, name, csrfToken, t }: MoveButtonsView): Html {
  return html`<form class="order-buttons" action="${path}" method="post">
<input type="hidden" name="token" value="${csrfToken}" />
<input type="hidden" name="back" value="${back}" />
${TARGETS.map(([to, drawing]) => html`<button class="button-icon" name="to" value="${to}" title="${t(`collections.${to}`)}">${icon(drawing)}<span class="unseen">${t(`collections.${to}`)}: ${name}</span></button>\n`)}</form>`
}

/** @returns the messages of the script that moves rows by dragging */
export function orderAttributes(t: Words['t']): { readonly failed: string } {
  return { failed: t('collections.notMoved') }
}
