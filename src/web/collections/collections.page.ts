import { drawing } from '../layout/drawing.ts'
import { html, type Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import type { RailCollection } from '../layout/viewer.ts'
import { collectionHref } from './collection-href.ts'
import { moveButtons, orderAttributes } from './move-buttons.ts'

interface CollectionsView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** the collections in the user's order. A collection whose entries could not be counted has no count. */
  readonly collections: readonly RailCollection[]
}

/** @returns the page of all collections, with buttons and handles that change their order */
export function collectionsPage(view: CollectionsView): Html {
  const { frame, collections } = view
  const { t } = frame.words
  const title = t('collections.title')
  const main = html`
    <div class="page-head">
      <h1 tabindex="-1">${title}</h1>
      ${collections.length > 0 && html`<p class="meta">${t('collections.count', { count: collections.length })}</p>`}
      <div class="tools">
        <a class="button" href="/collections/new">${icon('folder-plus')}<span>${t('collections.new')}</span></a>
      </div>
    </div>
    <p class="lead">${t('collections.lead')}</p>
    ${
      collections.length === 0
        ? html`
          <section class="empty">
            ${drawing('pages')}
            <h2>${t('collections.empty')}</h2>
            <p>${t('collections.emptyHint')}</p>
          </section>
        `
        : list(view)
    }
  `
  return layout({ frame, title, kind: 'lists', current: 'collections', main, sheets: ['collections'] })
}

function list({ frame, csrfToken, collections }: CollectionsView): Html {
  const { t } = frame.words
  const attributes = orderAttributes(t)
  return html`
    <ol
      class="order-list"
      data-controller="reorder"
      data-reorder-failed-value="${attributes.failed}"
      data-reorder-token-value="${csrfToken}"
    >
      ${collections.map((one) => row(one, { t, csrfToken }))}
    </ol>
  `
}

function row(
  { id, name, icon: drawing, count }: RailCollection,
  { t, csrfToken }: { readonly t: PageFrame['words']['t']; readonly csrfToken: string },
): Html {
  return html`
    <li
      class="order-row"
      id="collection-${id}"
      data-reorder-target="row"
      data-id="${id}"
      data-path="/collections/${id}/move"
    >
      <span class="order-handle" data-reorder-target="handle" aria-hidden="true">${icon('grip-vertical')}</span>
      <a class="order-name" href="${collectionHref(id)}">${icon(drawing)}<span dir="auto">${name}</span></a>
      ${count !== undefined && html`<span class="count">${t('frame.count', { count })}</span>`}
      ${moveButtons({ path: `/collections/${id}/move`, back: '/collections', name, csrfToken, t })}
      <a class="button-icon" href="/collections/${id}/edit" title="${t('collections.edit')}">
        ${icon('pencil')}
        <span class="unseen">${t('collections.edit')}: ${name}</span>
      </a>
    </li>
  `
}
