import { html, type Child, type Html } from '../../kernel/html.ts'
import { cardsClass, type CardLayout } from '../cards/card-layout.ts'
import { entryCard } from '../cards/entry-card.ts'
import type { EntryCardView } from '../cards/entry-card-view.ts'
import type { Localization } from '../layout/localization.ts'
import { pager } from './pager.ts'

/** Maximum number of cards on one page of a list. */
export const PER_PAGE = 30

interface CardsFrameView {
  readonly words: Localization
  readonly csrfToken: string
  readonly entries: readonly EntryCardView[]
  readonly layout: CardLayout
  /** number of the page, from 1 */
  readonly page: number
  readonly pages: number
  /** returns the address of a page */
  readonly href: (page: number) => string
}

/**
 * @returns one page of cards, followed by a Turbo frame for the next page. When the frame scrolls into view, the
 *   browser fetches the next page and inserts the frame with the same id from the response. `data-above` is the number
 *   of cards on the pages before this one.
 */
export function cardsFrame(view: CardsFrameView): Html {
  const { words, entries, csrfToken, href, page, layout } = view
  const context = { words, csrfToken, back: href(page) }
  return html`
    <turbo-frame id="page-${page}" target="_top" data-above="${(page - 1) * PER_PAGE}">
      <ul class="${cardsClass(layout)}" id="${page === 1 ? 'cards' : `cards-${page}`}">
        ${entries.map((entry) => entryCard(entry, context))}
      </ul>
      ${nextFrame(view)}
    </turbo-frame>
  `
}

function nextFrame({ href, page, pages, words }: CardsFrameView): Child {
  if (page > pages) return null
  const links = pager({ t: words.t, href, page, pages })
  if (page >= pages) return links
  return html`
    <turbo-frame id="page-${page + 1}" src="${href(page + 1)}" loading="lazy" refresh="morph" target="_top">
      ${links}
    </turbo-frame>
  `
}
