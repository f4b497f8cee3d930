import type { Collection } from '../../collections/collection.ts'
import { html, type Html } from '../../kernel/html.ts'
import type { EntryCardView } from '../cards/entry-card-view.ts'
import { icon } from '../layout/icon.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'
import { pager } from '../lists/pager.ts'
import { collectionHref } from './collection-href.ts'
import { moveButtons, orderAttributes } from './move-buttons.ts'

interface ArrangeView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly collection: Collection
  /** the hand-picked entries of this page, in the user's order */
  readonly entries: readonly EntryCardView[]
  /** number of the page, from 1 */
  readonly page: number
  readonly pages: number
}

/** @returns the address of a page on which the user arranges hand-picked entries */
function arrangeHref(id: number, page = 1): string {
  return `/collections/${id}/arrange${page > 1 ? `?page=${page}` : ''}`
}

/** @returns the page on which the user arranges the hand-picked entries of a collection */
export function arrangePage({ frame, csrfToken, collection, entries, page, pages }: ArrangeView): Html {
  const { t } = frame.words
  const { id, name } = collection
  const title = t('collections.arrangeTitle', { name })
  const path = (entry: number) => `/collections/${id}/entries/${entry}/move`
  const rows = entries.map(
    ({ id: entry, title: entryTitle, siteName }) =>
      html`
        <li
          class="order-row"
          id="entry-${entry}"
          data-reorder-target="row"
          data-id="${entry}"
          data-path="${path(entry)}"
        >
          <span class="order-handle" data-reorder-target="handle" aria-hidden="true">${icon('grip-vertical')}</span>
          <a class="order-name" href="/view/${entry}?list=collection&amp;id=${id}">
            <span dir="auto">${entryTitle}</span>
          </a>
          <bdi class="meta order-site">${siteName}</bdi>
          ${moveButtons({ path: path(entry), back: arrangeHref(id, page), name: entryTitle, csrfToken, t })}
        </li>
      `,
  )
  const main = html`
    <p class="eyebrow"><a href="${collectionHref(id)}" data-action-name="back">${t('collections.back')}</a></p>
    <h1 tabindex="-1" dir="auto">${title}</h1>
    ${rows.length === 0 ? empty(t) : html`<p class="lead order-lead">${t('collections.arrangeLead')}</p>`}
    <ol
      class="order-list"
      data-controller="reorder"
      data-reorder-failed-value="${orderAttributes(t).failed}"
      data-reorder-token-value="${csrfToken}"
    >
      ${rows}
    </ol>
    ${pager({ t, href: (number) => arrangeHref(id, number), page, pages })}
  `
  return layout({ frame, title, kind: 'lists', currentCollection: id, main, sheets: ['collections'] })
}

function empty(t: Localization['t']): Html {
  return html`
    <section class="empty">
      <h2>${t('collections.emptyPicked')}</h2>
      <p>${t('collections.emptyPickedHint')}</p>
    </section>
  `
}
