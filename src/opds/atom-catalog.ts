import { xmlText } from '../exports/formats/xml-text.ts'
import {
  bookFiles,
  navigationRelation,
  PAGE_SIZE,
  pageRelations,
  type Book,
  type CatalogAddresses,
  type CatalogFeed,
  type NavigationItem,
} from './catalog-feed.ts'

const CATALOG = 'application/atom+xml;profile=opds-catalog'
export const NAVIGATION_TYPE = `${CATALOG};kind=navigation`
export const ACQUISITION_TYPE = `${CATALOG};kind=acquisition`
export const DESCRIPTION_TYPE = 'application/opensearchdescription+xml'

const FACET = 'http://opds-spec.org/facet'
export const ACQUISITION = 'http://opds-spec.org/acquisition'

/**
 * @returns a feed in OPDS 1.2. KOReader's parser decides about the form: elements of Atom have no prefix, texts are plain and
 *   without CDATA, there is one author, and navigation has no author (docs/apps/opds.md).
 */
export function atomCatalog(feed: CatalogFeed, addresses: CatalogAddresses): string {
  const { id, title, updated, page } = feed
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/terms/" xmlns:opds="http://opds-spec.org/2010/catalog" \
xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:thr="http://purl.org/syndication/thread/1.0">
<id>${xmlText(id)}</id>
<title>${xmlText(title)}</title>
<updated>${updated.toISOString()}</updated>
<author><name>Dogear</name></author>
${feedLinks(feed, addresses).join('\n')}
<opensearch:totalResults>${page.total}</opensearch:totalResults>
<opensearch:itemsPerPage>${PAGE_SIZE}</opensearch:itemsPerPage>
<opensearch:startIndex>${(page.number - 1) * PAGE_SIZE + 1}</opensearch:startIndex>
${(feed.navigation ?? []).map((item) => navigationEntry(feed, item, addresses)).join('')}\
${(feed.books ?? []).map((book) => bookEntry(book, addresses)).join('')}\
</feed>
`
}

/** @returns a description of the search (OpenSearch 1.1). KOReader replaces only `{searchTerms}` in the template. */
export function searchDescription(addresses: CatalogAddresses): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Dogear</ShortName>
<Description>Dogear</Description>
<InputEncoding>UTF-8</InputEncoding>
<OutputEncoding>UTF-8</OutputEncoding>
<Url type="${ACQUISITION_TYPE}" template="${xmlText(searchTemplate(addresses))}"/>
</OpenSearchDescription>
`
}

const searchTemplate = (addresses: CatalogAddresses): string => `${addresses.feed('/search')}?query={searchTerms}`

function feedLinks(feed: CatalogFeed, addresses: CatalogAddresses): string[] {
  const { path, query, page, facets } = feed
  const type = isNavigation(path) ? NAVIGATION_TYPE : ACQUISITION_TYPE
  return [
    link({ rel: 'self', href: addresses.feed(path, query, page.number), type }),
    link({ rel: 'start', href: addresses.feed(''), type: NAVIGATION_TYPE }),
    ...(path === '' ? [] : [link({ rel: 'up', href: addresses.feed(parentOf(path)), type: NAVIGATION_TYPE })]),
    link({ rel: 'search', href: addresses.feed('/search.xml'), type: DESCRIPTION_TYPE }),
    link({ rel: 'search', href: searchTemplate(addresses), type: CATALOG }),
    ...pageRelations(page).map(([rel, number]) => link({ rel, href: addresses.feed(path, query, number), type })),
    ...facets.flatMap(({ title, choices }) =>
      choices.map((choice) =>
        link({
          rel: FACET,
          href: addresses.feed(path, choice.query),
          type: ACQUISITION_TYPE,
          title: choice.title,
          'opds:facetGroup': title,
          ...(choice.isActive && { 'opds:activeFacet': 'true' }),
          ...(choice.count !== undefined && { 'thr:count': String(choice.count) }),
        }),
      ),
    ),
  ]
}

/** @returns the path of the feed that links to this one */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

function navigationEntry(feed: CatalogFeed, item: NavigationItem, addresses: CatalogAddresses) {
  const { title, path, count } = item
  const rel = navigationRelation(item)
  const href = addresses.feed(path)
  const counted = count === undefined ? {} : { 'thr:count': String(count) }
  return `<entry>
<id>${xmlText(`${feed.id.slice(0, feed.id.length - feed.path.length)}${path}`)}</id>
<title>${xmlText(title)}</title>
<updated>${feed.updated.toISOString()}</updated>
${link({ rel, href, type: isNavigation(path) ? NAVIGATION_TYPE : ACQUISITION_TYPE, ...counted })}
</entry>
`
}

/** @returns true if the feed at a path contains links to other feeds */
export const isNavigation = (path: string): boolean => ['', '/tags', '/collections'].includes(path)

function bookEntry(book: Book, addresses: CatalogAddresses): string {
  const { cover, source, language, published, tags, authors } = book
  const author = authors.join(', ')
  return `<entry>
<id>${xmlText(book.id)}</id>
<title>${xmlText(book.title)}</title>
<updated>${book.updated}</updated>
<published>${book.added}</published>
${author === '' ? '' : `<author><name>${xmlText(author)}</name></author>\n`}\
${language === undefined ? '' : `<dc:language>${xmlText(language)}</dc:language>\n`}\
${published === undefined ? '' : `<dc:issued>${published}</dc:issued>\n`}\
<dc:identifier>${xmlText(book.id)}</dc:identifier>
${tags.map((tag) => `<category term="${xmlText(tag)}" label="${xmlText(tag)}"/>\n`).join('')}\
${book.summary === '' ? '' : `<summary>${xmlText(book.summary)}</summary>\n`}\
${bookFiles(book, addresses)
  .map((file) => `${link({ rel: ACQUISITION, ...file })}\n`)
  .join('')}\
${source === undefined ? '' : `${link({ rel: 'alternate', href: source, type: 'text/html' })}\n`}\
${cover ? coverLinks(cover) : ''}\
</entry>
`
}

function coverLinks({ path: href, type }: NonNullable<Book['cover']>): string {
  const rels = ['http://opds-spec.org/image', 'http://opds-spec.org/image/thumbnail']
  return rels.map((rel) => `${link({ rel, href, type })}\n`).join('')
}

function link(attributes: Readonly<Record<string, string>>): string {
  return `<link ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${xmlText(value)}"`)
    .join(' ')}/>`
}
