import { html, type Html } from '../../kernel/html.ts'
import { querySuggestions } from '../forms/query-suggestions.ts'
import { icon } from './icon.ts'
import { railCollections } from './rail-collections.ts'
import type { Viewer } from './viewer.ts'
import type { Localization } from './localization.ts'
import type { RailPlace } from './list-name.ts'

interface RailLink {
  readonly place: RailPlace
  readonly href: string
  readonly icon: string
}

/** The links that phones show in a bar at the bottom. Phones show all other links in a menu. */
const LISTS: readonly RailLink[] = [
  { place: 'unread', href: '/unread/list', icon: 'inbox' },
  { place: 'reading', href: '/reading/list', icon: 'book-open' },
  { place: 'starred', href: '/starred/list', icon: 'star' },
  { place: 'archive', href: '/archive/list', icon: 'archive' },
  { place: 'search', href: '/search', icon: 'search' },
]

const MORE: readonly RailLink[] = [
  { place: 'tags', href: '/tag/list', icon: 'hash' },
  { place: 'collections', href: '/collections', icon: 'folders' },
  { place: 'minutes', href: '/minutes', icon: 'timer' },
  { place: 'all', href: '/all/list', icon: 'library' },
  { place: 'annotations', href: '/annotations', icon: 'highlighter' },
]

const ACCOUNT: readonly RailLink[] = [
  { place: 'imports', href: '/import/', icon: 'download' },
  { place: 'config', href: '/config', icon: 'settings' },
  { place: 'clients', href: '/developer', icon: 'smartphone' },
]

const ADMIN: RailLink = { place: 'admin', href: '/admin', icon: 'shield' }

const WIDE = [
  'unread',
  'reading',
  'minutes',
  'starred',
  'archive',
  'all',
  'tags',
  'annotations',
  'collections',
  'search',
]

/** The link that is highlighted, because it leads to the current page. */
export interface RailState {
  readonly current?: RailPlace | undefined
  /** id of the collection that the page shows */
  readonly currentCollection?: number | undefined
}

/**
 * @returns the content of the navigation rail below the product name: search, lists with their numbers of entries, and
 *   the account menu
 */
export function rail(viewer: Viewer, { current, currentCollection }: RailState, t: Localization['t']): Html {
  const link = (one: RailLink) =>
    railLink(one, { t, isCurrent: one.place === current, count: viewer.counts?.[one.place] })
  const wide = [...LISTS, ...MORE].toSorted((one, other) => WIDE.indexOf(one.place) - WIDE.indexOf(other.place))
  const account = viewer.isAdmin ? [...ACCOUNT, ADMIN] : ACCOUNT
  return html`<form class="rail-search" action="/search" role="search">
${icon('search')}<label class="unseen" for="rail-search">${t('frame.search')}</label>
${querySuggestions(html`<input id="rail-search" name="q" type="search" placeholder="${t('frame.search')}" autocomplete="off" autocapitalize="none" spellcheck="false" data-action-name="search" data-query-completion-target="field">`, 'rail-suggestions', t)}
</form>
<nav class="lists-nav" aria-label="${t('frame.lists')}"><ul>
${wide.map((one) => html`<li class="${LISTS.includes(one) ? '' : 'wide-only'} ${one.place === 'search' ? 'narrow-only' : ''}">${link(one)}</li>\n`)}</ul></nav>
${railCollections(viewer.collections ?? [], currentCollection, t)}
<nav class="account-nav" aria-label="${t('frame.account')}"><details class="menu">
<summary>${icon('menu')}<span class="account-name" dir="auto">${viewer.username}</span></summary>
<ul>
${MORE.map((one) => html`<li class="narrow-only">${link(one)}</li>\n`)}${account.map((one) => html`<li>${link(one)}</li>\n`)}<li class="wide-only"><a href="/help/keys">${icon('keyboard')}<span>${t('keys.title')}</span></a></li>
<li><a href="/logout">${icon('log-out')}<span>${t('frame.signOut')}</span></a></li>
</ul></details></nav>`
}

interface LinkState {
  readonly t: Localization['t']
  readonly isCurrent: boolean
  readonly count: number | undefined
}

function railLink({ place, href, icon: name }: RailLink, { t, isCurrent, count }: LinkState): Html {
  const label = html`${icon(name)}<span>${t(`frame.places.${place}`)}</span>${count !== undefined && html`<span class="count" data-count="${place}">${t('frame.count', { count })}</span>`}`
  return isCurrent ? html`<a href="${href}" aria-current="page">${label}</a>` : html`<a href="${href}">${label}</a>`
}
