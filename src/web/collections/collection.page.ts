import { drawing } from '../layout/drawing.ts'
import { layoutSheets, type CardLayout } from '../cards/card-layout.ts'
import { effectiveSort, type Collection } from '../../collections/collection.ts'
import { html, type Child, type Html } from '../../kernel/html.ts'
import { parseQuery } from '../../query/parse-query.ts'
import type { EntryCardView } from '../cards/entry-card-view.ts'
import { queryWarnings } from '../forms/query-warnings.ts'
import { icon } from '../layout/icon.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import { bulkBar } from '../lists/bulk-bar.ts'
import { cardsFrame } from '../lists/cards-frame.ts'
import { copyableText } from '../layout/copyable-text.ts'
import { cardList } from '../lists/card-list.ts'
import { queryOrderName } from '../search/explain-query.ts'
import { collectionHref } from './collection-href.ts'

export interface CollectionView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly collection: Collection
  readonly entries: readonly EntryCardView[]
  readonly total: number
  /** true if the collection has more entries than `total`, because counting stopped at a limit */
  readonly isCapped?: boolean
  /** number of the page, from 1 */
  readonly page: number
  readonly pages: number
  readonly layout: CardLayout
  /** labels of the owner's tags, for suggestions */
  readonly tags: readonly string[]
  /** number of entries that the collection's query cannot find yet, because they are not in the search index */
  readonly unindexed: number
  /** paths of the collection's feeds, by format; undefined if the owner has no feed token */
  readonly feeds: Readonly<Record<'atom' | 'json', string>> | undefined
  /** address of the public page; undefined if there is none, or if the operator does not allow public pages */
  readonly publicUrl: string | undefined
  /** true if the operator allows public pages */
  readonly isSharing: boolean
}

/** @returns the page of a collection, with its entries as cards */
export function collectionPage(view: CollectionView): Html {
  const { frame, collection, csrfToken, total, isCapped = false, entries, page } = view
  const { t } = frame.words
  const { id, name } = collection
  const main = html`
    <div class="page-head">
      <h1 tabindex="-1" dir="auto">${name}</h1>
      ${
        total > 0 &&
        html`<p class="meta" id="list-count">${t(isCapped ? 'search.countCapped' : 'list.count', { count: total })}</p>`
      }
      ${total > 1 && html`<p class="meta list-order">${orderName(view)}</p>`}
      ${tools(view)}
    </div>
    ${queryLine(view)}
    ${publicLine(view)}
    ${unindexedLine(view)}
    ${cardList({
      t,
      csrfToken,
      viewer: frame.viewer,
      back: collectionHref(id, page),
      isEndless: true,
      content: html`
        ${
          entries.length > 0 &&
          bulkBar({
            frame,
            csrfToken,
            back: collectionHref(id, page),
            tags: view.tags,
            whole: { list: `collection-${id}`, total, isCapped },
            ...(collection.hasPicked && { collection: id }),
          })
        }
        ${entries.length === 0 ? emptyContent(view) : collectionFrame(view)}
      `,
    })}
  `
  const sheets = ['collections', ...(view.publicUrl === undefined ? [] : ['settings']), ...layoutSheets(view.layout)]
  return layout({ frame, title: name, kind: 'lists', currentCollection: id, main, sheets })
}

/** @returns the Turbo frame that contains one page of a collection's cards */
export function collectionFrame({ frame: { words }, collection: { id }, ...view }: CollectionView): Html {
  return cardsFrame({ ...view, words, href: (page) => collectionHref(id, page) })
}

function orderName({ frame: { words }, collection }: CollectionView): string {
  const { t } = words
  const sort = effectiveSort(collection)
  const own = sort === 'manual' ? t('collections.sorts.manual') : t(`filter.sorts.${sort}`)
  return queryOrderName(parseQuery(collection.query), t) ?? own
}

function queryLine({ frame: { words }, collection: { query } }: CollectionView): Child {
  if (query === '') return null
  return html`
    <p class="meta collection-query">
      <span>
        ${words.t('collections.matches')}${' '}
        <a href="/search?${new URLSearchParams({ q: query, sort: 'created' }).toString()}">
          <code dir="ltr">${query}</code>
        </a>
      </span>
    </p>
    ${queryWarnings(query, words.t)}
  `
}

function publicLine({ frame: { words }, publicUrl }: CollectionView): Child {
  if (publicUrl === undefined) return null
  return html`
    <p class="collection-link">
      <a href="${publicUrl}" data-turbo="false">${words.t('collections.publicLink')}</a>
      ${copyableText(publicUrl, words.t)}
    </p>
  `
}

function unindexedLine({ frame: { words }, unindexed }: CollectionView): Child {
  return unindexed > 0 && html`<p class="meta" role="status">${words.t('search.waiting', { count: unindexed })}</p>`
}

function emptyContent({ frame: { words }, collection: { query } }: CollectionView): Html {
  const { t } = words
  const text =
    query === ''
      ? html`<h2>${t('collections.emptyPicked')}</h2><p>${t('collections.emptyPickedHint')}</p>`
      : html`<h2>${t('collections.emptySmart')}</h2>`
  return html`<ul class="cards" id="cards"></ul><section class="empty" id="empty">${drawing('pages')}${text}</section>`
}

function tools(view: CollectionView): Html {
  const { frame, collection, total } = view
  const { t } = frame.words
  const { id, hasPicked } = collection
  return html`
    <div class="tools">
      ${
        hasPicked &&
        html`
          <a class="button-icon" href="/collections/${id}/arrange" title="${t('collections.arrange')}">
            ${icon('arrow-down-up')}
            <span class="unseen">${t('collections.arrange')}</span>
          </a>
        `
      }
      <a class="button-icon" href="/collections/${id}/edit" title="${t('collections.edit')}">
        ${icon('pencil')}
        <span class="unseen">${t('collections.edit')}</span>
      </a>
      <details class="menu">
        <summary class="button-icon" title="${t('collections.download')}">
          ${icon('ellipsis')}
          <span class="unseen">${t('collections.download')}</span>
        </summary>
        <ul>
          ${
            total > 0 &&
            (['epub', 'pdf'] as const).map(
              (format) => html`
                <li>
                  <a href="/export/collection.${format}?id=${id}" data-turbo="false" download>
                    ${icon('download')}
                    <span>${t(`export.formats.${format}`)}</span>
                  </a>
                </li>
              `,
            )
          }
          ${feedItems(view)}
          ${publicItem(view)}
        </ul>
      </details>
    </div>
  `
}

/** @returns the link to the public page, or to the form that creates one */
function publicItem({ frame: { words }, collection: { id, publicId }, publicUrl, isSharing }: CollectionView): Child {
  const { t } = words
  if (!isSharing) return null
  if (publicUrl === undefined) {
    return html`
      <li>
        <a href="/collections/${id}/edit#public-page">${icon('share-2')}<span>${t('collections.public')}</span></a>
      </li>
    `
  }
  return html`
    <li><a href="/c/${publicId}" data-turbo="false">${icon('link')}<span>${t('collections.publicLink')}</span></a></li>
  `
}

function feedItems({ frame: { words }, feeds }: CollectionView): Child {
  const { t } = words
  if (!feeds) return html`<li><a href="/config/feeds">${icon('rss')}<span>${t('collections.feeds')}</span></a></li>`
  return html`
    <li>
      <a href="${feeds.atom}" data-turbo="false">${icon('rss')}<span>${t('collections.feedFormats.atom')}</span></a>
    </li>
    <li>
      <a href="${feeds.json}" data-turbo="false">${icon('rss')}<span>${t('collections.feedFormats.json')}</span></a>
    </li>
  `
}
