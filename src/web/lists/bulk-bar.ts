import { html, type Child, type Html } from '../../kernel/html.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'

interface BulkBarView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** path that the form returns to */
  readonly back: string
  /** labels that the tag field suggests */
  readonly tags: readonly string[]
  /** the whole list as the target of an action; absent if actions can only apply to ticked entries */
  readonly whole?: { readonly list: string; readonly total: number; readonly isCapped?: boolean }
  /** id of the collection on the page, from which the user can remove ticked entries */
  readonly collection?: number
}

/** The actions on many entries. The style sheet draws their icons (card-icons.ts). */
const ACTIONS = ['archive', 'unarchive', 'star', 'unstar', 'refetch', 'delete'] as const

/**
 * @returns the form for actions on the ticked entries of the page or on the whole list. Enter in the tag field presses
 *   the first button of the form (HTML standard, implicit submission), so a hidden first button adds the tags.
 */
export function bulkBar(view: BulkBarView): Html {
  const { frame, back, csrfToken, tags, whole } = view
  const { t } = frame.words
  return html`
    <form
      class="bulk"
      id="bulk"
      action="/bulk"
      method="post"
      data-bulk-target="bar"
      aria-label="${t('bulk.title')}"
    >
      <button name="action" value="tag" hidden></button>
      <input type="hidden" name="token" value="${csrfToken}" />
      <input type="hidden" name="back" value="${back}" />
      ${whole && html`<input type="hidden" name="list" value="${whole.list}" />`}
      ${scopePart(whole, t)}
      <div class="bulk-actions">
        ${ACTIONS.map(
          (action) => html`
            <button class="button-icon" name="action" value="${action}" title="${t(`bulk.actions.${action}`)}">
              <span class="unseen">${t(`bulk.actions.${action}`)}</span>
            </button>
          `,
        )}
      </div>
      ${tagPart(tags, t)}
      ${collectionPart(view)}
    </form>
  `
}

/** @returns the number of ticked entries, and the checkbox that selects the whole list instead */
function scopePart(whole: BulkBarView['whole'], t: Localization['t']): Html {
  return html`
    <div class="bulk-scope">
      <span
        data-bulk-target="count"
        data-one="${t('bulk.selectedOne')}"
        data-other="${t('bulk.selectedOther')}"
        aria-live="polite"
      >
        ${t('bulk.title')}
      </span>
      ${
        whole &&
        html`
          <label class="choice">
            <input type="checkbox" name="scope" value="all" data-bulk-target="all">
            <span>
              ${
                whole.isCapped ? t('bulk.wholeCapped', { count: whole.total }) : t('bulk.whole', { count: whole.total })
              }
            </span>
          </label>
        `
      }
    </div>
  `
}

/** @returns the field for tags, and the buttons that add and remove them */
function tagPart(tags: readonly string[], t: Localization['t']): Html {
  return html`
    <div class="bulk-tags">
      <label class="unseen" for="bulk-tags">${t('bulk.tags')}</label>
      <input
        id="bulk-tags"
        name="tags"
        placeholder="${t('bulk.tagsShort')}"
        list="bulk-known-tags"
        autocomplete="off"
        autocapitalize="none"
      >
      <datalist id="bulk-known-tags">${tags.map((label) => html`<option value="${label}"></option>`)}</datalist>
      <button class="button-quiet" name="action" value="tag" aria-label="${t('bulk.actions.tag')}">
        ${t('bulk.short.tag')}
      </button>
      <button class="button-quiet" name="action" value="untag" aria-label="${t('bulk.actions.untag')}">
        ${t('bulk.short.untag')}
      </button>
    </div>
  `
}

/**
 * @returns the select box of collections to which entries can be added, and the button that removes entries from the
 *   collection on the page
 */
function collectionPart({ frame, collection }: BulkBarView): Child {
  const { t } = frame.words
  const others = (frame.viewer?.collections ?? []).filter(({ id }) => id !== collection)
  const add = html`
    <label class="unseen" for="bulk-collection">${t('collections.choose')}</label>
    <select id="bulk-collection" name="collection">
      <option value="">${t('collections.choose')}</option>
      ${others.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}
    </select>
    <button class="button-quiet" name="action" value="collect" aria-label="${t('collections.add')}">
      ${t('collections.addShort')}
    </button>
  `
  const remove = html`<button class="button-quiet" name="action" value="uncollect">${t('collections.remove')}</button>`
  if (others.length === 0 && collection === undefined) return null
  return html`
    <div class="bulk-tags bulk-collections">${others.length > 0 && add}${collection !== undefined && remove}</div>
  `
}
