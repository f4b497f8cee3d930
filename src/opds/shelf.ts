import { collectionById } from '../collections/collection-by-id.ts'
import type { ListCollections } from '../collections/list-collections.ts'
import type { Database } from '../db/database.ts'
import { collectionFilter } from '../entries/listing/collection-filter.ts'
import type { EntryFilter } from '../entries/listing/entry-filter.ts'
import { isComplete, type ListOwner } from '../entries/listing/list-entries.ts'
import { notFound } from '../kernel/errors.ts'
import type { Search } from '../search/search-entries.ts'
import { selectionConditions, type SelectionDeps } from '../subscriptions/selection.ts'
import { findLabel } from '../tags/list-labels.ts'
import type { CatalogLabels } from './catalog-labels.ts'
import { LONG, SHORT } from './facets.ts'

export interface ShelfDeps extends SelectionDeps {
  readonly database: Database
  readonly search: Search
  readonly listCollections: ListCollections
}

/** A list of articles in a catalog. */
export interface Shelf {
  readonly title: string
  readonly filter: Partial<EntryFilter>
  /** parameters that belong to its address */
  readonly parameters: URLSearchParams
  /** true if it changes only with the user's revision, and not with time or while the index is incomplete */
  readonly isStable: boolean
  readonly isSearch?: true
  /** the collection that the shelf shows; its articles are books of a series */
  readonly collection?: Series
}

/** A collection as the series of its articles. */
export interface Series {
  readonly id: number
  readonly name: string
}

const SHELVES = {
  unread: { isArchived: false },
  reading: { isArchived: false, isBegun: true },
  starred: { isStarred: true },
  short: { isArchived: false, ...SHORT },
  long: { isArchived: false, ...LONG },
} as const satisfies Readonly<Record<string, Partial<EntryFilter>>>

/** The shelves of every library, by their names in addresses, in the order of the catalog. */
export const SHELF_NAMES = Object.keys(SHELVES) as (keyof typeof SHELVES)[]

/** @returns one of the shelves of every library */
export function namedShelf(name: keyof typeof SHELVES, labels: CatalogLabels): Shelf {
  return { title: labels.shelves[name], filter: SHELVES[name], parameters: new URLSearchParams(), isStable: true }
}

/** @throws AppError `not_found` if the user has no such tag */
export async function tagShelf({ database }: ShelfDeps, user: ListOwner, slug: string): Promise<Shelf> {
  const label = await findLabel(database, user.id, slug)
  if (label === undefined) throw notFound('tag')
  return { title: label, filter: { tags: [label] }, parameters: new URLSearchParams(), isStable: true }
}

/**
 * @returns the articles of a collection. They are listed newest first, unless the order decides what belongs to it.
 * @throws AppError `not_found` if the user has no such collection
 */
export async function collectionShelf(deps: ShelfDeps, user: ListOwner, id: number): Promise<Shelf> {
  const collections = await deps.listCollections(user)
  const collection = collectionById(collections, id)
  const context = { collections, now: await deps.findNow(user), dialect: deps.dialect }
  const { filter: whole, isTimeless } = collectionFilter(collection, context)
  const { query, collection: picked } = whole
  const unordered = { ...(query && { query }), ...(picked !== undefined && { collection: picked }) }
  const filter = whole.most === undefined ? unordered : whole
  if (whole.query) await deps.search.follow(user)
  const isStable = isTimeless && isComplete(whole, user, deps.search.isIndexed)
  const { name } = collection
  return { title: name, filter, parameters: new URLSearchParams(), isStable, collection: { id, name } }
}

/** @returns the articles that a query finds, or all if it is empty */
export async function searchShelf(
  deps: ShelfDeps,
  user: ListOwner,
  query: string,
  labels: CatalogLabels,
): Promise<Shelf> {
  const words = query.trim()
  const filter = await selectionConditions(deps, user, { query: words })
  const title = words === '' ? labels.search : `${labels.search}: ${words}`
  return { title, filter, parameters: new URLSearchParams({ query }), isStable: false, isSearch: true }
}
