import { test } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { playFacts, type Fact, type Names } from './contract-fact.fixture.ts'

/** Wallabag wallabag contract 2.1 to 2.5: listing, reading, changing, deleting and reloading entries. */
for (const dialect of DIALECTS) {
  test(`${dialect}: contract 2, entries`, async (t) => {
    const app = await testApp(t, dialect)
    await playFacts(t, app, EMPTY)
    const names = await shelf(app)
    await playFacts(t, app, LISTS, names)
    await playFacts(t, app, LINKS, names)
    await playFacts(t, app, READING, names)
    await playFacts(t, app, CHANGES, names)
    await playFacts(t, app, DELETIONS, names)
    await playFacts(t, app, RELOADS, names)
  })
}

/** Saves entries A to C of alice and D to F of bob. The page of E no longer exists. */
async function shelf(app: TestApp): Promise<Names> {
  const { alice, bob, site } = app
  const content = '<p>Ink on paper</p>'
  const a = await app.save(alice, 'https://a.example.org/x', { title: 'A', content, archive: 1, tags: 'ink,foo bar' })
  const b = await app.save(alice, 'https://b.example.org/y', { title: 'B', content, starred: 1, tags: 'ink-stand' })
  const c = await app.save(alice, 'https://b.example.org/z', { title: 'C', content, public: 1, tags: 'ink' })
  const d = await app.save(bob, 'https://b.example.org/z', { title: 'D', content })
  const e = await app.save(bob, `${site.url}/gone-away`, { title: 'E', content })
  const page = await app.save(bob, `${site.url}/news`, { title: 'F', content })
  const base = app.baseUrl
  return { A: a.id, B: b.id, C: c.id, D: d.id, E: e.id, F: page.id, base, uid: String(c['uid']) }
}

const NOT_FOUND = { code: 404, message: 'Not Found' }
const titled = (...titles: string[]) => ({ _embedded: { items: titles.map((title) => ({ title })) } })
const lists = (query: string, ...titles: string[]): Fact => ({
  says: `2.1 ${query} gives ${titles.join(', ') || 'nothing'}`,
  ask: `GET /api/entries?${query}`,
  has: { ...titled(...titles), total: titles.length },
})

const HREF = { href: 'http://dogear.test/api/entries?page=1&perPage=30' }
const EMPTY: readonly Fact[] = [
  {
    says: '2.1 an empty list is page 1 of 1, with three links',
    ask: 'GET /api/entries',
    is: {
      page: 1,
      limit: 30,
      pages: 1,
      total: 0,
      _links: { self: HREF, first: HREF, last: HREF },
      _embedded: { items: [] },
    },
  },
  { says: '2.7 no tags are an empty list', ask: 'GET /api/tags', is: [] },
]

const LISTS: readonly Fact[] = [
  lists('page=1', 'C', 'B', 'A'),
  lists('archive=1', 'A'),
  lists('archive=0', 'C', 'B'),
  lists('starred=1', 'B'),
  lists('public=1', 'C'),
  lists('public=0', 'B', 'A'),
  lists('notParsed=1'),
  lists('annotations=1'),
  lists('annotations=0', 'C', 'B', 'A'),
  lists('http_status=999999', 'C', 'B', 'A'),
  lists('domain_name=b.example.org', 'C', 'B'),
  lists('domain_name=example.org'),
  lists('tags=ink', 'C', 'A'),
  lists('tags=ink,foo%20bar', 'A'),
  lists('tags=INK'),
  lists('tags=ink,%20foo%20bar'),
  lists('tags[]=ink', 'C', 'B', 'A'),
  lists('since=1', 'C', 'B', 'A'),
  lists('since=9999999999'),
  lists('sort=created&order=asc', 'A', 'B', 'C'),
  lists('sort=updated&order=asc', 'A', 'B', 'C'),
  lists('archive=1&sort=archived', 'A'),
  lists('url=https://a.example.org/x', 'C', 'B', 'A'),
  { says: '2.1 an unknown sort is 200', ask: 'GET /api/entries?sort=magic', has: { total: 3 } },
  {
    says: '2.1 a wrong order',
    ask: 'GET /api/entries?order=up',
    status: 400,
    is: { code: 400, message: 'Order "up" parameter is wrong, allowed: asc or desc' },
  },
  {
    says: '16.29 an empty order',
    ask: 'GET /api/entries?order=',
    status: 400,
    is: { code: 400, message: 'Order "" parameter is wrong, allowed: asc or desc' },
  },
  {
    says: '2.1 a wrong detail',
    ask: 'GET /api/entries?detail=x',
    status: 400,
    is: { code: 400, message: 'Detail "x" parameter is wrong, allowed: full or metadata' },
  },
  {
    says: '2.1 metadata keeps the key content with null',
    ask: 'GET /api/entries?detail=metadata&perPage=1',
    has: { _embedded: { items: [{ content: null, title: 'C' }] } },
  },
  {
    says: '2.1 full has the content',
    ask: 'GET /api/entries?perPage=1',
    has: { _embedded: { items: [{ content: '<p>Ink on paper</p>' }] } },
  },
  { says: '2.1 a page past the end is 404', ask: 'GET /api/entries?page=2', status: 404, is: NOT_FOUND },
  { says: '2.1 nobody lists what is another one’s', ask: 'GET /api/entries', as: 'bob', has: titled('F', 'E', 'D') },
]

const link = (page: number, query = '') => ({ href: `{base}/api/entries?${query}page=${page}&perPage=1` })

const LINKS: readonly Fact[] = [
  {
    says: '14.3 links have page and perPage, on the path without a suffix',
    ask: 'GET /api/entries.json?perPage=1',
    has: {
      page: 1,
      limit: 1,
      pages: 3,
      total: 3,
      _links: { self: link(1), first: link(1), last: link(3), next: link(2), previous: undefined },
    },
  },
  {
    says: '2.1 in the middle there is a page before',
    ask: 'GET /api/entries?perPage=1&page=2',
    has: { _links: { self: link(2), next: link(3), previous: link(1) } },
  },
  {
    says: '2.1 at the end there is no next',
    ask: 'GET /api/entries?perPage=1&page=3',
    has: { _links: { self: link(3), previous: link(2) } },
  },
  {
    says: '2.1 a filter stays in the links',
    ask: 'GET /api/entries?archive=0&perPage=1',
    has: { _links: { next: link(2, 'archive=0&') } },
  },
].map(({ has, ...fact }) => ({ ...fact, has: JSON.parse(JSON.stringify(has)) as object }))

const READING: readonly Fact[] = [
  {
    says: '2.2 an entry with its content',
    ask: 'GET /api/entries/{A}',
    has: { id: '{A}', content: '<p>Ink on paper</p>', annotations: [] },
  },
  { says: '2.2 detail=metadata', ask: 'GET /api/entries/{A}?detail=metadata', has: { id: '{A}', content: null } },
  {
    says: '2.2 a wrong detail',
    ask: 'GET /api/entries/{A}?detail=x',
    status: 400,
    is: { code: 400, message: 'Detail "x" parameter is wrong, allowed: full or metadata' },
  },
  ...[
    'GET /api/entries/{D}',
    'PATCH /api/entries/{D}',
    'DELETE /api/entries/{D}',
    'GET /api/entries/{D}/tags',
    'PATCH /api/entries/{D}/reload',
    'GET /api/entries/{D}/export.json',
    'GET /api/annotations/{D}',
  ].map((ask) => ({ says: `2 ${ask} of another one is 404`, ask, status: 404, is: NOT_FOUND })),
  ...['exists', 'lists', 'list', 'tags'].map((word) => ({
    says: `2 ${word} is never read as an id`,
    ask: `PATCH /api/entries/${word}`,
    status: word === 'tags' ? 404 : 405,
  })),
]

const changes = (says: string, json: object, has: object): Fact => ({
  says: `2.3 ${says}`,
  ask: 'PATCH /api/entries/{A}',
  json,
  has,
})

const CHANGES: readonly Fact[] = [
  changes('an empty title is ignored', { title: '' }, { title: 'A' }),
  changes('a title replaces', { title: 'A2' }, { title: 'A2' }),
  changes(
    'content replaces after a clean-up',
    { content: '<p onclick="x()">New</p><p><img src="/i.png"></p>' },
    { preview_picture: 'https://a.example.org/i.png', domain_name: 'a.example.org', reading_time: 0 },
  ),
  changes('empty content is ignored', { content: '' }, { preview_picture: 'https://a.example.org/i.png' }),
  changes('tags replace the whole set', { tags: 'new' }, { tags: [{ label: 'new', slug: 't:new' }] }),
  changes('empty tags are ignored', { tags: '' }, { tags: [{ label: 'new' }] }),
  changes('archive false takes the date away', { archive: 0 }, { is_archived: 0, archived_at: null }),
  changes('starred false takes the date away', { starred: 0 }, { is_starred: 0, starred_at: null }),
  changes('a language in ICU’s list is kept with an underscore', { language: 'fr-FR' }, { language: 'fr_FR' }),
  changes('other languages are ignored', { language: 'klingon!!' }, { language: 'fr_FR' }),
  changes('xx is no language', { language: 'xx' }, { language: 'fr_FR' }),
  changes(
    'a picture must be an absolute address',
    { preview_picture: 'i.png' },
    { preview_picture: 'https://a.example.org/i.png' },
  ),
  changes(
    'a picture replaces',
    { preview_picture: 'https://p.example.org/p.jpg' },
    { preview_picture: 'https://p.example.org/p.jpg' },
  ),
  changes('an origin replaces', { origin_url: 'https://o.example.org/' }, { origin_url: 'https://o.example.org/' }),
  changes('an empty origin is ignored', { origin_url: '' }, { origin_url: 'https://o.example.org/' }),
  changes(
    'url and unknown fields are ignored',
    { url: 'https://n.example.org/', user_id: 99, id: 99 },
    { id: '{A}', url: 'https://a.example.org/x' },
  ),
  {
    says: '2.3 public true keeps the uid that there is',
    ask: 'PATCH /api/entries/{C}',
    json: { public: 1 },
    has: { is_public: true, uid: '{uid}' },
  },
  {
    says: '2.3 public false removes it',
    ask: 'PATCH /api/entries/{C}',
    json: { public: 0 },
    has: { is_public: false, uid: null },
  },
]

const DELETIONS: readonly Fact[] = [
  {
    says: '2.4 a wrong expect deletes nothing',
    ask: 'DELETE /api/entries/{A}?expect=all',
    status: 400,
    is: { code: 400, message: "expect: 'id' or 'entry' expected, all given" },
  },
  { says: '2.4 the entry is still there', ask: 'GET /api/entries/{A}', has: { id: '{A}' } },
  { says: '2.4 expect=id answers the id', ask: 'DELETE /api/entries/{A}.json?expect=id', is: { id: '{A}' } },
  { says: '2.4 again it is 404', ask: 'DELETE /api/entries/{A}', status: 404, is: NOT_FOUND },
  {
    says: '14.1 the answer has annotations and the path of all entries',
    ask: 'DELETE /api/entries/{B}',
    has: { title: 'B', annotations: [], _links: { self: { href: '/api/entries/' } } },
  },
  { says: '2.4 expect in a body is ignored', ask: 'DELETE /api/entries/{C}', form: 'expect=id', has: { title: 'C' } },
  { says: '2.4 the list is empty again', ask: 'GET /api/entries', has: { total: 0, pages: 1 } },
]

const RELOADS: readonly Fact[] = [
  {
    says: '2.5 a page that is gone is 304 without a body',
    ask: 'PATCH /api/entries/{E}/reload',
    as: 'bob',
    status: 304,
    text: '',
  },
  {
    says: '2.5 the title is replaced by the page’s',
    ask: 'PATCH /api/entries/{F}/reload.json',
    as: 'bob',
    has: { id: '{F}', title: 'Harbour town rebuilds its sea wall by hand', http_status: '200' },
  },
]
