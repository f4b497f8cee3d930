import { html, type Html } from '../../kernel/html.ts'
import type { EntryCardView } from './entry-card-view.ts'
import { icon } from '../layout/icon.ts'
import type { Localization } from '../layout/localization.ts'

interface Action {
  readonly path: string
  readonly icon: string
  readonly label: string
  readonly field: string
  /** the state that the button sets, not a toggle, so that submitting it twice is harmless */
  readonly value: '0' | '1'
}

interface ActionsContext {
  readonly t: Localization['t']
  readonly csrfToken: string
  /** path of the page that the form returns to */
  readonly back: string
}

type ActionsEntry = Pick<EntryCardView, 'id' | 'title' | 'url' | 'isArchived' | 'isStarred'>

/**
 * @returns a form with one button for each action. A button sends `POST /archive|star|delete/{id}` with `token`, `back`
 *   and the new state.
 */
export function cardActions(entry: ActionsEntry, { t, csrfToken, back }: ActionsContext): Html {
  const { id, title, url } = entry
  return html`
    <form class="actions" action="/archive/${id}" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <input type="hidden" name="back" value="${back}" />
      ${actionsOf(entry, t).map((action) => actionButton(id, title, action))}
      <a
        class="button-icon"
        href="/edit/${id}?${backParameter(back)}"
        title="${t('action.tags')}"
        data-action-name="tags"
      >
        ${icon('tag')}
        <span class="unseen">${t('action.tags')}: ${title}</span>
      </a>
      <a
        class="button-icon"
        href="/view/${id}/collections?${backParameter(back)}"
        title="${t('collections.add')}"
        data-action-name="collect"
      >
        ${icon('folder-plus')}
        <span class="unseen">${t('collections.add')}: ${title}</span>
      </a>
      <a
        class="button-icon"
        href="${url}"
        rel="noopener noreferrer"
        title="${t('action.original')}"
        data-action-name="original"
      >
        ${icon('external-link')}
        <span class="unseen">${t('action.original')}: ${title}</span>
      </a>
    </form>
  `
}

const backParameter = (back: string): string => new URLSearchParams({ back }).toString()

function actionsOf({ isArchived, isStarred }: ActionsEntry, t: Localization['t']): readonly Action[] {
  return [
    {
      path: 'archive',
      icon: isArchived ? 'inbox' : 'archive',
      label: isArchived ? t('action.unread') : t('action.archive'),
      field: 'archived',
      value: isArchived ? '0' : '1',
    },
    {
      path: 'star',
      icon: isStarred ? 'star-off' : 'star',
      label: isStarred ? t('action.unstar') : t('action.star'),
      field: 'starred',
      value: isStarred ? '0' : '1',
    },
    { path: 'delete', icon: 'trash-2', label: t('action.delete'), field: 'deleted', value: '1' },
  ]
}

function actionButton(id: number, title: string, { path, icon: name, label, field, value }: Action): Html {
  return html`
    <button
      class="button-icon"
      formaction="/${path}/${id}"
      name="${field}"
      value="${value}"
      title="${label}"
      data-action-name="${path}"
    >
      ${icon(name)}
      <span class="unseen">${label}: ${title}</span>
    </button>
  `
}
