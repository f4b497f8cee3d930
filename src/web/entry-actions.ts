import { html } from '../kernel/html.ts'
import type { Html } from '../kernel/html.ts'
import type { Words } from './words.ts'

export interface EntryActionsView {
  readonly t: Words['t']
  readonly id: number
  readonly title: string
  readonly isArchived: boolean
  readonly isStarred: boolean
  readonly csrfToken: string
  /** Path on this server to come back to. */
  readonly back: string
}

interface Action {
  readonly path: string
  readonly label: string
  readonly field: string
  /** The state that is set. Sending it twice changes nothing. */
  readonly value: '0' | '1'
}

/** @returns one form per action: `POST /archive|star|delete/{id}` with `token`, `back` and the state to set */
export function entryActions(view: EntryActionsView): Html {
  const { t, isArchived, isStarred } = view
  const actions: readonly Action[] = [
    {
      path: 'archive',
      label: isArchived ? t('action.unread') : t('action.archive'),
      field: 'archived',
      value: isArchived ? '0' : '1',
    },
    {
      path: 'star',
      label: isStarred ? t('action.unstar') : t('action.star'),
      field: 'starred',
      value: isStarred ? '0' : '1',
    },
    { path: 'delete', label: t('action.delete'), field: 'deleted', value: '1' },
  ]
  return html`<div class="actions">${actions.map((action) => actionForm(view, action))}</div>`
}

function actionForm({ id, title, csrfToken, back }: EntryActionsView, { path, label, field, value }: Action): Html {
  return html`<form action="/${path}/${id}" method="post">
<input type="hidden" name="token" value="${csrfToken}" />
<input type="hidden" name="back" value="${back}" />
<button class="button-quiet" name="${field}" value="${value}">${label}<span class="unseen">: ${title}</span></button>
</form>`
}
