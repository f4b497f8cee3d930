import { html, type Html } from '../../kernel/html.ts'
import { querySuggestions } from '../forms/query-suggestions.ts'
import { icon } from './icon.ts'
import { phoneMenuCollections, railCollections } from './rail-collections.ts'
import type { Viewer } from './viewer.ts'
import type { Localization } from './localization.ts'
import type { RailPage } from './list-name.ts'

interface RailLink {
  readonly page: RailPage
  readonly href: string
  readonly icon: string
}

/** The links that phones show in a bar at the bottom. Phones show all other links in a menu. */
const PHONE_BAR_LINKS: readonly RailLink[] = [
  { page: 'unread', href: '/unread/list', icon: 'inbox' },
  { page: 'reading', href: '/reading/list', icon: 'book-open' },
  { page: 'starred', href: '/starred/list', icon: 'star' },
  { page: 'archive', href: '/archive/list', icon: 'archive' },
  { page: 'search', href: '/search', icon: 'search' },
]

const PHONE_MENU_LINKS: readonly RailLink[] = [
  { page: 'tags', href: '/tag/list', icon: 'hash' },
  { page: 'collections', href: '/collections', icon: 'folders' },
  { page: 'minutes', href: '/minutes', icon: 'timer' },
  { page: 'all', href: '/all/list', icon: 'library' },
  { page: 'annotations', href: '/annotations', icon: 'highlighter' },
  { page: 'review', href: '/review', icon: 'repeat' },
]

const ACCOUNT_LINKS: readonly RailLink[] = [
  { page: 'trash', href: '/trash', icon: 'trash-2' },
  { page: 'imports', href: '/import/', icon: 'download' },
  { page: 'config', href: '/config', icon: 'settings' },
  { page: 'clients', href: '/connect', icon: 'smartphone' },
]

export const ADMIN_LINK: RailLink = { page: 'admin', href: '/admin', icon: 'shield' }

const RAIL_ORDER = [
  'unread',
  'reading',
  'minutes',
  'starred',
  'archive',
  'all',
  'tags',
  'annotations',
  'review',
  'collections',
  'search',
]

const inRailOrder = (links: readonly RailLink[]): RailLink[] =>
  links.toSorted((one, other) => RAIL_ORDER.indexOf(one.page) - RAIL_ORDER.indexOf(other.page))

/** The lists and similar pages of the navigation rail, in its order, and the page of deleted entries. */
export const LIST_LINKS: readonly RailLink[] = [
  ...inRailOrder([...PHONE_BAR_LINKS, ...PHONE_MENU_LINKS]).filter(({ page }) => page !== 'search'),
  ...ACCOUNT_LINKS.filter(({ page }) => page === 'trash'),
]

/** The link that is highlighted, because it leads to the current page. */
interface RailState {
  readonly current?: RailPage | undefined
  /** id of the collection that the page shows */
  readonly currentCollection?: number | undefined
}

/**
 * @returns the content of the navigation rail below the product name: search, lists with their numbers of entries, and
 *   the account menu
 */
export function rail(viewer: Viewer, { current, currentCollection }: RailState, t: Localization['t']): Html {
  const link = (one: RailLink) =>
    railLink(one, { t, isCurrent: one.page === current, count: viewer.counts?.[one.page] })
  const wide = inRailOrder([...PHONE_BAR_LINKS, ...PHONE_MENU_LINKS])
  const account = viewer.isAdmin ? [...ACCOUNT_LINKS, ADMIN_LINK] : ACCOUNT_LINKS
  return html`
    <form class="rail-search" action="/search" role="search">
      ${icon('search')}
      <label class="unseen" for="rail-search">${t('frame.search')}</label>
      ${querySuggestions(
        html`
          <input
            id="rail-search"
            name="q"
            type="search"
            placeholder="${t('frame.search')}"
            autocomplete="off"
            autocapitalize="none"
            spellcheck="false"
            data-action-name="search"
            data-query-completion-target="field"
          >
        `,
        'rail-suggestions',
        t,
      )}
    </form>
    <nav class="lists-nav" aria-label="${t('frame.lists')}">
      <ul>
        ${wide.map(
          (one) => html`
            <li
              class="${PHONE_BAR_LINKS.includes(one) ? '' : 'wide-only'} ${one.page === 'search' ? 'narrow-only' : ''}"
            >
              ${link(one)}
            </li>
          `,
        )}
      </ul>
    </nav>
    ${railCollections(viewer.collections ?? [], currentCollection, t)}
    <nav class="account-nav" aria-label="${t('frame.account')}">
      <details class="menu">
        <summary>${icon('menu')}<span class="account-name" dir="auto">${viewer.username}</span></summary>
        <ul>
          ${PHONE_MENU_LINKS.map((one) => html`<li class="narrow-only">${link(one)}</li>`)}
          ${phoneMenuCollections(viewer.collections ?? [], currentCollection)}
          ${account.map((one) => html`<li>${link(one)}</li>`)}
          <li class="wide-only"><a href="/help/keys">${icon('keyboard')}<span>${t('keys.title')}</span></a></li>
          <li><a href="/logout">${icon('log-out')}<span>${t('frame.signOut')}</span></a></li>
        </ul>
      </details>
    </nav>
  `
}

interface LinkState {
  readonly t: Localization['t']
  readonly isCurrent: boolean
  readonly count: number | undefined
}

function railLink({ page, href, icon: name }: RailLink, { t, isCurrent, count }: LinkState): Html {
  const label = html`
    ${icon(name)}
    <span>${t(`frame.places.${page}`)}</span>
    ${count !== undefined && html`<span class="count" data-count="${page}">${t('frame.count', { count })}</span>`}
  `
  return isCurrent ? html`<a href="${href}" aria-current="page">${label}</a>` : html`<a href="${href}">${label}</a>`
}
