import { html, type Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { Localization } from '../layout/localization.ts'

interface CardTagsView {
  readonly t: Localization['t']
  readonly csrfToken: string
  /** path of the page with the list */
  readonly back: string
}

/**
 * @returns the template of the panel that edits the tags of a card in place. It sends the form for ticked entries with
 *   one entry. A script adds the id of the entry, and a copy of the last button for each of its tags.
 */
export function cardTagsTemplate({ t, csrfToken, back }: CardTagsView): Html {
  return html`
    <template id="card-tags-template" data-label="${t('tags.label')}">
      <form class="panel tags-panel" action="/bulk" method="post" aria-label="${t('action.tags')}" popover>
        <input type="hidden" name="token" value="${csrfToken}" />
        <input type="hidden" name="back" value="${back}" />
        <label for="card-tags-field">${t('reader.addTag')}</label>
        <div class="row">
          <input
            id="card-tags-field"
            name="tags"
            list="bulk-known-tags"
            maxlength="250"
            autocomplete="off"
            autocapitalize="none"
            dir="auto"
            data-create="${t('tags.create', { label: '{label}' })}"
            required
          >
          <button class="button" name="action" value="tag">${t('reader.add')}</button>
        </div>
        <div class="tags-set">
          <button class="tag-button" name="action" value="untag" formnovalidate>
            <bdi></bdi>
            ${icon('x')}
            <span class="unseen">${t('reader.removeTag')}</span>
          </button>
        </div>
      </form>
    </template>
  `
}
