import { shownSite } from '../../entries/shown-site.ts'
import { drawing } from '../layout/drawing.ts'
import type { TrashItem } from '../../entries/trash/list-trash.ts'
import { shownTitle } from '../../entries/shown-title.ts'
import { html, type Html } from '../../kernel/html.ts'
import { queryWarnings } from '../forms/query-warnings.ts'
import { ageText } from '../layout/date-text.ts'
import { icon } from '../layout/icon.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import { pager } from '../lists/pager.ts'
import { trashHref } from './trash-href.ts'

interface TrashView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly items: readonly TrashItem[]
  /** number of entries on all pages */
  readonly total: number
  readonly page: number
  readonly pages: number
  /** query of the search; empty if the page shows the whole trash */
  readonly query: string
  /** true if all entries of the page are selected */
  readonly isSelected: boolean
  /** number of days for which deleted entries can be restored */
  readonly days: number
  readonly now: Date
}

/** @returns the page with the deleted entries, each with a button to restore it, and a search for them */
export function trashPage(view: TrashView): Html {
  const { frame, items, total, page, pages, query, days } = view
  const { t } = frame.words
  const title = t('frame.places.trash')
  const isEmpty = total === 0 && query === ''
  const main = html`
    <div class="page-head">
      <h1 tabindex="-1">${title}</h1>
      ${total > 0 && html`<p class="meta">${t('list.count', { count: total })}</p>`}
    </div>
    <p class="lead">${t('trash.lead', { days })}</p>
    ${
      isEmpty
        ? html`<section class="empty">
            ${drawing('vanished')}
            <h2>${t('trash.empty')}</h2>
            <p>${t('trash.emptyHint')}</p>
          </section>`
        : html`
          ${searchForm(view)}
          ${queryWarnings(query, t)}
          ${items.length === 0 ? html`<p role="status">${t('trash.nothing')}</p>` : listForm(view)}
          ${pager({ t, href: (number) => trashHref({ query, page: number }), page, pages })}
          ${query === '' && html`<p class="trash-all"><a href="/trash/delete?entries=all">${t('trash.deleteAll')}</a></p>`}
        `
    }
  `
  return layout({ frame, title, kind: 'lists', current: 'trash', main, sheets: ['tags', 'history', 'trash'] })
}

function searchForm({ frame, query }: TrashView): Html {
  const { t } = frame.words
  return html`
    <form class="tag-filter" action="/trash" method="get">
      <label class="unseen" for="trash-search">${t('trash.search')}</label>
      <span class="add-field">
        ${icon('search')}
        <input
          id="trash-search"
          name="q"
          type="search"
          value="${query}"
          placeholder="${t('trash.search')}"
          autocomplete="off"
          autocapitalize="none"
          aria-describedby="trash-search-hint"
          data-action-name="search"
        >
      </span>
      <button class="button">${t('search.submit')}</button>
      ${query !== '' && html`<a href="/trash">${t('filter.clear')}</a>`}
    </form>
    <p class="field-hint" id="trash-search-hint">${t('trash.searchHint')}</p>
  `
}

function listForm(view: TrashView): Html {
  const { frame, csrfToken, items, query, page, isSelected } = view
  const { t } = frame.words
  return html`
    <form action="/trash" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <input type="hidden" name="back" value="${trashHref({ query, page })}" />
      <div class="trash-actions">
        <a href="${trashHref({ query, page, isSelected: !isSelected })}">
          ${t(isSelected ? 'trash.selectNone' : 'trash.selectAll')}
        </a>
        <button class="button-quiet" name="action" value="restore">
          ${icon('archive-restore')}<span>${t('trash.restoreSelected')}</span>
        </button>
        <button class="button-quiet button-danger" name="action" value="delete">
          ${icon('trash-2')}<span>${t('trash.deleteSelected')}</span>
        </button>
      </div>
      <ul class="history trash-list">${items.map((item) => row(view, item))}</ul>
    </form>
  `
}

function row({ frame: { words }, isSelected, now }: TrashView, { id, entry, tags, deletedAt }: TrashItem): Html {
  const { t } = words
  const title = shownTitle(entry)
  const at = new Date(deletedAt)
  return html`
    <li class="history-item">
      <label class="trash-entry">
        <input type="checkbox" name="entries[]" value="${id}" ?checked="${isSelected}" />
        <span>
          <span class="trash-title"><bdi>${title}</bdi></span>
          <span class="meta">
            ${entry.domainName !== null && html`<span><bdi>${shownSite(entry.domainName)}</bdi></span>`}
            <span>${t('trash.deletedAt')} ${ageText(at, now.getTime() - at.getTime(), words)}</span>
            ${tags.length > 0 && html`<span><bdi>${tags.join(', ')}</bdi></span>`}
          </span>
        </span>
      </label>
      <button name="entry" value="${id}">
        ${t('trash.restore')}<span class="unseen">: ${title}</span>
      </button>
    </li>
  `
}

interface ConfirmView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** ids of the selected entries; `all` for the whole trash */
  readonly selected: readonly number[] | 'all'
  /** number of selected entries */
  readonly count: number
}

/** @returns the page that asks whether to delete the selected entries forever */
export function confirmDeletionPage({ frame, csrfToken, selected, count }: ConfirmView): Html {
  const { t } = frame.words
  const title = t('trash.confirm.title', { count })
  const main = html`
    <p class="eyebrow"><a href="/trash" data-action-name="back">${t('frame.places.trash')}</a></p>
    <h1 tabindex="-1">${title}</h1>
    <p class="lead">${t('trash.confirm.lead')}</p>
    <form action="/trash/delete" method="post" class="form">
      <input type="hidden" name="token" value="${csrfToken}" />
      ${(selected === 'all' ? ['all'] : selected).map(
        (id) => html`<input type="hidden" name="entries[]" value="${id}" />`,
      )}
      <div class="form-buttons">
        <button class="button is-danger">${t('trash.deleteForever')}</button>
        <a href="/trash">${t('reader.cancel')}</a>
      </div>
    </form>
  `
  return layout({ frame, title, kind: 'lists', current: 'trash', main, sheets: [] })
}
