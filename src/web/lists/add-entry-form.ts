import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { ListName } from '../layout/list-name.ts'
import type { Localization } from '../layout/localization.ts'

export interface AddEntryFormView {
  readonly t: Localization['t']
  readonly csrfToken: string
  /** username of the viewer */
  readonly username: string
  /** the list below the form. If a new entry belongs there, its card is added to the list. */
  readonly list: ListName
  /** initial text of the address field */
  readonly url?: string
  /** error message for a refused address */
  readonly error?: string
  /** true if the button has the focus, so that Enter saves an address from another app or a bookmarklet */
  readonly hasFocus?: boolean
}

/** Id of the form that saves an address. */
export const ADD_FORM = 'add-form'

/**
 * @returns the form that saves an address. If the text is no address, its error offers to search for the text instead.
 */
export function addEntryForm({ t, csrfToken, username, list, url, error, hasFocus }: AddEntryFormView): Html {
  return html`
    <form
      id="${ADD_FORM}"
      action="/new-entry"
      method="post"
      class="add"
      data-controller="add-entry"
      data-add-entry-key-value="dogear-waiting-saves:${username}"
      data-action="click->add-entry#press:capture submit->add-entry#submit turbo:submit-end->add-entry#done"
    >
      <input type="hidden" name="entry[_token]" value="${csrfToken}" />
      <input type="hidden" name="list" value="${list}" />
      <label class="unseen" for="entry_url">${t('list.addLabel')}</label>
      <span class="add-field">
        ${icon('link')}
        <input
          id="entry_url"
          name="entry[url]"
          type="text"
          inputmode="url"
          value="${url}"
          placeholder="${t('list.addPlaceholder')}"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          data-action-name="add"
          aria-invalid="${error ? 'true' : 'false'}"
          aria-describedby="${error ? 'entry_url-error' : ''}"
          required
        >
      </span>
      <button ?autofocus="${hasFocus}" data-turbo-submits-with="${t('list.addSaving')}">${t('list.addSubmit')}</button>
      ${
        error &&
        html`
          <p class="field-error" id="entry_url-error" role="alert">
            ${error}${' '}
            ${
              url &&
              html`
                <a href="/search?${new URLSearchParams({ q: url }).toString()}">
                  ${t('list.searchInstead', { words: url })}
                </a>
              `
            }
          </p>
        `
      }
      <p class="add-waiting" role="status" hidden data-add-entry-target="waiting">
        ${t('list.waiting')} <span></span>
      </p>
    </form>
  `
}
