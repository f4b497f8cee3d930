/**
 * What the parsers and the browser of KOReader need (plugins/opds.koplugin, commit fc88887 of August 2026).
 * test/clients/opds.check.ts runs them on the same library.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { feedPaths, hardLibrary } from './library.fixture.ts'
import type { Feed } from './reader.fixture.ts'

test('the catalog has the form that KOReader reads', async (t) => {
  const app = await testApp(t, 'sqlite')
  const { send, collection } = await hardLibrary(app)
  for (const path of feedPaths(collection)) {
    await t.test(`in OPDS 1.2: ${path}`, async () => checkAtom((await send(`/opds/v1.2${path}`)).body))
    await t.test(`in OPDS 2.0: ${path}`, async () => checkJson((await send(`/opds/v2${path}`)).json<Feed>()))
  }
  const { body } = await send('/opds/v1.2/search.xml')
  assert.match(
    body,
    /<Url type="application\/atom\+xml;[^"]*" template="\/opds\/v1\.2\/search\?query=\{searchTerms\}"\/>/,
  )
  assert.deepEqual(body.match(/\{[^}]*\}/g), ['{searchTerms}'])
})

function checkAtom(body: string): void {
  // Comments, CDATA, style sheets and content are changed by patterns, and a prefix of Atom is not understood.
  assert.doesNotMatch(body, /<!|<\?xml-|<atom:|<content|type="(?:x?html|text)"/)
  assert.match(body, /^<\?xml [^>]*>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom"/)
  // A link to the next page needs a type, and an address that begins with "?" loses it.
  for (const link of body.match(/<link [^>]*>/g)!) assert.match(link, / href="(?:\/|https:)[^"]*" type="/)
  const entries = [...body.matchAll(/<entry>([^]*?)<\/entry>/g)].map(([, entry]) => entry!)
  const isBook = entries.map((entry) => entry.includes('http://opds-spec.org/acquisition'))
  // "Sync catalog" stops with an error at a feed that begins with navigation.
  assert.equal(new Set(isBook).size, entries.length > 0 ? 1 : 0)
  for (const entry of entries) {
    // Of two authors, it shows the last one. Readium's parser takes an entry with an author for a book.
    assert.equal(entry.split('<author>').length, isBook[0] ? 2 : 1)
    const [first = '', ...others] = entry.match(/<link [^>]*>/g)!
    const file = /rel="http:\/\/opds-spec\.org\/acquisition" href="[^"]*\.epub" type="application\/epub\+zip"/
    assert.match(
      first,
      isBook[0]
        ? file
        : /rel="(?:subsection|http:\/\/opds-spec\.org\/sort\/new)" href="[^"]*" type="application\/atom\+xml;/,
    )
    // A page in HTML would be offered as a book under any other relation.
    // "Sync catalog" takes the first file, so the one for Kobo is second.
    for (const link of others) assert.match(link, /rel="alternate"|type="image\/|type="application\/kepub\+zip"/)
  }
}

function checkJson({ links, publications = [], navigation = [], ...feed }: Feed): void {
  // It replaces the template by `?query=…`, but without the question mark if the rest of the address contains "query".
  const searches = links.filter(({ rel }) => rel === 'search').map(({ href }) => href)
  assert.deepEqual(searches, ['/opds/v2/search{?query}'])
  assert.ok(!('groups' in feed))
  assert.ok(navigation.every(({ href, title, rel }) => href.startsWith('/opds/v2') && title && rel !== 'self'))
  // "Sync catalog" stops with an error at a feed that begins with navigation.
  assert.ok(publications.length === 0 || navigation.length === 0)
  for (const { metadata, images, links: files } of publications) {
    assert.equal(typeof metadata.title, 'string')
    assert.notDeepEqual(images, [])
    assert.match(files[0]!.href, /\.epub$/)
  }
}
