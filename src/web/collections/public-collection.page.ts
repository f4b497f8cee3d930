import { html, type Html } from '../../kernel/html.ts'
import { siteCover } from '../cards/site-cover.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import { pager } from '../lists/pager.ts'

/** An entry on the public page of a collection. */
export interface PublicEntry {
  readonly title: string
  readonly url: string
  readonly siteName: string
  readonly authors: readonly string[]
  readonly minutes: number
  /** first words of the text; empty if there is none */
  readonly excerpt: string
  /** path of a copy of its picture; absent if there is none, or if the page shows no covers */
  readonly picture?: string
}

interface PublicCollectionView {
  readonly frame: PageFrame
  readonly publicId: string
  readonly name: string
  /** introduction, with line breaks; empty if there is none */
  readonly description: string
  /** name of the person who made the collection; empty if it is not shown */
  readonly curator: string
  readonly entries: readonly PublicEntry[]
  readonly total: number
  /** true if the collection has more entries than `total`, because counting stopped at a limit */
  readonly isCapped?: boolean
  /** number of the page, from 1 */
  readonly page: number
  readonly pages: number
  /** true if search engines may list the page */
  readonly isIndexable: boolean
  /** true if the entries are shown as covers side by side */
  readonly hasCovers: boolean
}

/**
 * @returns the public page of a collection. It shows titles, excerpts and links to the original pages. It does not
 *   show the name of the owner, only the curator whom the owner has entered.
 */
export function publicCollectionPage(view: PublicCollectionView): Html {
  const { frame, publicId, name, entries, total, isCapped, page, pages, isIndexable } = view
  const { description, curator, hasCovers } = view
  const { t } = frame.words
  const href = (number: number) => `/c/${publicId}${number > 1 ? `?page=${number}` : ''}`
  const main = html`
    <article class="reader public-collection">
      <header class="reader-head">
        <h1 dir="auto">${name}</h1>
        <p class="meta">
          ${curator !== '' && html`<span>${t('collections.curatedBy')} <bdi>${curator}</bdi></span>`}
          <span>${t(isCapped ? 'search.countCapped' : 'list.count', { count: total })}</span>
          <span><a href="/c/${publicId}/feed">${t('collections.publicFeed')}</a></span>
        </p>
        ${description !== '' && html`<p class="public-description" dir="auto">${description}</p>`}
      </header>
      <ol class="${hasCovers ? 'public-entries public-covers' : 'public-entries'}">
        ${entries.map((entry, index) => item(entry, frame, hasCovers ? coverOf(entry, index) : null))}
      </ol>
      ${pager({ t, href, page, pages })}
      <footer class="reader-foot"><p class="meta">${t('collections.publicFoot')}</p></footer>
    </article>
  `
  const head = html`
    ${description !== '' && html`<meta name="description" content="${description}">`}
    <link rel="alternate" type="application/atom+xml" href="/c/${publicId}/feed" title="${name}">
  `
  const sheets = hasCovers ? ['lists', 'collections'] : ['collections']
  return layout({ frame, title: name, main, kind: 'reader', isInert: true, isIndexable, sheets, head })
}

function item(
  { title, url, siteName, authors, minutes, excerpt }: PublicEntry,
  { words: { t } }: PageFrame,
  cover: Html | null,
): Html {
  return html`
    <li>
      ${cover}
      <p class="public-title"><a href="${url}" rel="noopener noreferrer nofollow" dir="auto">${title}</a></p>
      ${excerpt !== '' && html`<p class="public-excerpt" dir="auto">${excerpt}</p>`}
      <p class="meta">
        <span><bdi>${siteName}</bdi></span>
        ${authors.length > 0 && html`<span><bdi>${authors.join(', ')}</bdi></span>`}
        ${minutes > 0 && html`<span>${t('card.minutes', { count: minutes })}</span>`}
      </p>
    </li>
  `
}

const coverOf = ({ siteName, picture }: PublicEntry, index: number): Html =>
  siteCover({ id: index, siteName, ...(picture !== undefined && { previewPicture: picture }) })
