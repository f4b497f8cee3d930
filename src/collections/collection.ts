import type { CollectionId } from '../kernel/brand.ts'
import { AppError } from '../kernel/errors.ts'
import { storableText } from '../kernel/storable-text.ts'
import { foldText } from '../query/text/fold-text.ts'

/** Maximum number of collections of a user. */
export const MAX_COLLECTIONS = 500
/** Maximum number of hand-picked entries of one collection. */
export const MAX_COLLECTED = 100_000
/** In characters. */
export const MAX_NAME = 100
/** In bytes of UTF-8: the language of docs/query.md reads no more. */
export const MAX_QUERY = 4096

/** Drawings of Lucide (https://lucide.dev/icons) that stand for a collection. */
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

/** Orders of a collection. `manual`: hand-picked entries as their owner arranged them, then the others, newest first. */
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

export const COLLECTION_LAYOUTS = ['cards', 'rows'] as const
export type CollectionLayout = (typeof COLLECTION_LAYOUTS)[number]

/** What its owner chooses about a collection. */
export interface CollectionFacts {
  readonly name: string
  readonly icon: CollectionIcon
  /** a query of docs/query.md, whose entries belong to the collection; empty: only hand-picked entries do */
  readonly query: string
  /** applies unless the query has a `sort:` */
  readonly sort: CollectionSort
  /** undefined: as the other lists */
  readonly layout: CollectionLayout | undefined
  /** whether it is in the rail */
  readonly isPinned: boolean
  /** whether search engines may list its public page */
  readonly isIndexable: boolean
}

/** A list with a name: smart by its query, hand-picked, or both. */
export interface Collection extends CollectionFacts {
  readonly id: CollectionId
  /** last part of the address of its public page; null if it has none */
  readonly publicId: string | null
  /** whether any entry is hand-picked */
  readonly hasPicked: boolean
  /** ISO text in UTC */
  readonly createdAt: string
  readonly updatedAt: string
  readonly revision: number
}

/** A change of some of the facts; `isPublic` gives the collection a public page or takes it away. */
export type CollectionChange = Partial<CollectionFacts> & { readonly isPublic?: boolean }

/** @returns the name for comparison: case, accents and repeated spaces do not count */
export function collectionKey(name: string): string {
  return foldText(name).trim().replaceAll(/\s+/g, ' ')
}

/** @throws AppError `invalid_input` for an empty name, or one that is too long */
export function parseCollectionName(text: string): string {
  const name = storableText(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  if (collectionKey(name) === '') throw refused('name', 'a collection needs a name')
  if ([...name].length > MAX_NAME) throw refused('name', `the name of a collection has at most ${MAX_NAME} characters`)
  return name
}

/** @throws AppError `invalid_input` for a query that would be cut */
export function parseCollectionQuery(text: string): string {
  const query = storableText(text).replaceAll(/\s+/g, ' ').trim()
  if (new TextEncoder().encode(query).length > MAX_QUERY)
    throw refused('query', `a query has at most ${MAX_QUERY} bytes`)
  return query
}

export function tooManyCollections(): AppError {
  return refused('name', `a user has at most ${MAX_COLLECTIONS} collections`, { isFull: true })
}

/** @param field name of the field with the wrong value, for the form */
function refused(field: keyof CollectionFacts, message: string, details: object = {}): AppError {
  return new AppError('invalid_input', message, { details: { field, ...details } })
}
