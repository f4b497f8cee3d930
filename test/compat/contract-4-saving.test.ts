import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { playFactsAlone, type Fact, type Names } from './contract-fact.fixture.ts'

/** Wallabag wallabag contract, section 4: saving a URL, with and without other fields. */
for (const dialect of DIALECTS) {
  test(`${dialect}: contract 4, saving`, async (t) => {
    const app = await testApp(t, dialect)
    await playFactsAlone(t, app, AGAIN, (user) => known(app, user))
    const names = { site: app.site.url, ...MEASURED }
    await playFactsAlone(t, app, [...CLEANING, ...FETCHING, ...DERIVED, ...REFUSALS], async () => names)
    await counted(t, app)
    await unchanged(t, app)
  })
}

const URL_A = 'https://a.example.org/caf%C3%A9'
const CONTENT = '<p>Ink on paper</p>'

async function known(app: TestApp, user: TestUser): Promise<Names> {
  const fields = { title: 'A', content: CONTENT, tags: 'ink', archive: 1, starred: 1, authors: 'Ada' }
  const saved = await app.save(user, URL_A, fields)
  return { A: saved.id, created: String(saved['created_at']) }
}

const latin = Array.from({ length: 200 }, () => 'word').join(' ')
const MEASURED = { latin, han: '漢'.repeat(400) }

const saves = (says: string, json: object, has: object): Fact => ({ says, ask: 'POST /api/entries.json', json, has })
const A = { id: '{A}', title: 'A', created_at: '{created}' }
const labels = (...names: string[]) => ({ tags: names.map((label) => ({ label })) })

/** Saving a URL again (wallabag contract 4.1 and 16.32). */
const AGAIN: readonly Fact[] = [
  saves(
    '4.1 a known address keeps id, title, tags, flags, authors',
    { url: URL_A },
    { ...A, is_archived: 1, is_starred: 1, published_by: ['Ada'], ...labels('ink') },
  ),
  saves('4.1 the same address spelt another way', { url: 'https://a.example.org/café' }, A),
  saves('4.1 tags are added', { url: URL_A, tags: 'pen' }, { ...A, ...labels('ink', 'pen') }),
  saves('4.1 flags are set', { url: URL_A, archive: 0, starred: '0' }, { ...A, is_archived: 0, is_starred: 0 }),
  saves(
    '4.1 empty fields keep what is there',
    { url: URL_A, title: '', content: '', tags: '', authors: '' },
    { ...A, content: CONTENT },
  ),
  saves('4.1 a title replaces', { url: URL_A, title: 'A2' }, { id: '{A}', title: 'A2' }),
]

/** Sanitising of given content (wallabag contract 4.2). With a title and content, no page is fetched. */
const CLEANING: readonly Fact[] = [
  {
    says: '4.2 given content is cleaned, and given values are returned',
    ask: 'POST /api/entries',
    json: {
      url: 'https://c.example.org/a/b',
      title: 'C',
      content: '<p onclick="x()">T <script>alert(1)</script><img src="../i.png"></p>',
      language: 'en-us',
    },
    has: {
      title: 'C',
      language: 'en_us',
      preview_picture: 'https://c.example.org/i.png',
      domain_name: 'c.example.org',
      http_status: null,
    },
    text: /^(?!.*(onclick|<script))/,
  },
  {
    says: '4.2 a form does as well',
    ask: 'POST /api/entries.json',
    form: 'url=https%3A%2F%2Ff.example.org%2F&title=F&content=%3Cp%3Ex%3C%2Fp%3E&starred=1&archive=0',
    has: { title: 'F', is_starred: 1, is_archived: 0 },
  },
]

const FETCHING: readonly Fact[] = [
  saves(
    '4.2 an address alone is fetched',
    { url: '{site}/news' },
    { title: 'Harbour town rebuilds its sea wall by hand', http_status: '200', domain_name: '127.0.0.1' },
  ),
  saves(
    '4.2 a given title wins over the page’s',
    { url: '{site}/article/mine', title: 'Mine' },
    { title: 'Mine', http_status: '200' },
  ),
  saves(
    '4.2 given tags and flags join what is fetched',
    { url: '{site}/article/tagged', tags: 'a', starred: 1 },
    { is_starred: 1, ...labels('a') },
  ),
  {
    says: '4.3 a failed fetch is 200, titled by the last part of the path',
    ask: 'POST /api/entries',
    json: { url: '{site}/gone/last-part', tags: 'kept' },
    has: {
      title: 'last-part',
      url: '{site}/gone/last-part',
      given_url: '{site}/gone/last-part',
      domain_name: '127.0.0.1',
      reading_time: 0,
      language: null,
      preview_picture: null,
      published_at: null,
      ...labels('kept'),
    },
  },
  saves(
    '4.3 the title of the client stays',
    { url: '{site}/gone/other', title: 'Given' },
    { title: 'Given', reading_time: 0 },
  ),
]

const timed = (words: string, minutes: number) =>
  saves(
    `4.4 ${words}: ${minutes} minutes`,
    { url: `https://t.example.org/${words}`, title: 'T', content: `<p>{${words}}</p>` },
    { reading_time: minutes },
  )

const DERIVED: readonly Fact[] = [
  timed('latin', 1),
  timed('han', 1),
  saves(
    '4.4 the domain has no port',
    { url: 'https://p.example.org:8443/', title: 'P', content: CONTENT },
    { domain_name: 'p.example.org' },
  ),
  saves(
    '4.4 public makes a uid',
    { url: 'https://p.example.org/', title: 'P', content: CONTENT, public: 1 },
    { is_public: true },
  ),
]

const refused = (says: string, json: object, message?: string): Fact => ({
  says,
  ask: 'POST /api/entries',
  json,
  status: 400,
  has: { code: 400, ...(message !== undefined && { message }) },
})
const BLANK = 'This value should not be blank.\n'

const REFUSALS: readonly Fact[] = [
  refused('4.5 no address', {}),
  refused('4.5 null is no address', { url: null }),
  refused('4.5 an empty address', { url: '' }, BLANK),
  refused('4.5 no absolute address', { url: 'news' }, 'The url \'"news"\' is not a valid url\n'),
  refused(
    '4.5 another scheme',
    { url: 'ftp://a.example.org/' },
    'The url \'"ftp://a.example.org/"\' is not a valid url\n',
  ),
  {
    says: '4.5 an address in the query is not read',
    ask: 'POST /api/entries?url=https://q.example.org/',
    status: 400,
    has: { code: 400 },
  },
]

async function counted(t: TestContext, app: TestApp): Promise<void> {
  const total = async (user: TestUser, query = '') =>
    (await app.ask(user, { url: `/api/entries${query}` })).json<{ total: number }>().total
  await t.test('4.1 saving a known address makes no second entry', async () => {
    const user = await app.newUser()
    await known(app, user)
    await app.save(user, 'https://a.example.org/café', { tags: 'pen' })
    assert.equal(await total(user), 1)
  })
  await t.test('2.1 notParsed finds failed fetches', async () => {
    const user = await app.newUser()
    await known(app, user)
    await app.save(user, `${app.site.url}/gone/last-part`)
    assert.deepEqual([await total(user, '?notParsed=1'), await total(user)], [1, 2])
  })
}

async function unchanged(t: TestContext, app: TestApp): Promise<void> {
  await t.test('2.3 updated_at stays when nothing changes, and advances with tags and flags', async () => {
    const user = await app.newUser()
    const { A: id } = await known(app, user)
    const url = `/api/entries/${id}`
    const patch = async (payload: object): Promise<string> => {
      app.clock.advance(10)
      const answer = await app.ask(user, { method: 'PATCH', url, payload })
      return answer.json<{ updated_at: string }>().updated_at
    }
    const before = (await app.ask(user, { url })).json<{ updated_at: string }>().updated_at
    assert.equal(await patch({}), before)
    const tagged = await patch({ tags: 'moved' })
    assert.ok(tagged > before)
    assert.ok((await patch({ starred: 1 })) > tagged)
  })
}
