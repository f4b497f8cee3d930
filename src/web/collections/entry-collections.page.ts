import { MAX_NAME } from '../../collections/collection.ts'
import { html, type Html } from '../../kernel/html.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import type { RailCollection } from '../layout/viewer.ts'
import { collectionBoxes } from './collection-boxes.ts'

export interface EntryCollectionsView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly entry: { readonly id: number; readonly title: string }
  readonly collections: readonly RailCollection[]
  /** ids of the collections whose boxes are ticked */
  readonly picked: ReadonlySet<number>
  /** path that the form returns to */
  readonly back: string
  /** the refused form: the name of the new collection, the ids of the ticked collections, and the error message */
  readonly refused?: { readonly name: string; readonly ticked: readonly number[]; readonly error: string }
}

/**
 * @returns the page with a checkbox for each collection, and a field for a new one. At first, the checkbox is ticked if
 *   the entry is hand-picked for the collection.
 */
export function entryCollectionsPage(view: EntryCollectionsView): Html {
  const { frame, csrfToken, entry, collections, picked, back, refused } = view
  const { t } = frame.words
  const title = t('collections.ofEntry')
  const main = html`
    <h1 tabindex="-1">${title}</h1>
    <p class="lead" dir="auto"><a href="${back}">${entry.title}</a></p>
    <form class="form" action="/view/${entry.id}/collections" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <input type="hidden" name="back" value="${back}" />
      ${collectionBoxes(collections, picked)}
      <div class="field">
        <label for="new-collection">${t('collections.newName')}</label>
        <input
          id="new-collection"
          name="name"
          type="text"
          value="${refused?.name}"
          maxlength="${MAX_NAME}"
          autocomplete="off"
          dir="auto"
          aria-invalid="${refused ? 'true' : 'false'}"
          aria-describedby="${refused ? 'new-collection-error' : ''}"
        >
        ${refused && html`<p class="field-error" id="new-collection-error" role="alert">${refused.error}</p>`}
      </div>
      <p class="form-buttons"><button class="button">${t('collections.save')}</button></p>
    </form>
  `
  return layout({ frame, title, kind: 'lists', current: 'collections', main, sheets: ['collections'] })
}
