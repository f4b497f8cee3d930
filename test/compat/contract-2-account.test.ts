import { test } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { JSON_TYPE, playFacts, type Fact, type Names } from './contract-fact.fixture.ts'

/** Wallabag wallabag contract 2.6 to 2.12: tags, search, user, settings, rules, version. */
for (const dialect of DIALECTS) {
  test(`${dialect}: contract 2, account data`, async (t) => {
    const app = await testApp(t, dialect)
    const names = await shelf(app)
    await playFacts(t, app, TAGS, names)
    await playFacts(t, app, LABELS, names)
    await playFacts(t, app, SEARCH, names)
    await playFacts(t, app, ACCOUNT, names)
    await playFacts(t, app, VERSION)
  })
}

async function shelf(app: TestApp): Promise<Names> {
  const content = '<p>Spring tide at the harbour</p>'
  const a = await app.save(app.alice, 'https://a.example.org/x', { title: 'A', content, tags: 'long read,ink' })
  const b = await app.save(app.alice, 'https://b.example.org/y', { title: 'B', content, tags: 'ink' })
  const c = await app.save(app.bob, 'https://c.example.org/', { title: 'C', content, tags: 'bob’s' })
  const tags = (await app.ask(app.alice, { url: '/api/tags' })).json<{ id: number; label: string }[]>()
  const theirs = (await app.ask(app.bob, { url: '/api/tags' })).json<{ id: number }[]>()
  const idOf = (label: string) => tags.find((tag) => tag.label === label)!.id
  const users = { alice: app.alice.id, bob: app.bob.id }
  return { A: a.id, B: b.id, C: c.id, ink: idOf('ink'), long: idOf('long read'), theirs: theirs[0]!.id, ...users }
}

const NOT_FOUND = { code: 404, message: 'Not Found' }
const INK = { id: '{ink}', label: 'ink', slug: 't:ink' }
const LONG = { id: '{long}', label: 'long read', slug: 't:long-read' }
const deleted = (says: string, ask: string, rest: Partial<Fact> = {}): Fact => ({
  says,
  ask,
  status: 404,
  is: NOT_FOUND,
  ...rest,
})

const TAGS: readonly Fact[] = [
  {
    says: '2.7 all tags, sorted by label, with their number of entries',
    ask: 'GET /api/tags',
    is: [
      { ...INK, nbEntries: 2 },
      { ...LONG, nbEntries: 1 },
    ],
  },
  { says: '2.6 the tags of an entry are objects of three members', ask: 'GET /api/entries/{B}/tags.json', is: [INK] },
  {
    says: '2.6 adding keeps what is there and merges',
    ask: 'POST /api/entries/{B}/tags',
    json: { tags: 'Long Read, ink' },
    has: { id: '{B}', tags: [INK, LONG] },
  },
  {
    says: '2.6 the query of an addition is not read',
    ask: 'POST /api/entries/{B}/tags?tags=query',
    json: {},
    has: { tags: [INK, LONG] },
  },
  {
    says: '2.6 an array adds',
    ask: 'POST /api/entries/{B}/tags',
    json: { tags: ['nib'] },
    has: { tags: [{ label: 'ink' }, { label: 'long read' }, { label: 'nib' }] },
  },
  {
    says: '2.6 a tag is taken away and the entry answered',
    ask: 'DELETE /api/entries/{B}/tags/{long}.json',
    has: { id: '{B}', tags: [{ label: 'ink' }, { label: 'nib' }] },
  },
  {
    says: '2.6 taking away what is not there is 200 too',
    ask: 'DELETE /api/entries/{B}/tags/{long}',
    has: { id: '{B}' },
  },
  deleted('2.6 an unknown tag is 404', 'DELETE /api/entries/{B}/tags/99999'),
  deleted('2.6 a tag of another one is 404', 'DELETE /api/entries/{B}/tags/{theirs}'),
]

const LABELS: readonly Fact[] = [
  deleted('2.7 dropping a tag of another one is 404', 'DELETE /api/tags/{theirs}'),
  {
    says: '2.7 dropping a tag answers it without an id',
    ask: 'DELETE /api/tags/{long}',
    is: { label: 'long read', slug: 't:long-read' },
  },
  deleted('2.7 again it is 404', 'DELETE /api/tags/{long}'),
  { says: '2.7 by label from the query', ask: 'DELETE /api/tag/label?tag=nib', is: { label: 'nib', slug: 't:nib' } },
  deleted('2.7 without a label it is 404', 'DELETE /api/tag/label'),
  deleted('2.7 an unknown label is 404', 'DELETE /api/tag/label', { json: { tag: 'nib' } }),
  { says: '2.6 more tags', ask: 'POST /api/entries/{A}/tags', json: { tags: 'one,two,three' }, has: { id: '{A}' } },
  {
    says: '2.7 by label from the body, before the query',
    ask: 'DELETE /api/tag/label.json?tag=two',
    json: { tag: 'one' },
    is: { label: 'one', slug: 't:one' },
  },
  {
    says: '2.7 several labels: those that are there, by label',
    ask: 'DELETE /api/tags/label?tags=two,none,three',
    is: [
      { label: 'three', slug: 't:three' },
      { label: 'two', slug: 't:two' },
    ],
  },
  deleted('2.7 labels are matched exactly and untrimmed', 'DELETE /api/tags/label?tags=INK,%20ink'),
  { says: '2.7 only what is used is left', ask: 'GET /api/tags', is: [{ ...INK, nbEntries: 2 }] },
]

const SEARCH: readonly Fact[] = [
  {
    says: '2.8 a word of the text, in any case',
    ask: 'GET /api/search?term=HARBOUR',
    has: { page: 1, limit: 30, pages: 1, total: 2 },
  },
  { says: '2.8 no term matches everything', ask: 'GET /api/search.json', has: { total: 2 } },
  {
    says: '2.8 links carry the term, page and perPage',
    ask: 'GET /api/search?term=tide&perPage=1',
    has: { _links: { next: { href: 'http://dogear.test/api/search?term=tide&page=2&perPage=1' } } },
  },
  deleted('2.8 past the end is 404', 'GET /api/search?term=tide&page=9'),
  {
    says: '2.8 nothing found is page 1 of 1',
    ask: 'GET /api/search?term=zebra',
    has: { page: 1, pages: 1, total: 0, _embedded: { items: [] } },
  },
]

const ISO = /"created_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000"/
const ACCOUNT: readonly Fact[] = [
  {
    says: '2.9 who am I',
    ask: 'GET /api/user',
    has: { id: '{alice}', username: 'alice', email: 'alice@example.org' },
    text: ISO,
  },
  { says: '2.9 no name, no key', ask: 'GET /api/user.json', text: /^(?!.*"name")/ },
  {
    says: '2.9 registration is off',
    ask: 'PUT /api/user',
    as: 'nobody',
    json: { username: 'dan', password: 'ink on paper', email: 'd@example.org' },
    status: 403,
    is: { error: "Server doesn't allow registrations" },
  },
  {
    says: '2.10 the settings of a new user',
    ask: 'GET /api/config',
    has: {
      items_per_page: 12,
      language: 'en',
      feed_limit: 50,
      reading_speed: 200,
      action_mark_as_read: 1,
      list_mode: 0,
      display_thumbnails: 1,
    },
    text: /"reading_speed":200\.0/,
  },
  { says: '2.10 null values are left out', ask: 'GET /api/config', text: /^(?!.*null)/ },
  {
    says: '2.11 no tagging rules are an empty list, as a file',
    ask: 'GET /api/taggingrule/export',
    is: [],
    sends: {
      'content-type': JSON_TYPE,
      'content-disposition': 'attachment; filename="tagging_rules_alice.json"',
      'content-transfer-encoding': 'UTF-8',
    },
  },
]

const VERSION: readonly Fact[] = [
  {
    says: '2.12 the version is a bare JSON string of 2.6.x',
    ask: 'GET /api/version.json',
    as: 'nobody',
    text: /^"2\.6\.\d\d?"$/,
  },
  {
    says: '2.12 info',
    ask: 'GET /api/info',
    as: 'nobody',
    has: { appname: 'wallabag', allowed_registration: false },
    text: /"version":"2\.6\.\d\d?"/,
  },
  { says: '0.2 the reference is OpenAPI 3', ask: 'GET /api/doc.json', as: 'nobody', text: /"openapi":"3\./ },
]
