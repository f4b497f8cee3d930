import { test } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { JSON_TYPE, playFacts, type Fact, type Names } from './contract-fact.fixture.ts'

/** Wallabag wallabag contract 0.2 to 0.4: URLs, bodies, and how values are read. */
for (const dialect of DIALECTS) {
  test(`${dialect}: contract 0, requests`, async (t) => {
    const app = await testApp(t, dialect)
    const names = await shelf(app)
    await playFacts(t, app, ADDRESSES, names)
    await playFacts(t, app, BODIES, names)
    await playFacts(t, app, FLAGS, names)
    await playFacts(t, app, VALUES, names)
  })
}

/** Saves two entries: A is archived and starred, B is neither. */
async function shelf(app: TestApp): Promise<Names> {
  const content = '<p>Ink on paper</p>'
  const a = await app.save(app.alice, 'https://a.example.org/x', { title: 'A', content, archive: 1, starred: 1 })
  const b = await app.save(app.alice, 'https://b.example.org/y', { title: 'B', content, tags: 'ink' })
  return { A: a.id, B: b.id }
}

const NOT_FOUND = { code: 404, message: 'Not Found' }
const SUFFIXES = ['', '.json', '.html', '.xml', '.foo']
const READABLE = [
  'entries',
  'entries/{A}',
  'entries/{B}/tags',
  'entries/exists?return_id=1&url=x',
  'tags',
  'annotations/{A}',
  'search?term=ink',
  'user',
  'config',
  'version',
  'info',
]

const ADDRESSES: readonly Fact[] = [
  ...READABLE.flatMap((path) =>
    SUFFIXES.map((suffix) => ({
      says: `0.2 /api/${path} with the suffix "${suffix}" is JSON, whatever Accept says`,
      ask: `GET /api/${path.replace(/(\?|$)/, `${suffix}$1`)}`,
      headers: { accept: 'text/html' },
      sends: { 'content-type': JSON_TYPE },
    })),
  ),
  {
    says: '0.2 a trailing slash answers 301 to the address without it',
    ask: 'GET /api/entries/?page=1',
    status: 301,
    sends: { location: /\/api\/entries\?page=1$/ },
  },
  ...['//api/user', '/api//user', '/api//user.json', '//api///user'].map((address) => ({
    says: `16.12 slashes too many do no harm: ${address}`,
    ask: `GET ${address}`,
    has: { username: 'alice' },
  })),
  {
    says: '16.12 slashes of the query are left alone',
    ask: 'GET /api//entries/exists?url=https://a.example.org/x',
    is: { exists: true },
  },
  { says: '16.12 slashes too many at the end are a trailing slash', ask: 'GET /api/entries//', status: 301 },
  { says: '0.2 an id that is no number is 404', ask: 'GET /api/entries/abc', status: 404, is: NOT_FOUND },
  { says: '0.2 an id beyond every row is 404', ask: 'GET /api/entries/99999999999999999999', status: 404 },
  {
    says: '0.2 authentication is judged before the id',
    ask: 'GET /api/entries/99999',
    as: 'nobody',
    status: 401,
    has: { error: 'access_denied' },
  },
  {
    says: '0.2 a wrong method is 405 with Allow and the envelope',
    ask: 'PUT /api/entries',
    status: 405,
    is: { code: 405, message: 'Method Not Allowed' },
    sends: { allow: 'GET, POST' },
  },
  {
    says: '0.2 an unknown path is 404 without a token',
    ask: 'GET /api/domains',
    as: 'nobody',
    status: 404,
    is: NOT_FOUND,
  },
  {
    says: '0.2 X-HTTP-Method-Override names the method of a POST',
    ask: 'POST /api/entries/{A}',
    headers: { 'x-http-method-override': 'PATCH' },
    json: { title: 'A, overridden' },
    has: { id: '{A}', title: 'A, overridden' },
  },
  {
    says: '0.2 the form field _method names the method of a POST',
    ask: 'POST /api/entries/{A}.json',
    form: '_method=PATCH&title=A',
    has: { id: '{A}', title: 'A' },
  },
  { says: '16.12 //api/entries.json is the list', ask: 'GET //api/entries.json', has: { total: 2 } },
]

const EMPTY_JSON = { 'content-type': JSON_TYPE }
const INVALID = { code: 400, message: 'Invalid json message received' }
const unchanged = { id: '{A}', title: 'A', is_archived: 1, is_starred: 1, tags: [] }

const BODIES: readonly Fact[] = [
  { says: '0.3 GET with the type JSON and no body', ask: 'GET /api/entries', headers: EMPTY_JSON, has: { total: 2 } },
  { says: '16.9 GET with the body {}', ask: 'GET /api/entries', json: {}, has: { total: 2 } },
  {
    says: '0.3 PATCH with the type JSON and no body',
    ask: 'PATCH /api/entries/{A}',
    headers: EMPTY_JSON,
    has: unchanged,
  },
  { says: '0.3 PATCH with {}', ask: 'PATCH /api/entries/{A}', json: {}, has: unchanged },
  { says: '0.3 a JSON array has no named fields', ask: 'PATCH /api/entries/{A}', json: ['title'], has: unchanged },
  {
    says: '0.3 null equals leaving a field out',
    ask: 'PATCH /api/entries/{A}',
    json: { title: null, archive: null, starred: null, tags: null, content: null, language: null, authors: null },
    has: unchanged,
  },
  {
    says: '0.3 malformed JSON is 400',
    ask: 'PATCH /api/entries/{A}',
    headers: EMPTY_JSON,
    body: '{"title":',
    status: 400,
    is: INVALID,
  },
  ...['1', '"title"', 'true'].map((body) => ({
    says: `0.3 the scalar ${body} is 400`,
    ask: 'POST /api/entries',
    headers: EMPTY_JSON,
    body,
    status: 400,
    is: INVALID,
  })),
  { says: '0.3 a form on PATCH', ask: 'PATCH /api/entries/{A}', form: 'title=A2', has: { title: 'A2' } },
  {
    says: '0.3 any other type has no parameters',
    ask: 'PATCH /api/entries/{A}',
    body: 'title=x',
    headers: { 'content-type': 'text/plain' },
    has: { title: 'A2' },
  },
  {
    says: '0.3 a query is not read where body fields are',
    ask: 'PATCH /api/entries/{A}?title=x',
    has: { title: 'A2' },
  },
  {
    says: '0.3 a body is not read where query fields are',
    ask: 'GET /api/entries',
    json: { archive: 1 },
    has: { total: 2 },
  },
  {
    says: '0.3 a charset beside the type of a form',
    ask: 'PATCH /api/entries/{A}',
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    body: 'title=A',
    has: unchanged,
  },
]

const counts = (query: string, total: number): Fact => ({
  says: `0.4 ${query} finds ${total}`,
  ask: `GET /api/entries?${query}`,
  has: { total },
})

const setsArchive = (value: unknown, flag: number): Fact => ({
  says: `0.4 archive ${JSON.stringify(value)} in a body sets ${flag}`,
  ask: 'PATCH /api/entries/{A}',
  json: { archive: value },
  has: { is_archived: flag },
})

const FLAGS: readonly Fact[] = [
  ...['archive', 'starred'].flatMap((flag) => [
    counts(`${flag}=false`, 1),
    counts(`${flag}=true`, 1),
    counts(`${flag}=0`, 1),
    counts(`${flag}=`, 1),
  ]),
  {
    says: '0.4 archive=false in a query means true',
    ask: 'GET /api/entries?archive=false',
    has: { _embedded: { items: [{ title: 'A' }] } },
  },
  {
    says: '0.4 archive= in a query means false',
    ask: 'GET /api/entries?archive=',
    has: { _embedded: { items: [{ title: 'B' }] } },
  },
  setsArchive(0, 0),
  setsArchive('false', 1),
  setsArchive('0', 0),
  setsArchive(true, 1),
  setsArchive('', 0),
  setsArchive(1, 1),
  setsArchive(false, 0),
  setsArchive('1', 1),
  setsArchive(null, 1),
  {
    says: '16.26 an empty flag in a form means no',
    ask: 'PATCH /api/entries/{A}',
    form: 'archive=',
    has: { is_archived: 0, is_starred: 1 },
  },
]

const labelled = (...labels: string[]) => ({ tags: labels.map((label) => ({ label })) })

const VALUES: readonly Fact[] = [
  counts('perPage=2abc', 2),
  counts('since=abc', 2),
  counts('since=-5', 2),
  counts('since=0', 2),
  counts('sort=CREATED&order=DESC&detail=FULL', 2),
  counts('tags=', 2),
  counts('perPage=9223372036854775807', 2),
  ...['page=abc', 'page=0', 'page=-1', 'perPage=abc', 'perPage=0', 'perPage=-1', 'page=2'].map((query) => ({
    says: `0.4 ${query} is 404`,
    ask: `GET /api/entries?${query}`,
    status: 404,
    is: NOT_FOUND,
  })),
  {
    says: '0.4 tags are trimmed and lower-cased',
    ask: 'PATCH /api/entries/{B}',
    json: { tags: ' Ink,, ÉTÉ ,' },
    has: labelled('ink', 'été'),
  },
  {
    says: '0.4 tags come as an array too',
    ask: 'PATCH /api/entries/{B}',
    json: { tags: ['Pen', ' nib '] },
    has: labelled('nib', 'pen'),
  },
  {
    says: '0.4 tags come as repeated form fields too',
    ask: 'PATCH /api/entries/{B}',
    form: 'tags[]=one&tags[]=two',
    has: labelled('one', 'two'),
  },
  {
    says: '0.4 authors are not trimmed',
    ask: 'PATCH /api/entries/{B}',
    json: { authors: 'Ann, Bob' },
    has: { published_by: ['Ann', ' Bob'] },
  },
  {
    says: '0.4 authors as an array are ignored',
    ask: 'PATCH /api/entries/{B}',
    json: { authors: ['Eve'] },
    has: { published_by: ['Ann', ' Bob'] },
  },
  ...[1767225600, '1767225600', '2026-01-01T02:00:00+02:00', 'Thu, 01 Jan 2026 00:00:00 GMT'].map((date) => ({
    says: `0.4 published_at ${JSON.stringify(date)} is read`,
    ask: 'PATCH /api/entries/{B}',
    json: { published_at: date },
    has: { published_at: '2026-01-01T00:00:00+0000' },
  })),
  {
    says: '0.4 a date that cannot be read is ignored',
    ask: 'PATCH /api/entries/{B}',
    json: { published_at: 'some day' },
    has: { published_at: '2026-01-01T00:00:00+0000' },
  },
]
