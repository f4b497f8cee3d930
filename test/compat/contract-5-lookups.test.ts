import { hash } from 'node:crypto'
import { test } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { playFacts, type Fact, type Names } from './contract-fact.fixture.ts'

/** Wallabag wallabag contract, sections 5 and 6: looking up whether URLs are saved, and requests with many URLs. */
for (const dialect of DIALECTS) {
  test(`${dialect}: contract 5 and 6, looking up and doing many`, async (t) => {
    const app = await testApp(t, dialect)
    const names = await shelf(app)
    await playFacts(t, app, EXISTS, names)
    await playFacts(t, app, BATCH, names)
  })
}

const A = 'https://a.example.org/x'
const ODD = 'https://a.example.org/caf%C3%A9+tea'
const NONE = 'https://none.example.org/'
const sha1 = (text: string) => hash('sha1', text, 'hex')
const encoded = encodeURIComponent

async function shelf(app: TestApp): Promise<Names> {
  const given = { title: 'T', content: '<p>x</p>' }
  const a = await app.save(app.alice, A, given)
  const odd = await app.save(app.alice, ODD, given)
  await app.save(app.bob, NONE, given)
  const many = Array.from({ length: 90 }, (_, index) => `hashed_urls[]=${sha1(String(index))}`).join('&')
  return { A: a.id, O: odd.id, many }
}

const exists = (says: string, query: string, is: unknown): Fact => ({
  says,
  ask: `GET /api/entries/exists.json?${query}`,
  is,
})
const hashes = { raw: sha1(ODD), decoded: sha1('https://a.example.org/café tea') }

const EXISTS: readonly Fact[] = [
  exists('5.2 url that is there', `url=${encoded(A)}`, { exists: true }),
  exists('5.2 url that is not', 'url=https://x.example.org/', { exists: false }),
  exists('5.2 url of another one', `url=${encoded(NONE)}`, { exists: false }),
  exists('5.2 with return_id', `return_id=1&url=${encoded(A)}`, { exists: '{A}' }),
  exists('5.2 return_id=0 means no', `return_id=0&url=${encoded(A)}`, { exists: true }),
  exists('16.21 with return_id null, not false', `return_id=1&url=${encoded(NONE)}`, { exists: null }),
  exists('5.2 by hash', `hashed_url=${sha1(A)}`, { exists: true }),
  exists('16.22 by the hash of the raw address', `return_id=1&hashed_url=${hashes.raw}`, { exists: '{O}' }),
  exists('16.22 by the hash of the decoded address', `return_id=1&hashed_url=${hashes.decoded}`, { exists: '{O}' }),
  exists('5.2 several addresses, unescaped', `urls[]=${A}&urls[]=${NONE}`, { [A]: true, [NONE]: false }),
  exists('16.21 several addresses by index', `urls[0]=${A}&urls[1]=${NONE}&return_id=1`, { [A]: '{A}', [NONE]: null }),
  exists('5.2 several hashes', `hashed_urls[]=${sha1(A)}&hashed_urls[]=${sha1(NONE)}`, {
    [sha1(A)]: true,
    [sha1(NONE)]: false,
  }),
  exists('5.2 several hashes with ids', `return_id=1&hashed_urls[]=${sha1(A)}`, { [sha1(A)]: '{A}' }),
  { says: '5.2 more than 4000 characters of query', ask: 'GET /api/entries/exists.json?{many}' },
  ...['', '?url=', '?hashed_url=', '?return_id=1'].map((query) => ({
    says: `5.2 nothing asked ("${query}") is 404`,
    ask: `GET /api/entries/exists${query}`,
    status: 404,
    is: { code: 404, message: 'Not Found' },
  })),
  exists('5.2 empty lists beside an address are none', `url=${encoded(A)}&urls=&hashed_urls=`, { exists: true }),
  { says: '5.2 empty lists alone ask for nothing', ask: 'GET /api/entries/exists?urls=&hashed_urls=', status: 404 },
  {
    says: '5.2 urls as a plain text is 400',
    ask: `GET /api/entries/exists?urls=${A}`,
    status: 400,
    is: { code: 400, message: 'Unexpected value for parameter "urls": expecting "array", got "string".' },
  },
]

const listOf = (name: string, value: unknown) => `${name}=${encoded(JSON.stringify(value))}`
const tagging = listOf('list', [
  { url: A, tags: 'One, two' },
  { url: NONE, tags: 'three' },
])

const BATCH: readonly Fact[] = [
  {
    says: '6 saving known addresses gives their ids, in order',
    ask: `POST /api/entries/lists.json?${listOf('urls', [ODD, A])}`,
    is: [
      { url: ODD, entry: '{O}' },
      { url: A, entry: '{A}' },
    ],
  },
  {
    says: '6 addresses may stand in objects, as the reference of wallabag shows them',
    ask: `POST /api/entries/lists?${listOf('urls', [{ url: ODD }, A])}`,
    is: [
      { url: ODD, entry: '{O}' },
      { url: A, entry: '{A}' },
    ],
  },
  ...[{}, { url: 1 }, null, 7, [A]].map((member) => ({
    says: `6 ${JSON.stringify(member)} is no address`,
    ask: `POST /api/entries/lists?${listOf('urls', [A, member])}`,
    status: 400,
    has: { code: 400 },
  })),
  {
    says: '6 more than ten are refused',
    ask: `POST /api/entries/lists?${listOf(
      'urls',
      Array.from({ length: 11 }, () => A),
    )}`,
    status: 400,
    is: { code: 400, message: 'API limit reached' },
  },
  ...[
    'POST /api/entries/lists',
    'DELETE /api/entries/list',
    'POST /api/entries/tags/lists',
    'DELETE /api/entries/tags/list',
  ].map((ask) => ({ says: `6 ${ask} without a list is []`, ask, is: [] })),
  { says: '6 the body is not read', ask: 'POST /api/entries/lists', json: { urls: [A] }, is: [] },
  {
    says: '6 tags are added by address',
    ask: `POST /api/entries/tags/lists?${tagging}`,
    is: [
      { url: A, entry: '{A}' },
      { url: NONE, entry: false },
    ],
  },
  { says: '6 they are there', ask: 'GET /api/entries/{A}', has: { tags: [{ label: 'one' }, { label: 'two' }] } },
  {
    says: '6 tags are taken by address, unknown ones ignored',
    ask: `DELETE /api/entries/tags/list?${listOf('list', [{ url: A, tags: 'one,none' }])}`,
    is: [{ url: A, entry: '{A}' }],
  },
  { says: '6 they are gone', ask: 'GET /api/entries/{A}', has: { tags: [{ label: 'two' }] } },
  { says: '6 a list that cannot be read deletes nothing', ask: 'DELETE /api/entries/list?urls=[', is: [] },
  {
    says: '6 deleting says what was there',
    ask: `DELETE /api/entries/list.json?${listOf('urls', [{ url: NONE }, A])}`,
    is: [
      { url: NONE, entry: false },
      { url: A, entry: true },
    ],
  },
  exists('6 it is gone', `url=${encoded(A)}`, { exists: false }),
]
