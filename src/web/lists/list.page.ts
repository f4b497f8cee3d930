import { html, type Html } from '../../kernel/html.ts'
import { addEntryForm } from './add-entry-form.ts'
import { bulkBar } from './bulk-bar.ts'
import { emptyList } from './empty-list.ts'
import { cardsClass, layoutSheets } from '../cards/card-layout.ts'
import { cardsFrame } from './cards-frame.ts'
import { layout } from '../layout/layout.ts'
import { cardList } from './card-list.ts'
import { listMenu } from './list-menu.ts'
import { listFilters } from './list-filters.ts'
import { isFiltered, listHref } from './list-query.ts'
import { bookmarkletForm } from '../saving/bookmarklet-form.ts'
import type { ListView } from './list-view.ts'

/**
 * @returns the page of a list: the form for new addresses above a column of cards. While the list is empty, CSS hides
 *   the count, the filters and the actions on many entries. They appear together with the first new card.
 */
export function listPage(view: ListView): Html {
  const { frame, list, query, total, isCapped = false, csrfToken, bookmark } = view
  const { shared, isRefused, ...add } = view.add
  const { t } = frame.words
  const title = t(`list.titles.${list}`)
  const back = listHref(list, query, view.page)
  const main = html`
    ${addEntryForm({
      t,
      csrfToken,
      username: frame.viewer?.username ?? '',
      list,
      ...add,
      hasFocus: shared !== undefined,
    })}
    ${shared && bookmarkletForm({ t, csrfToken, bookmark, shared, isRefused })}
    ${heading(view, title)}
    ${listFilters(view)}
    ${cardList({
      t,
      csrfToken,
      viewer: frame.viewer,
      back,
      isEndless: true,
      content: html`
        ${bulkBar({
          frame,
          csrfToken,
          back,
          tags: view.tags,
          ...(total > 0 && { whole: { list, total, isCapped, ...(!isFiltered(query) && { countOf: list }) } }),
        })}
        ${view.entries.length === 0 ? emptyContent(view) : listFrame(view)}
      `,
    })}
  `
  const sheets = [...(shared || total === 0 ? ['saving'] : []), ...layoutSheets(view.layout)]
  return layout({ frame, title, kind: 'lists', current: list, main, sheets })
}

/** @returns the title of a list and the number of its entries */
function heading(view: ListView, title: string): Html {
  const { frame, list, query, total, isCapped } = view
  const { t } = frame.words
  return html`
    <div class="page-head">
      <h1 tabindex="-1">${title}</h1>
      <p class="meta list-count" id="list-count" data-count-of="${isFiltered(query) ? '' : list}">
        ${t(isCapped ? 'search.countCapped' : 'list.count', { count: total })}
      </p>
      <div class="tools">
        ${listMenu({
          t,
          list,
          back: listHref(list, query),
          csrfToken: view.csrfToken,
          layout: view.layout,
          canShuffle: total > 1,
        })}
      </div>
    </div>
  `
}

/** @returns the content of an empty list: a text, and the element into which a script inserts new cards */
function emptyContent(view: ListView): Html {
  return html`<ul class="${cardsClass(view.layout)}" id="cards"></ul>${emptyList(view)}`
}

/** @returns the Turbo frame with one page of the list's cards */
export function listFrame({ frame: { words }, list, query, ...view }: ListView): Html {
  return cardsFrame({ ...view, words, href: (page) => listHref(list, query, page) })
}
