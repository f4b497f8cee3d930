import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { Localization } from '../layout/localization.ts'
import { originText } from './entry-origin.ts'
import type { ReaderView } from './reader-view.ts'

type StatesView = Pick<ReaderView, 'id' | 'csrfToken' | 'list' | 'query' | 'search' | 'isArchived' | 'isStarred'> & {
  readonly t: Localization['t']
}

/** The position of the buttons: in the toolbar, or below the text. The ids of the buttons contain this name. */
type StateFormsPosition = 'bar' | 'end'

interface State {
  readonly name: 'archive' | 'star'
  readonly field: string
  readonly value: '0' | '1'
  readonly label: string
  readonly icon: string
  readonly isSet: boolean
}

/**
 * @returns a form with two buttons, which archive and star the entry or undo that. Each sets a state instead of
 *   toggling it, so submitting it twice is harmless.
 */
export function stateForms(view: StatesView, position: StateFormsPosition): Html {
  const { id, csrfToken } = view
  return html`
    <form class="states states-${position}" id="states-${position}" action="/view/${id}/states" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <input type="hidden" name="list" value="${originText(view)}" />
      ${statesOf(view).map((state) => stateButton(state, position))}
    </form>
  `
}

function statesOf({ isArchived, isStarred, t }: StatesView): readonly State[] {
  return [
    {
      name: 'archive',
      field: 'archived',
      value: isArchived ? '0' : '1',
      label: isArchived ? t('action.unread') : t('action.archive'),
      icon: isArchived ? 'archive-restore' : 'archive',
      isSet: isArchived,
    },
    {
      name: 'star',
      field: 'starred',
      value: isStarred ? '0' : '1',
      label: isStarred ? t('action.unstar') : t('action.star'),
      icon: 'star',
      isSet: isStarred,
    },
  ]
}

/**
 * @returns one button. Only the button in the toolbar has an action name, because a shortcut must press a single
 *   button.
 */
function stateButton({ name, field, value, label, icon: drawing, isSet }: State, position: StateFormsPosition): Html {
  const look = isSet ? 'is-set' : ''
  if (position === 'end') {
    return html`
      <button class="end-button ${look}" id="end-${name}" name="${field}" value="${value}">
        ${icon(drawing)}
        <span>${label}</span>
      </button>
    `
  }
  return html`
    <button
      class="bar-button ${look}"
      id="bar-${name}"
      name="${field}"
      value="${value}"
      title="${label}"
      data-action-name="${name}"
    >
      ${icon(drawing)}
      <span class="unseen">${label}</span>
    </button>
  `
}
