import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { testApp } from '../support/app.ts'
import { feedPaths, hardLibrary, TITLES } from './library.fixture.ts'
import { parseOpds1, parseOpds2, type ReadiumFeed } from './readium-parser.fixture.ts'
import type { Feed } from './reader.fixture.ts'

test('other programs read the catalog', async (t) => {
  const library = await hardLibrary(await testApp(t, 'sqlite'))
  await t.test('the feeds in OPDS 2.0 meet the schemas of Readium, and have no empty list', () => checkSchemas(library))
  await t.test('Readium’s parser, which is that of Thorium, reads the same in both versions', async (t) => {
    // The parser reports each book without a picture.
    t.mock.method(console, 'log', () => undefined)
    await checkParser(library)
  })
})

type Library = Awaited<ReturnType<typeof hardLibrary>>

async function checkSchemas({ send, collection }: Library): Promise<void> {
  const [isLink, isMetadata] = await schemas()
  let books = 0
  for (const path of feedPaths(collection)) {
    const { body } = await send(`/opds/v2${path}`)
    const feed = JSON.parse(body) as Feed
    // Readium's parser takes a document without these lists for a book, and KOReader stops at an empty one.
    assert.ok(feed.publications ?? feed.navigation, path)
    assert.doesNotMatch(body, /\[\]|null|""/, path)
    const { publications = [], navigation = [], facets = [], links } = feed
    const ofBooks = publications.flatMap((one) => [...one.links, ...(one.images ?? [])])
    for (const link of [...links, ...navigation, ...facets.flatMap((one) => one.links), ...ofBooks]) {
      assert.ok(isLink(link), `${path} ${JSON.stringify(link)} ${JSON.stringify(isLink.errors)}`)
    }
    for (const link of navigation) assert.equal(typeof link.title, 'string')
    for (const { metadata } of publications) assert.ok(isMetadata(metadata), JSON.stringify(isMetadata.errors))
    assert.equal(links.filter(({ rel }) => rel === 'self').length, 1)
    books += publications.length
  }
  assert.ok(books > 20)
}

async function checkParser({ send, collection }: Library): Promise<void> {
  for (const path of feedPaths(collection)) {
    const json = parseOpds2((await send(`/opds/v2${path}`)).body)
    const atom = parseOpds1((await send(`/opds/v1.2${path}`)).body)
    const isEmpty = path.includes('nothing')
    assert.deepEqual(facts(atom), { ...facts(json), ...(isEmpty && { navigation: [] }) }, path)
    for (const feed of [json, atom]) assert.equal(searchOf(feed)?.length, 1, path)
  }
  const { Publications: books = [] } = parseOpds2((await send('/opds/v2/unread')).body)
  assert.deepEqual(
    books.map(({ Metadata }) => Metadata.Title),
    TITLES.toReversed(),
  )
  const [first] = books.toReversed()
  assert.deepEqual(
    first?.Metadata.Author?.map(({ Name }) => Name),
    ['Jane <Doe>', 'O’Brien & Söhne'],
  )
  assert.match(first?.Metadata.Description ?? '', /^1 min · www\.example\.org\n\nText <b>Bold/)
}

const pathOf = (href: string) => href.replace(/^\/opds\/v(?:1\.2|2)/, '')

/** What both versions say. OPDS 1.2 has one author, because KOReader shows only the last one. */
function facts({ Metadata, Navigation = [], Publications = [], Facets = [] }: ReadiumFeed) {
  return {
    title: Metadata.Title,
    navigation: Navigation.map(({ Title, Href, Properties }) => [Title, pathOf(Href), Properties?.NumberOfItems]),
    books: Publications.map(({ Metadata: book, Links }) => ({
      title: book.Title,
      identifier: book.Identifier,
      description: book.Description?.replaceAll(/\s+/g, ' '),
      language: book.Language,
      author: book.Author?.map(({ Name }) => Name).join(', '),
      tags: book.Subject?.map(({ Name }) => Name),
      files: Links.map(({ Href, TypeLink }) => `${TypeLink} ${Href}`),
    })),
    facets: Facets.map((group) => [
      group.Metadata.Title,
      group.Links.map(({ Title, Href }) => `${Title} ${pathOf(Href)}`),
    ]),
  }
}

/** The search link that Thorium uses: that of OPDS 2.0, or in OPDS 1.2 the one with the template. */
function searchOf({ Links = [] }: ReadiumFeed) {
  const searches = Links.filter(({ Rel }) => Rel?.includes('search'))
  return searches.filter(({ Href, Templated }) => Templated || Href.includes('{searchTerms}'))
}

async function schemas() {
  const file = new URL('webpub-schemas.json', import.meta.url)
  const { schemas: all } = JSON.parse(await readFile(file, 'utf8')) as { schemas: readonly object[] }
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  // The schema of links refers to this one of OPDS, whose repository states no licence (docs/apps/opds.md).
  ajv.addSchema({ $id: 'https://drafts.opds.io/schema/properties.schema.json', type: 'object' })
  for (const schema of all) ajv.addSchema(schema)
  return (['link', 'metadata'] as const).map((name) =>
    ajv.getSchema(`https://readium.org/webpub-manifest/schema/${name}.schema.json`)!,
  ) as [ReturnType<typeof ajv.compile>, ReturnType<typeof ajv.compile>]
}
