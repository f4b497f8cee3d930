import { MAX_NAME } from '../../collections/collection.ts'
import { html, type Html } from '../../kernel/html.ts'
import { collectionBoxes } from '../collections/collection-boxes.ts'
import type { Localization } from '../layout/localization.ts'
import type { RailCollection } from '../layout/viewer.ts'

interface CardCollectionsView {
  readonly t: Localization['t']
  readonly csrfToken: string
  /** path of the page with the list */
  readonly back: string
  readonly collections: readonly RailCollection[]
}

/**
 * @returns the template of the panel that adds an entry to collections in place. It sends the form for ticked entries with
 *   one entry. A script ticks the collections of the entry, and sends each change of a box.
 */
export function cardCollectionsTemplate({ t, csrfToken, back, collections }: CardCollectionsView): Html {
  return html`
    <template
      id="card-collections-template"
      data-collect="${t('collections.addedTo', { name: '{name}' })}"
      data-uncollect="${t('collections.removedFrom', { name: '{name}' })}"
      data-failed="${t('list.notDone')}"
    >
      <form class="panel tags-panel" action="/bulk" method="post" aria-label="${t('collections.add')}" popover>
        <input type="hidden" name="token" value="${csrfToken}" />
        <input type="hidden" name="back" value="${back}" />
        <label for="card-collections-field">${t('collections.find')}</label>
        <div class="row">
          <input
            id="card-collections-field"
            name="name"
            maxlength="${MAX_NAME}"
            autocomplete="off"
            dir="auto"
            required
          >
          <button class="button" name="action" value="collect" data-create="${t('collections.createShort')}">
            ${t('collections.addShort')}
          </button>
        </div>
        ${collectionBoxes(collections, new Set())}
      </form>
    </template>
  `
}
