import { html, type Html } from '../../kernel/html.ts'
import type { Localization } from '../layout/localization.ts'
import { CARD_FORM, cardLabel, nameOf, type CardLabel } from './card-parts.ts'
import type { EntryCardView } from './entry-card-view.ts'

interface Action {
  readonly path: string
  readonly label: CardLabel
  readonly field: string
  /** the state that the button sets, not a toggle, so that submitting it twice is harmless */
  readonly value: '0' | '1'
}

type ActionsEntry = Pick<EntryCardView, 'id' | 'url' | 'isArchived' | 'isStarred'>

/**
 * @param back path of the page that the links return to
 * @returns a button for each action, and links. A button sends `POST /archive|star|delete/{id}` with the new state and
 *   the fields of the form that all cards share. The style sheet draws the icons (card-icons.ts).
 */
export function cardActions(entry: ActionsEntry, t: Localization['t'], back: string): Html {
  const { id, url } = entry
  const parameter = new URLSearchParams({ back }).toString()
  return html`
    <div class="actions">
      ${actionsOf(entry).map((action) => actionButton(id, t, action))}
      <a
        href="/edit/${id}?${parameter}"
        title="${t('action.tags')}"
        aria-labelledby="${nameOf('tags', id)}"
        data-action-name="tags"
      ></a>
      <a
        href="/view/${id}/collections?${parameter}"
        title="${t('collections.add')}"
        aria-labelledby="${nameOf('collect', id)}"
        data-action-name="collect"
      ></a>
      <a
        href="${url}"
        rel="noopener noreferrer"
        title="${t('action.original')}"
        aria-labelledby="${nameOf('original', id)}"
        data-action-name="original"
      ></a>
    </div>
  `
}

function actionsOf({ isArchived, isStarred }: ActionsEntry): readonly Action[] {
  return [
    {
      path: 'archive',
      label: isArchived ? 'unread' : 'archive',
      field: 'archived',
      value: isArchived ? '0' : '1',
    },
    {
      path: 'star',
      label: isStarred ? 'unstar' : 'star',
      field: 'starred',
      value: isStarred ? '0' : '1',
    },
    { path: 'delete', label: 'delete', field: 'deleted', value: '1' },
  ]
}

function actionButton(id: number, t: Localization['t'], { path, label, field, value }: Action): Html {
  return html`
    <button
      form="${CARD_FORM}"
      formaction="/${path}/${id}"
      name="${field}"
      value="${value}"
      title="${cardLabel(t, label)}"
      aria-labelledby="${nameOf(label, id)}"
      data-action-name="${path}"
    ></button>
  `
}
