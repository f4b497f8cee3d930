import { MAX_NAME } from '../../collections/collection.ts'
import { html, type Child, type Html } from '../../kernel/html.ts'
import type { PageFrame } from '../layout/layout.ts'
import { icon } from '../layout/icon.ts'
import type { Localization } from '../layout/localization.ts'
import type { RailCollection } from '../layout/viewer.ts'

interface BulkBarView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** path that the form returns to */
  readonly back: string
  /** labels that the tag field suggests */
  readonly tags: readonly string[]
  /** the whole list as the target of an action; absent if actions can only apply to ticked entries */
  readonly whole?: {
    readonly list: string
    readonly total: number
    readonly isCapped?: boolean
    /** name of the list whose number in the rail is this total; absent for filtered lists, searches and collections */
    readonly countOf?: string
  }
  /** id of the collection on the page, from which the user can remove ticked entries */
  readonly collection?: number
}

/** The actions that the menu "More" contains, unless they are on the bar. */
const FURTHER = ['archive', 'unarchive', 'star', 'unstar', 'refetch'] as const

type SimpleAction = (typeof FURTHER)[number] | 'delete'

/**
 * @returns the form for actions on the ticked entries of the page or on the whole list: the frequent actions, and menus
 *   for the others. Enter in the tag field presses the first button of the form (HTML standard, implicit submission), so
 *   a hidden first button adds the tags.
 */
export function bulkBar(view: BulkBarView): Html {
  const { frame, back, csrfToken, tags, whole } = view
  const { t } = frame.words
  const frequent = frequentActions(whole?.list)
  return html`
    <form
      class="bulk"
      id="bulk"
      action="/bulk"
      method="post"
      data-bulk-target="bar"
      data-action="reset->bulk#clear"
      aria-label="${t('bulk.title')}"
    >
      <button name="action" value="tag" hidden></button>
      <input type="hidden" name="token" value="${csrfToken}" />
      <input type="hidden" name="back" value="${back}" />
      ${whole && html`<input type="hidden" name="list" value="${whole.list}" />`}
      ${scopePart(whole, t)}
      <div class="bulk-actions">
        ${frequent.map((action) => actionButton(action, t))}
        ${tagPart(tags, t)}
        ${collectionPart(view)}
        ${actionButton('delete', t)}
        ${menu('more', t('reader.more'), morePart(view, frequent))}
      </div>
    </form>
  `
}

/** @returns the actions that change the state that most entries of a list are in */
function frequentActions(list: string | undefined): readonly SimpleAction[] {
  return [list === 'archive' ? 'unarchive' : 'archive', list === 'starred' ? 'unstar' : 'star']
}

function actionButton(action: SimpleAction, t: Localization['t']): Html {
  const label = t(`bulk.actions.${action}`)
  return html`
    <button name="action" value="${action}" title="${label}">
      <span>${action === 'star' ? t('bulk.short.star') : label}</span>
    </button>
  `
}

/** @returns a menu that opens over the bar */
function menu(name: 'tags' | 'collections' | 'more', label: string, content: Child): Html {
  return html`
    <details class="menu bulk-${name}">
      <summary title="${label}"><span>${label}</span></summary>
      <div class="bulk-panel">${content}</div>
    </details>
  `
}

function morePart({ frame, collection }: BulkBarView, frequent: readonly SimpleAction[]): Html {
  const { t } = frame.words
  const further = FURTHER.filter((action) => !frequent.includes(action))
  return html`
    ${further.map((action) => html`<button name="action" value="${action}">${t(`bulk.actions.${action}`)}</button>`)}
    ${frame.canSend && html`<button name="action" value="send">${t('mail.send.title')}</button>`}
    ${collection !== undefined && html`<button name="action" value="uncollect">${t('collections.remove')}</button>`}
  `
}

/**
 * @returns the number of ticked entries, the checkbox that selects the whole list instead, and the button that unticks all, which
 *   works without scripts
 */
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
            <span id="bulk-whole" data-whole-of="${whole.countOf ?? ''}">
              ${
                whole.isCapped ? t('bulk.wholeCapped', { count: whole.total }) : t('bulk.whole', { count: whole.total })
              }
            </span>
          </label>
        `
      }
      <button type="reset" class="button-icon" id="bulk-clear" title="${t('bulk.clear')}">
        ${icon('x')}
        <span class="unseen">${t('bulk.clear')}</span>
      </button>
    </div>
  `
}

/** @returns the menu with the field for tags, and the buttons that add and remove them */
function tagPart(tags: readonly string[], t: Localization['t']): Html {
  const content = html`
    <label for="bulk-tags">${t('bulk.tags')}</label>
    <input
      id="bulk-tags"
      name="tags"
      list="bulk-known-tags"
      autocomplete="off"
      autocapitalize="none"
      data-controller="tag-suggestions"
      data-create="${t('tags.create', { label: '{label}' })}"
    >
    <datalist id="bulk-known-tags">${tags.map((label) => html`<option value="${label}"></option>`)}</datalist>
    <div class="bulk-choice">
      <button class="button" name="action" value="tag" aria-label="${t('bulk.actions.tag')}">
        ${t('bulk.short.tag')}
      </button>
      <button class="button-quiet" name="action" value="untag" aria-label="${t('bulk.actions.untag')}">
        ${t('bulk.short.untag')}
      </button>
    </div>
  `
  return menu('tags', t('bulk.tagsShort'), content)
}

/** @returns the menu with the collections to which entries can be added, and a field for a new one */
function collectionPart({ frame, collection }: BulkBarView): Html {
  const { t } = frame.words
  const others = (frame.viewer?.collections ?? []).filter(({ id }) => id !== collection)
  const hasOthers = others.length > 0
  const content = html`
    ${hasOthers && collectionField(others, t)}
    <label for="bulk-new-collection">${hasOthers ? t('collections.orNew') : t('collections.newName')}</label>
    <input id="bulk-new-collection" name="name" maxlength="${MAX_NAME}" autocomplete="off" dir="auto">
    <div class="bulk-choice">
      <button class="button" name="action" value="collect" aria-label="${t('collections.add')}">
        ${t('collections.addShort')}
      </button>
    </div>
  `
  return menu('collections', t('collections.title'), content)
}

function collectionField(collections: readonly RailCollection[], t: Localization['t']): Html {
  return html`
    <label for="bulk-collection">${t('collections.choose')}</label>
    <select id="bulk-collection" name="collection">
      <option value=""></option>
      ${collections.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}
    </select>
  `
}
