import { drawing } from '../layout/drawing.ts'
import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import type { CountedTag } from '../../tags/list-tags.ts'
import { icon } from '../layout/icon.ts'
import { layout } from '../layout/layout.ts'
import type { PageFrame } from '../layout/layout.ts'
import { rowFilterForm } from '../layout/row-filter-form.ts'
import { listHref } from '../lists/list-query.ts'
import { pager } from '../lists/pager.ts'

export interface TagsView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly tags: readonly CountedTag[]
  /** words of the filter: the page shows only tags whose labels contain all of them; empty to show all tags */
  readonly filter: string
  /** number of the page, from 1. If it is higher than the last page, the last page is shown. */
  readonly page: number
  /** a tag whose new label was refused: its id, the refused label, and the error message */
  readonly refused?: { readonly id: number; readonly label: string; readonly error: string }
}

/** Up to this number of tags, the page has no filter field. */
const MAX_UNFILTERED = 5

/** Maximum number of tags on a page. The row of a tag contains forms and takes about 2 kB. */
const PER_PAGE = 1000

/**
 * @returns the page that lists all tags in natural order (2 before 10). Each has its number of entries, and forms that
 *   rename, merge and delete it.
 */
export function tagsPage(view: TagsView): Html {
  const { frame, tags } = view
  const { t } = frame.words
  const title = t('tagList.title')
  const main = html`
    <div class="page-head">
      <h1>${title}</h1>
      ${tags.length > 0 && html`<p class="meta">${t('tagList.count', { count: tags.length })}</p>`}
    </div>
    ${
      tags.length === 0
        ? html`
          <section class="empty">
            ${drawing('tag')}
            <h2>${t('tagList.empty')}</h2>
            <p>${t('tagList.emptyHint')}</p>
          </section>
        `
        : tagTable(view)
    }
    <p class="meta tag-untagged"><a href="${listHref('all', { has: 'untagged' })}">${t('tagList.untagged')}</a></p>
  `
  return layout({ frame, title, kind: 'lists', current: 'tags', main, sheets: ['tags'] })
}

function tagTable(view: TagsView): Html {
  const { frame, tags, filter } = view
  const { t, language } = frame.words
  const order = new Intl.Collator(language, { numeric: true })
  const sorted = matching(tags, filter).toSorted((one, other) => order.compare(one.label, other.label))
  const pages = Math.ceil(sorted.length / PER_PAGE)
  const refusedAt = sorted.findIndex(({ id }) => id === view.refused?.id)
  const page = refusedAt === -1 ? Math.max(1, Math.min(view.page, pages)) : Math.floor(refusedAt / PER_PAGE) + 1
  const shown = sorted.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  return html`
    <p class="lead">${t('tagList.lead')}</p>
    <div data-controller="row-filter">
      ${tags.length > MAX_UNFILTERED && filterForm(view)}
      <ul class="tag-list" id="tag-list">${shown.map((tag) => tagRow(view, tag))}</ul>
      <p class="meta" data-row-filter-target="none" role="status" ?hidden="${sorted.length > 0}">
        ${t('tagList.nothing')}
      </p>
    </div>
    ${pager({
      t,
      href: (number) =>
        `/tag/list?${new URLSearchParams({ ...(filter !== '' && { q: filter }), page: String(number) }).toString()}`,
      page,
      pages,
      isByName: true,
    })}
    <datalist id="known-tags">
      ${tags.slice(0, 500).map(({ label }) => html`<option value="${label}"></option>`)}
    </datalist>
  `
}

/** @returns the tags whose labels contain all words of the filter, in any letter case */
function matching(tags: readonly CountedTag[], filter: string): readonly CountedTag[] {
  const words = filter.toLocaleLowerCase().split(/\s+/)
  return tags.filter(({ label }) => words.every((word) => label.toLocaleLowerCase().includes(word)))
}

/**
 * @returns the form for the filter. If the page shows all tags, a script filters them while the user types. Otherwise
 *   the server does.
 */
function filterForm({ frame, tags, filter }: TagsView): Html {
  const { t } = frame.words
  const hasAll = filter === '' && tags.length <= PER_PAGE
  return rowFilterForm({ t, path: '/tag/list', id: 'tag-filter', label: t('tagList.filter'), filter, hasAll })
}

function tagRow({ frame, csrfToken, refused }: TagsView, { id, label, entries }: CountedTag): Html {
  const { t } = frame.words
  const error = refused?.id === id ? refused : undefined
  return html`
    <li class="tag-row" id="tag-${id}" data-row-filter-target="row" data-name="${label}">
      <a class="tag-name" href="${listHref('all', { tag: label })}"><bdi>${label}</bdi></a>
      <span class="count">${t('frame.count', { count: entries })}</span>
      ${renameForm({
        id,
        label,
        csrfToken,
        open: error !== undefined,
        text: error?.label ?? label,
        error: error?.error,
        t,
      })}
      <form action="/tag/delete/${id}" method="post">
        <input type="hidden" name="token" value="${csrfToken}" />
        <button class="button-icon" title="${t('action.delete')}">
          ${icon('trash-2')}
          <span class="unseen">${t('action.delete')}: ${label}</span>
        </button>
      </form>
    </li>
  `
}

interface RenameForm {
  readonly id: number
  readonly label: string
  readonly csrfToken: string
  readonly open: boolean
  readonly text: string
  readonly error: string | undefined
  readonly t: PageFrame['words']['t']
}

function renameForm({ id, label, csrfToken, open, text, error, t }: RenameForm): Child {
  return html`
    <details ?open="${open}">
      <summary class="button-icon" title="${t('tagList.rename')}">
        ${icon('pencil')}
        <span class="unseen">${t('tagList.rename')}: ${label}</span>
      </summary>
      <form class="tag-form" action="/tag/rename/${id}" method="post">
        <input type="hidden" name="token" value="${csrfToken}" />
        <label class="unseen" for="tag-${id}-label">${t('tagList.newName')}</label>
        <input
          id="tag-${id}-label"
          name="label"
          value="${text}"
          list="known-tags"
          maxlength="250"
          autocomplete="off"
          autocapitalize="none"
          required
          aria-invalid="${error ? 'true' : 'false'}"
          aria-describedby="${error ? `tag-${id}-error` : ''}"
        >
        <button class="button">${t('tagList.rename')}</button>
        ${error && html`<p class="field-error" id="tag-${id}-error" role="alert">${error}</p>`}
      </form>
    </details>
  `
}
