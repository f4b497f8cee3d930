import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type TestUser, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: the page of the deleted entries`, async (t) => {
    const app = await testApp(t, dialect)
    await restoring(t, app)
    await merging(t, app)
    await searching(t, app)
    await deletingForever(t, app)
    await paging(t, app)
  })
}

/** A user with a signed-in browser. */
interface Desk {
  readonly app: TestApp
  readonly user: TestUser
  readonly browser: InjectBrowser
  readonly token: string
}

async function openDesk(app: TestApp): Promise<Desk> {
  const user = await app.newUser()
  const browser = await signedIn(app, user)
  return { app, user, browser, token: hiddenField((await browser.get('/all/list')).body, 'token') }
}

/** Saves an entry as an API client, and deletes it. @returns its id */
async function deleted({ app, user }: Desk, name: string, fields: Record<string, unknown> = {}): Promise<number> {
  const { id } = await app.save(user, `https://example.org/${name}`, { title: name, content: '<p>tide</p>', ...fields })
  await app.ask(user, { method: 'DELETE', url: `/api/entries/${id}` })
  return id
}

async function readEntry({ app, user }: Desk, id: number): Promise<WireEntry | undefined> {
  const response = await app.ask(user, { url: `/api/entries/${id}` })
  return response.statusCode === 200 ? response.json<WireEntry>() : undefined
}

async function titlesIn({ browser }: Desk, query = ''): Promise<string[]> {
  const { body } = await browser.get(`/trash${query}`)
  return [...body.matchAll(/class="trash-title"><bdi>([^<]*)</g)].map(([, title]) => title!)
}

/** @returns the fields of ticked boxes */
function select(...ids: readonly (number | 'all')[]): Record<string, string> {
  return Object.fromEntries(ids.map((id, index) => [`entries[${index}]`, String(id)]))
}

/** Members of an entry that change when it is restored. A tag without entries is deleted, and so gets a new id. */
const withoutMoving = (entry: WireEntry | undefined) =>
  JSON.stringify({ ...entry, updated_at: '' }).replace(/"tags":\[\{"id":\d+/, '"tags":[{')

async function restoring(t: TestContext, app: TestApp): Promise<void> {
  await t.test('restores one entry or several, with tags, annotations, note, collection and text', async () => {
    const desk = await openDesk(app)
    const { user, browser, token } = desk
    const { id } = await app.save(user, 'https://example.org/a', { title: 'A', content: '<p>tide</p>', tags: 'sea' })
    const { id: other } = await app.save(user, 'https://example.org/b', { title: 'B', content: '<p>tide</p>' })
    const ask = (method: 'POST' | 'GET', url: string, payload?: object) =>
      app.ask(user, { method, url, ...(payload && { payload }) })
    await ask('POST', `/api/annotations/${id}`, { quote: 'tide', text: 'high', ranges: [] })
    const collection = (await ask('POST', '/api/collections', { name: 'Coast' })).json<{ id: number }>().id
    await ask('POST', `/api/collections/${collection}/entries`, { entries: [id] })
    await browser.post(`/edit/${id}`, { token, title: 'A', note: 'For later', tags: 'sea', language: '', picture: '' })
    const before = await readEntry(desk, id)
    await browser.post(`/delete/${id}`, { token, back: '/all/list' })
    await app.ask(user, { method: 'DELETE', url: `/api/entries/${other}` })
    assert.deepEqual((await titlesIn(desk)).toSorted(), ['A', 'B'])
    await browser.post('/trash', { token, back: '/trash', entry: String(id) })
    assert.match((await browser.get('/trash')).body, /1 entry restored/)
    assert.deepEqual(await titlesIn(desk), ['B'])
    const after = await readEntry(desk, id)
    assert.equal(withoutMoving(after), withoutMoving(before))
    const listed = await ask('GET', `/api/entries?collection=${collection}`)
    assert.equal(listed.json<{ total: number }>().total, 1)
    assert.match((await browser.get(`/view/${id}`)).body, /For later/)
    assert.match((await browser.get('/history')).body, /Undone/)
    await app.ask(user, { method: 'DELETE', url: `/api/entries/${id}` })
    await browser.post('/trash', { token, ...select(id, other), action: 'restore' })
    assert.ok((await readEntry(desk, id)) && (await readEntry(desk, other)))
    assert.match((await browser.get('/trash')).body, /Nothing deleted/)
  })
  await t.test('the entries of other users are neither listed nor restored nor deleted', async () => {
    const desk = await openDesk(app)
    const id = await deleted(desk, 'mine')
    const other = await openDesk(app)
    assert.deepEqual(await titlesIn(other), [])
    await other.browser.post('/trash', { token: other.token, entry: String(id) })
    await other.browser.post('/trash/delete', { token: other.token, ...select(id) })
    assert.deepEqual(await titlesIn(desk), ['mine'])
    const { body } = await desk.browser.post('/trash', { token: desk.token, action: 'restore', back: '/trash' })
    assert.equal(body, '')
    assert.match((await desk.browser.get('/trash')).body, /Select entries first/)
  })
}

async function merging(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a restored entry whose address was saved again is merged with the new entry', async () => {
    const desk = await openDesk(app)
    const { user, browser, token } = desk
    const id = await deleted(desk, 'twice', { tags: 'old' })
    await app.save(user, 'https://example.org/twice', { title: 'twice', content: '<p>tide</p>', tags: 'new' })
    await browser.post('/trash', { token, entry: String(id) })
    const { items } = (await app.ask(user, { url: '/api/entries' })).json<{
      _embedded: { items: { tags: { label: string }[] }[] }
    }>()._embedded
    assert.equal(items.length, 1)
    assert.deepEqual(items[0]!.tags.map(({ label }) => label).toSorted(), ['new', 'old'])
  })
}

async function searching(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a query finds deleted entries, and `in:trash` leads from the search to the page', async () => {
    const desk = await openDesk(app)
    await deleted(desk, 'harbour', { tags: 'sea', authors: 'Jane Doe' })
    await deleted(desk, 'mountain')
    assert.deepEqual(await titlesIn(desk, '?q=harb'), ['harbour'])
    assert.deepEqual(await titlesIn(desk, '?q=tag:sea+in:trash'), ['harbour'])
    assert.deepEqual(await titlesIn(desk, '?q=-author:jane'), ['mountain'])
    assert.deepEqual(await titlesIn(desk, '?q=in:%22No+such%22'), [])
    assert.match((await desk.browser.get('/trash?q=nothing')).body, /No deleted entry matches/)
    const { headers } = await desk.browser.get('/search?q=tag%3Asea+in%3Atrash')
    assert.equal(headers['location'], '/trash?q=tag%3Asea+in%3Atrash')
    for (const query of ['in:trash', 'harbour OR in:trash', 'in:trash,archive']) {
      const answer = await app.ask(desk.user, { url: `/api/entries?q=${encodeURIComponent(query)}` })
      assert.equal(answer.json<{ total: number }>().total, 0, query)
    }
  })
}

async function deletingForever(t: TestContext, app: TestApp): Promise<void> {
  await t.test('deletes selected entries or all of them forever, after a confirmation', async () => {
    const desk = await openDesk(app)
    const { browser, token, user } = desk
    const [one, two, three] = [await deleted(desk, 'one'), await deleted(desk, 'two'), await deleted(desk, 'three')]
    const { id } = await app.save(user, 'https://example.org/four', { title: 'four' })
    await browser.post(`/delete/${id}`, { token, back: '/all/list' })
    const { headers } = await browser.post('/trash', {
      token,
      ...select(one, id),
      action: 'delete',
    })
    const path = String(headers['location'])
    assert.equal((await titlesIn(desk)).length, 4)
    assert.match((await browser.get(path)).body, /Delete 2 entries forever\?/)
    await browser.post('/trash/delete', { token, ...select(one, id) })
    assert.match((await browser.get('/trash')).body, /2 entries deleted forever/)
    assert.match((await browser.get('/history')).body, /Nothing to undo/)
    await browser.post('/trash', { token, entry: String(one) })
    assert.equal(await readEntry(desk, one), undefined)
    assert.match((await browser.get('/trash/delete?entries=all')).body, /Delete 2 entries forever\?/)
    await browser.post('/trash/delete', { token, ...select('all') })
    assert.deepEqual(await titlesIn(desk), [])
    assert.equal(await readEntry(desk, two), undefined)
    assert.equal(await readEntry(desk, three), undefined)
    assert.equal((await browser.get('/trash/delete?entries=x')).statusCode, 404)
    assert.equal((await browser.post('/trash/delete', { ...select('all') })).statusCode, 403)
  })
}

async function paging(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the entries that were deleted last come first, on several pages', async () => {
    const desk = await openDesk(app)
    for (let index = 0; index < 31; index++) {
      await deleted(desk, `entry ${index}`)
      app.clock.advance(1)
    }
    assert.deepEqual((await titlesIn(desk)).slice(0, 2), ['entry 30', 'entry 29'])
    assert.deepEqual(await titlesIn(desk, '?page=2'), ['entry 0'])
    const { body } = await desk.browser.get('/trash?select=all')
    assert.equal(body.match(/name="entries\[\]" value="\d+" checked/g)?.length, 30)
    assert.equal((await desk.browser.get('/trash?page=3')).headers['location'], '/trash?page=2')
    assert.equal((await desk.browser.get('/trash?page=x')).statusCode, 404)
  })
}
