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

/** What a button says and draws in one of its two states. */
interface Look {
  readonly label: string
  readonly icon: string
}

interface State {
  readonly name: 'archive' | 'star'
  readonly field: string
  readonly isSet: boolean
  /** the button that sets the state */
  readonly off: Look
  /** the button that undoes it */
  readonly on: Look
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
      isSet: isArchived,
      off: { label: t('action.archive'), icon: 'archive' },
      on: { label: t('action.unread'), icon: 'archive-restore' },
    },
    {
      name: 'star',
      field: 'starred',
      isSet: isStarred,
      off: { label: t('action.star'), icon: 'star' },
      on: { label: t('action.unstar'), icon: 'star' },
    },
  ]
}

/**
 * @returns one button, with both of its looks, so that a script can show the other one at once. Only the button in the
 *   toolbar has an action name, because a shortcut must press a single button.
 */
function stateButton({ name, field, isSet, on, off }: State, position: StateFormsPosition): Html {
  const set = isSet ? 'is-set' : ''
  const value = isSet ? '0' : '1'
  if (position === 'end') {
    return html`
      <button class="end-button ${set}" id="end-${name}" name="${field}" value="${value}">
        <span class="state-off">${icon(off.icon)}<span>${off.label}</span></span>
        <span class="state-on">${icon(on.icon)}<span>${on.label}</span></span>
      </button>
    `
  }
  const [title, other] = isSet ? [on.label, off.label] : [off.label, on.label]
  return html`
    <button
      class="bar-button ${set}"
      id="bar-${name}"
      name="${field}"
      value="${value}"
      title="${title}"
      data-other-title="${other}"
      data-action-name="${name}"
    >
      <span class="state-off">${icon(off.icon)}<span class="unseen">${off.label}</span></span>
      <span class="state-on">${icon(on.icon)}<span class="unseen">${on.label}</span></span>
    </button>
  `
}
