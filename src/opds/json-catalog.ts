import { ACQUISITION, parentOf } from './atom-catalog.ts'
import {
  bookFiles,
  navigationRelation,
  PAGE_SIZE,
  pageRelations,
  type Book,
  type CatalogAddresses,
  type CatalogFeed,
} from './catalog-feed.ts'

export const OPDS_2_TYPE = 'application/opds+json'

/**
 * @returns a feed in OPDS 2.0. Lists that would be empty are left out, because the schema forbids them and KOReader stops at
 *   them. A feed without books contains a link to the start, because a feed needs books or links.
 * @param toStart title of that link
 */
export function jsonCatalog(feed: CatalogFeed, addresses: CatalogAddresses, toStart: string): string {
  const { title, id, updated, path, query, page, facets, books = [] } = feed
  const own = (number: number) => addresses.feed(path, query, number)
  const links = feed.navigation?.map((item) => ({
    ...at(navigationRelation(item), addresses.feed(item.path)),
    title: item.title,
    ...(item.count !== undefined && { properties: { numberOfItems: item.count } }),
  }))
  const isEmpty = books.length === 0 && !links?.length
  const navigation = isEmpty ? [{ ...at('start', addresses.feed('')), title: toStart }] : links
  return JSON.stringify({
    metadata: {
      title,
      identifier: id,
      modified: updated.toISOString(),
      numberOfItems: page.total,
      itemsPerPage: PAGE_SIZE,
      currentPage: page.number,
    },
    links: [
      at('self', own(page.number)),
      at('start', addresses.feed('')),
      ...(path === '' ? [] : [at('up', addresses.feed(parentOf(path)))]),
      { ...at('search', `${addresses.feed('/search')}{?query}`), templated: true },
      ...pageRelations(page).map(([rel, number]) => at(rel, own(number))),
    ],
    ...(facets.length > 0 && {
      facets: facets.map((group) => ({
        metadata: { title: group.title },
        links: group.choices.map((choice) => ({
          href: addresses.feed(path, choice.query),
          type: OPDS_2_TYPE,
          title: choice.title,
          ...(choice.isActive && { rel: 'self' }),
          ...(choice.count !== undefined && { properties: { numberOfItems: choice.count } }),
        })),
      })),
    }),
    ...(navigation && { navigation }),
    ...(books.length > 0 && { publications: books.map((book) => publication(book, addresses)) }),
  })
}

const at = (rel: string, href: string) => ({ rel, href, type: OPDS_2_TYPE })

function publication(book: Book, addresses: CatalogAddresses): object {
  const { authors, tags, cover, source, series } = book
  return {
    metadata: {
      '@type': 'http://schema.org/Article',
      identifier: book.id,
      title: book.title,
      ...(authors.length > 0 && { author: authors.map((name) => ({ name })) }),
      ...(book.language !== undefined && { language: book.language }),
      ...(book.published !== undefined && { published: book.published }),
      modified: book.updated,
      ...(book.summary !== '' && { description: book.summary }),
      ...(tags.length > 0 && { subject: tags.map((name) => ({ name })) }),
      ...(series !== undefined && { belongsTo: { series: { name: series } } }),
    },
    links: [
      ...bookFiles(book, addresses).map((file) => ({ rel: ACQUISITION, ...file })),
      ...(source === undefined ? [] : [{ rel: 'alternate', href: source, type: 'text/html' }]),
    ],
    ...(cover && {
      images: [{ href: cover.path, type: cover.type, width: cover.width, height: cover.height }],
    }),
  }
}
