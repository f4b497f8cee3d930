import { html, type Child, type Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'

interface UndoView {
  readonly csrfToken: string
  readonly t: Localization['t']
  /** id of the action in the history; undefined if the action changed nothing */
  readonly action: number | undefined
  /** path that the form returns to */
  readonly back: string
}

/** @returns the form with the button that undoes an action; undefined if the action changed nothing */
export function undoForm({ csrfToken, t, action, back }: UndoView): Child {
  if (action === undefined) return undefined
  return html`
    <form action="/undo" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <input type="hidden" name="back" value="${back}" />
      <button name="action" value="${action}" data-action-name="undo">${t('action.undo')}</button>
    </form>
  `
}

/**
 * @returns a hidden form that undoes the last action of the history. The keyboard shortcut for undo presses its button.
 */
export function undoLast({ csrfToken, t }: Pick<UndoView, 'csrfToken' | 't'>): Html {
  return html`
    <form action="/undo" method="post" hidden>
      <input type="hidden" name="token" value="${csrfToken}" />
      <button id="undo-last" name="action" value="last" data-action-name="undo">${t('action.undo')}</button>
    </form>
  `
}
