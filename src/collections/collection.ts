import type { CollectionId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import { storableText } from '../kernel/storable-text.ts'
import { foldText } from '../query/text/fold-text.ts'

/** Maximum number of collections of a user. Further collections are rejected. */
export const MAX_COLLECTIONS = 500
/** Maximum number of hand-picked entries of one collection. Further entries are rejected. */
export const MAX_PICKED = 100_000
/** Maximum length of a name, in characters. Longer names are rejected. */
export const MAX_NAME = 100
/**
 * Maximum length of a query, in bytes of UTF-8. Longer queries are rejected, because the parser would cut them
 * (docs/query.md).
 */
export const MAX_QUERY = 4096
/** Maximum length of the description on a public page, in characters. Longer ones are rejected. */
export const MAX_DESCRIPTION = 2000

/** Names of the icons that a collection can have, all from Lucide (https://lucide.dev/icons). */
export const COLLECTION_ICONS = [
  'folder',
  'bookmark',
  'book-open',
  'briefcase',
  'code',
  'coffee',
  'flame',
  'globe',
  'graduation-cap',
  'heart',
  'lightbulb',
  'music',
  'palette',
  'plane',
  'star',
  'utensils',
] as const
export type CollectionIcon = (typeof COLLECTION_ICONS)[number]

/** Orders of a collection. `manual` lists hand-picked entries in the owner's order, then the others, newest first. */
export const COLLECTION_SORTS = [
  'manual',
  'newest',
  'oldest',
  'updated',
  'published',
  'title',
  'shortest',
  'longest',
  'read',
] as const
export type CollectionSort = (typeof COLLECTION_SORTS)[number]

export const COLLECTION_LAYOUTS = ['cards', 'rows', 'covers'] as const
export type CollectionLayout = (typeof COLLECTION_LAYOUTS)[number]

/** The properties of a collection that its owner chooses. */
export interface CollectionProperties {
  readonly name: string
  readonly icon: CollectionIcon
  /** query whose results belong to the collection (docs/query.md); empty if it contains only hand-picked entries */
  readonly query: string
  /** order of the entries; a `sort:` in the query takes precedence */
  readonly sort: CollectionSort
  /** how entries are shown; undefined to use the layout of all other lists */
  readonly layout: CollectionLayout | undefined
  /** true if the navigation bar shows the collection */
  readonly isPinned: boolean
  /** true if search engines may index the public page */
  readonly isIndexable: boolean
  /** introduction on the public page, with line breaks; empty if there is none */
  readonly description: string
  /** name of the person who made the collection, on the public page; empty if it is not shown */
  readonly curator: string
}

/** The default properties of a new collection. */
export const NEW_COLLECTION: Omit<CollectionProperties, 'name'> = {
  icon: 'folder',
  query: '',
  sort: 'manual',
  layout: undefined,
  isPinned: true,
  isIndexable: false,
  description: '',
  curator: '',
}

/** The fields of a collection whose concurrent changes are merged one by one. */
export const MERGED_FIELDS = ['name', 'icon', 'query', 'sort', 'layout', 'isPinned'] as const
export type MergedField = (typeof MERGED_FIELDS)[number]

/** A named list of entries. It contains the results of a query, hand-picked entries, or both. */
export interface Collection extends CollectionProperties {
  readonly id: CollectionId
  /** last part of the address of the public page; null if there is none */
  readonly publicId: string | null
  /** true if the collection has hand-picked entries */
  readonly hasPicked: boolean
  /** ISO text in UTC */
  readonly createdAt: string
  readonly updatedAt: string
  readonly revision: number
}

/**
 * @returns the order of a collection, except for a `sort:` in its query. The results of a query without hand-picked entries
 *   have no manual order, so the newest come first.
 */
export function effectiveSort({
  sort,
  query,
  hasPicked,
}: Pick<Collection, 'sort' | 'query' | 'hasPicked'>): CollectionSort {
  return sort === 'manual' && query !== '' && !hasPicked ? 'newest' : sort
}

/** A change to some properties of a collection. `isPublic` creates or removes its public page. */
export type CollectionChange = Partial<CollectionProperties> & { readonly isPublic?: boolean }

/**
 * @returns the name in the form in which names are compared: without differences in case, accents and repeated spaces
 */
export function collectionKey(name: string): string {
  return foldText(name).trim().replaceAll(/\s+/g, ' ')
}

/** @returns the name with normalised white space @throws AppError `invalid_input` if it is empty or too long */
export function parseCollectionName(text: string): string {
  const name = storableText(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  if (collectionKey(name) === '') throw refused('name', 'a collection needs a name')
  if ([...name].length > MAX_NAME) throw refused('name', `the name of a collection has at most ${MAX_NAME} characters`)
  return name
}

/** @returns the query with normalised white space @throws AppError `invalid_input` if it is too long */
export function parseCollectionQuery(text: string): string {
  const query = storableText(text).replaceAll(/\s+/g, ' ').trim()
  if (new TextEncoder().encode(query).length > MAX_QUERY)
    throw refused('query', `a query has at most ${MAX_QUERY} bytes`)
  return query
}

/** @returns the description without white space around it @throws AppError `invalid_input` if it is too long */
export function parseDescription(text: string): string {
  const description = storableText(text).replaceAll('\r\n', '\n').trim()
  if ([...description].length > MAX_DESCRIPTION)
    throw refused('description', `a description has at most ${MAX_DESCRIPTION} characters`)
  return description
}

/** @returns the curator with normalised white space @throws AppError `invalid_input` if the name is too long */
export function parseCurator(text: string): string {
  const curator = storableText(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  if ([...curator].length > MAX_NAME) throw refused('curator', `a name has at most ${MAX_NAME} characters`)
  return curator
}

export function tooManyCollections(): AppError {
  return refused('name', `a user has at most ${MAX_COLLECTIONS} collections`, { isFull: true })
}

export function nameTakenError(): AppError {
  return refused('name', 'a collection with this name already exists', { isUsed: true })
}

/** @param field name of the invalid field; the form shows the error beside it */
function refused(field: keyof CollectionProperties, message: string, details: object = {}): AppError {
  return new AppError('invalid_input', message, { details: { field, ...details } })
}
