import { test } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { JSON_TYPE, playFacts, type Fact, type Names } from './contract-fact.fixture.ts'

/** Requests and assertions of wallabag's own API tests, except where the contract differs. */
for (const dialect of DIALECTS) {
  test(`${dialect}: assertions of wallabag's own tests`, async (t) => {
    const app = await testApp(t, dialect)
    const names = await shelf(app)
    await playFacts(t, app, LISTS, names)
    await playFacts(t, app, SAVING, names)
    await playFacts(t, app, CHANGING, names)
    await playFacts(t, app, TAGS, names)
    await playFacts(t, app, NOTES, names)
  })
}

/** Saves three entries: the first with tags, the second with an original URL, the third for bob. */
async function shelf(app: TestApp): Promise<Names> {
  const content = 'This is my content /o/'
  const one = await app.save(app.alice, 'http://0.0.0.0/entry1', {
    title: 'test title entry1',
    content,
    tags: 'foo,bar',
  })
  const fields = { title: 'test title entry2', content, origin_url: 'ftp://oneftp.tld' }
  const two = await app.save(app.alice, 'http://0.0.0.0/entry2', fields)
  const other = await app.save(app.bob, 'http://0.0.0.0/entry3', { title: 'test title entry3', content, tags: 'bob' })
  return { one: one.id, two: two.id, other: other.id, origin: String(two['origin_url']) }
}

const TYPE = { 'content-type': JSON_TYPE }

/** Each link of a list must contain the query of the request. */
const linked = (query: string, status = 200): Fact => ({
  says: `the links of a list keep ${query}`,
  ask: `GET /api/entries?${query}`,
  status,
  sends: TYPE,
  text: new RegExp(
    `^(?=.*"self":{"href":"[^"]*${query}[&"])(?=.*"first":{"href":"[^"]*${query}[&"]).*"last":{"href":"[^"]*${query}[&"]`,
  ),
})

const LISTS: readonly Fact[] = [
  ...['archive=1', 'starred=1', 'sort=updated', 'order=asc', 'tags=foo', 'tags=foo,bar', 'since=1443274283'].map(
    (query) => linked(query),
  ),
  ...['public=0', 'public=1', 'annotations=1', 'annotations=0', 'notParsed=0', 'notParsed=1'].map((query) =>
    linked(query),
  ),
  {
    says: 'tags in brackets are no filter',
    ask: 'GET /api/entries?tags%5B0%5D=foo&tags%5B1%5D=bar',
    has: { total: 2 },
  },
  { says: 'a status that there is not filters nothing', ask: 'GET /api/entries?http_status=10000', has: { total: 2 } },
  {
    says: 'an order that there is not is 400 in JSON',
    ask: 'GET /api/entries?order=unknown',
    status: 400,
    sends: TYPE,
  },
  { says: 'page two of pages of one', ask: 'GET /api/entries?page=2&perPage=1', has: { page: 2, limit: 1, pages: 2 } },
  { says: 'a detail that there is not is 400', ask: 'GET /api/entries/{one}.json?detail=bad', status: 400 },
  { says: 'where it came from is told', ask: 'GET /api/entries/{two}.json', has: { origin_url: '{origin}' } },
  { says: 'another one’s is 404', ask: 'GET /api/entries/{other}.json', status: 404 },
  {
    says: 'a word of a title is found with the number behind it',
    ask: 'GET /api/search?term=entry&perPage=1',
    has: { total: 2, limit: 1 },
    text: /term=entry/,
  },
  {
    says: 'an address in the query need not be encoded',
    ask: 'GET /api/entries/exists?url=http://0.0.0.0/entry2&return_id=1',
    is: { exists: '{two}' },
  },
  {
    says: 'nor need addresses in a list',
    ask: 'GET /api/entries/exists?urls[]=http://0.0.0.0/entry2&urls[]=http://0.0.0.0/entry10',
    is: { 'http://0.0.0.0/entry2': true, 'http://0.0.0.0/entry10': false },
  },
]

const FIELDS =
  'tags=google&title=New+title+for+my+article&content=my+content&language=de&published_at=2016-09-08T11%3A55%3A58%2B0200&authors=bob%2Chelen&public=1'

const SAVING: readonly Fact[] = [
  {
    says: 'a save takes all its fields from a form, and plain text stays as it is',
    ask: 'POST /api/entries.json',
    form: `url=https%3A%2F%2Fsport.example.org%2F4095122-jo&${FIELDS}`,
    has: {
      url: 'https://sport.example.org/4095122-jo',
      is_archived: 0,
      is_starred: 0,
      starred_at: null,
      archived_at: null,
      title: 'New title for my article',
      tags: [{ label: 'google' }],
      origin_url: null,
      content: 'my content',
      language: 'de',
      published_at: '2016-09-08T09:55:58+0000',
      published_by: ['bob', 'helen'],
      is_public: true,
    },
  },
  {
    says: 'the same address again: tags are trimmed and not doubled, flags are set',
    ask: 'POST /api/entries.json',
    form: 'url=https%3A%2F%2Fsport.example.org%2F4095122-jo&archive=1&tags=google%2C+apple',
    has: { is_archived: 1, is_starred: 0, tags: [{ label: 'apple' }, { label: 'google' }], origin_url: null },
  },
  {
    says: 'it stays archived when it is saved once more, and learns where it came from',
    ask: 'POST /api/entries.json',
    form: 'url=https%3A%2F%2Fsport.example.org%2F4095122-jo&origin_url=http%3A%2F%2Fmysource.tld',
    has: { is_archived: 1, origin_url: 'http://mysource.tld' },
  },
  {
    says: 'what is no address is refused with a sentence',
    ask: 'POST /api/entries.json',
    form: `url=wallabagIsAwesome&${FIELDS}`,
    status: 400,
    text: /The url '\\"wallabagIsAwesome\\"' is not a valid url/,
  },
]

const CHANGING: readonly Fact[] = [
  {
    says: 'a change takes all its fields from a form',
    ask: 'PATCH /api/entries/{two}.json',
    form: 'title=New+awesome+title&tags=new+tag+1&starred=1&archive=0&language=de_AT&preview_picture=http%3A%2F%2Fpreview.io%2Fpicture.jpg&authors=bob%2Csponge&content=awesome&public=0&published_at=1488833381',
    has: {
      id: '{two}',
      url: 'http://0.0.0.0/entry2',
      title: 'New awesome title',
      tags: [{ label: 'new tag 1' }],
      language: 'de_AT',
      preview_picture: 'http://preview.io/picture.jpg',
      published_by: ['bob', 'sponge'],
      content: 'awesome',
      is_public: false,
      published_at: '2017-03-06T20:49:41+0000',
    },
  },
  ...['authors%5B%5D=eve&authors%5B%5D=mallory', 'origin_url='].map((form) => ({
    says: `${form} changes nothing`,
    ask: 'PATCH /api/entries/{two}.json',
    form,
    has: {
      title: 'New awesome title',
      published_by: ['bob', 'sponge'],
      content: 'awesome',
      language: 'de_AT',
      origin_url: '{origin}',
    },
  })),
  {
    says: 'a star stays when the title changes',
    ask: 'PATCH /api/entries/{two}.json',
    form: 'title=T%2B%2B',
    has: { title: 'T++', is_starred: 1 },
  },
  { says: 'what cannot be fetched is 304', ask: 'PATCH /api/entries/{two}/reload.json', status: 304, text: '' },
]

const list = encodeURIComponent(JSON.stringify([{ url: 'http://0.0.0.0/entry1', tags: 'new tag 1, new tag 2' }]))

const TAGS: readonly Fact[] = [
  {
    says: 'the tags of an entry, member by member',
    ask: 'GET /api/entries/{one}/tags',
    text: /^\[\{"id":\d+,"label":"bar","slug":"t:bar"\},\{"id":\d+,"label":"foo","slug":"t:foo"\}\]$/,
  },
  {
    says: 'tags are added from a form',
    ask: 'POST /api/entries/{one}/tags',
    form: 'tags=tag1%2Ctag2%2Ctag3',
    has: { tags: ['bar', 'foo', 'tag1', 'tag2', 'tag3'].map((label) => ({ label })) },
  },
  {
    says: 'a list of tags and addresses is trimmed',
    ask: `POST /api/entries/tags/lists?list=${list}`,
    is: [{ url: 'http://0.0.0.0/entry1', entry: '{one}' }],
  },
  {
    says: 'and taken back in the same way',
    ask: `DELETE /api/entries/tags/list?list=${list}`,
    is: [{ url: 'http://0.0.0.0/entry1', entry: '{one}' }],
  },
  { says: 'a label goes by query', ask: 'DELETE /api/tag/label.json?tag=tag1', is: { label: 'tag1', slug: 't:tag1' } },
  {
    says: 'a label goes by body',
    ask: 'DELETE /api/tag/label.json',
    form: 'tag=tag2',
    is: { label: 'tag2', slug: 't:tag2' },
  },
  {
    says: 'labels go by query',
    ask: 'DELETE /api/tags/label.json?tags=foo,tag3',
    is: [
      { label: 'foo', slug: 't:foo' },
      { label: 'tag3', slug: 't:tag3' },
    ],
  },
  { says: 'another one’s label is 404', ask: 'DELETE /api/tag/label.json', form: 'tag=bob', status: 404 },
  { says: 'another one’s labels are 404', ask: 'DELETE /api/tags/label.json', form: 'tags=bob', status: 404 },
]

const ranges = [{ start: '', startOffset: 24, end: '', endOffset: 31 }]
const note = { text: 'my annotation', quote: 'my quote', ranges }

const NOTES: readonly Fact[] = [
  {
    says: 'a note is answered as it was given',
    ask: 'POST /api/annotations/{one}.json',
    json: note,
    has: { annotator_schema_version: 'v1.0', text: note.text, quote: note.quote },
  },
  {
    says: 'a quote may be null',
    ask: 'POST /api/annotations/{one}.json',
    json: { ...note, quote: null },
    has: { quote: '' },
  },
  {
    says: 'a quote may be left out',
    ask: 'POST /api/annotations/{one}.json',
    json: { text: 'new', ranges },
    has: { text: 'new', quote: '' },
  },
  {
    says: 'a quote may not be too long',
    ask: 'POST /api/annotations/{one}.json',
    json: { ...note, quote: 'a'.repeat(10_001) },
    status: 400,
  },
  { says: 'notes are counted', ask: 'GET /api/annotations/{one}.json', text: /"total":3/ },
  { says: 'another one’s are 404', ask: 'GET /api/annotations/{other}.json', status: 404 },
]
