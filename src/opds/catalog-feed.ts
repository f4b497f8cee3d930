import { EXPORT_FORMATS } from '../exports/export-format.ts'
import type { OpdsVersion } from './preferred-version.ts'

/** One feed of a catalog, in no format yet. It contains either links to other feeds, or books. */
export interface CatalogFeed {
  readonly title: string
  /** path of the feed below that of its version, such as `/unread`; empty for the root */
  readonly path: string
  /** parameters in the address of the feed, without the page */
  readonly query: URLSearchParams
  /** permanent identifier, an IRI */
  readonly id: string
  readonly updated: Date
  /** number of the page from 1, number of the last page, and number of items on all pages */
  readonly page: { readonly number: number; readonly last: number; readonly total: number }
  readonly facets: readonly FacetGroup[]
  readonly navigation?: readonly NavigationItem[]
  readonly books?: readonly Book[]
}

export interface NavigationItem {
  readonly title: string
  readonly path: string
  /** number of books in the feed; absent if it is not known without counting them */
  readonly count?: number
}

/** A list of choices that narrow or sort a feed. One of them is active. */
export interface FacetGroup {
  readonly title: string
  readonly choices: readonly {
    readonly title: string
    readonly query: URLSearchParams
    readonly isActive: boolean
    /** number of books in the feed that the choice leads to; absent if it is not known without a search */
    readonly count?: number
  }[]
}

/** A book that a client can download. Times are ISO texts in UTC. */
export interface Book {
  readonly id: string
  readonly title: string
  readonly authors: readonly string[]
  /** path of the files below that of the catalog, without an extension */
  readonly file: string
  readonly summary: string
  readonly updated: string
  readonly added: string
  readonly tags: readonly string[]
  /** name of the collection to which the book belongs, on the shelf of that collection */
  readonly series?: string
  readonly language?: string
  readonly published?: string
  /** address of the page that was saved */
  readonly source?: string
  readonly cover?: BookCover
}

export interface BookCover {
  /** path on this server */
  readonly path: string
  readonly type: string
  readonly width: number
  readonly height: number
}

/**
 * @returns the relation of a link to another feed. That of the unread articles is the relation for new books, so that Readest
 *   downloads these if a user subscribes to the catalog. Without it, Readest would download the books of all feeds.
 */
export function navigationRelation({ path }: NavigationItem): string {
  return path === '/unread' ? 'http://opds-spec.org/sort/new' : 'subsection'
}

/** Number of items on a page. */
export const PAGE_SIZE = 50

/**
 * The addresses of a catalog. They are paths without a host: a client then keeps the host and the password in the address
 * under which it knows the server.
 */
export interface CatalogAddresses {
  feed(path: string, query?: URLSearchParams, page?: number): string
  file(path: string): string
}

/** @param base path of the catalog, with the key if that is part of the path */
export function catalogAddresses(base: string, version: OpdsVersion): CatalogAddresses {
  return {
    feed: (path, query = new URLSearchParams(), page = 1) => {
      const parameters = new URLSearchParams(query)
      if (page > 1) parameters.set('page', String(page))
      return `${base}/${version}${path}${parameters.size > 0 ? `?${parameters.toString()}` : ''}`
    },
    file: (path) => base + path,
  }
}

/**
 * @returns the address and the type of each file of a book, that of every reader first: KOReader and other clients download the
 *   first one. The second one is for Kobo's own reading system.
 */
export function bookFiles(
  { file }: Book,
  addresses: CatalogAddresses,
): { readonly href: string; readonly type: string }[] {
  return (['epub', 'kepub'] as const).map((format) => {
    const { mediaType, extension }: { mediaType: string; extension?: string } = EXPORT_FORMATS[format]
    return { href: addresses.file(`${file}.${extension ?? format}`), type: mediaType }
  })
}

/** @returns the relations of a feed to its other pages, with their numbers. The last page has no next one. */
export function pageRelations({ number, last }: CatalogFeed['page']): [relation: string, page: number][] {
  return [
    ...(number > 1 ? ([['first', 1]] as [string, number][]) : []),
    ...(number > 1 ? ([['previous', Math.min(number - 1, last)]] as [string, number][]) : []),
    ...(number < last ? ([['next', number + 1]] as [string, number][]) : []),
    ...(last > 1 ? ([['last', last]] as [string, number][]) : []),
  ]
}
