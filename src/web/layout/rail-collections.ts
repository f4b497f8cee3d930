import { html, type Child, type Html } from '../../kernel/html.ts'
import { icon } from './icon.ts'
import type { RailCollection } from './viewer.ts'
import type { Localization } from './localization.ts'

/** Maximum number of collections in the navigation rail. The page of collections lists all of them. */
const MAX_COLLECTIONS = 30

/** @returns the collections in the navigation rail: those that the user has pinned */
export function pinnedCollections<One extends Pick<RailCollection, 'isPinned'>>(all: readonly One[]): readonly One[] {
  return all.filter(({ isPinned }) => isPinned).slice(0, MAX_COLLECTIONS)
}

/**
 * @param current id of the collection that the page shows
 * @returns the links to the pinned collections, with their numbers of entries. If a number is missing, the browser
 *   requests the links again. That separate request counts the entries.
 */
export function railCollections(
  collections: readonly RailCollection[],
  current: number | undefined,
  t: Localization['t'],
): Child {
  const pinned = pinnedCollections(collections)
  if (pinned.length === 0) return null
  const isCounted = pinned.every(({ count }) => count !== undefined)
  const links = railCollectionLinks(pinned, current, t)
  const query = current === undefined ? '' : `?current=${current}`
  const frame = isCounted
    ? html`<turbo-frame id="rail-collections" target="_top">${links}</turbo-frame>`
    : html`
      <turbo-frame id="rail-collections" src="/collections/rail${query}" loading="lazy" target="_top">
        ${links}
      </turbo-frame>
    `
  return html`<nav class="collections-nav wide-only" aria-label="${t('frame.collections')}">${frame}</nav>`
}

/** @returns the links to the pinned collections, without the Turbo frame around them */
export function railCollectionLinks(
  collections: readonly RailCollection[],
  current: number | undefined,
  t: Localization['t'],
): Html {
  return html`<ul>${collections.map((one) => html`<li>${link(one, one.id === current, t)}</li>`)}</ul>`
}

/**
 * @param current id of the collection that the page shows
 * @returns the items of the menu on phones, which have no room for the navigation rail: the pinned collections, without
 *   their numbers of entries
 */
export function phoneMenuCollections(collections: readonly RailCollection[], current: number | undefined): Html[] {
  return pinnedCollections(collections).map(({ id, name, icon: drawing }) => {
    const label = html`${icon(drawing)}<span class="collection-name" dir="auto">${name}</span>`
    return html`<li class="narrow-only">${anchor(id, label, id === current)}</li>`
  })
}

function link({ id, name, icon: drawing, count }: RailCollection, isCurrent: boolean, t: Localization['t']): Html {
  const label = html`
    ${icon(drawing)}
    <span class="collection-name" dir="auto">${name}</span>
    ${count !== undefined && html`<span class="count">${t('frame.count', { count })}</span>`}
  `
  return anchor(id, label, isCurrent)
}

function anchor(id: RailCollection['id'], label: Html, isCurrent: boolean): Html {
  return isCurrent
    ? html`<a href="/collections/${id}" aria-current="page">${label}</a>`
    : html`<a href="/collections/${id}">${label}</a>`
}
