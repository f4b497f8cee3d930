import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: the page of the tags`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    const ids: number[] = []
    for (const [name, tags] of Object.entries({ a: 'sea,old', b: 'sea,new', c: 'old', d: '' })) {
      ids.push(
        (await app.save(app.alice, `https://example.org/${name}`, { title: name, content: '<p>x</p>', tags })).id,
      )
    }
    await app.save(app.bob, 'https://example.org/bob', { title: 'bob', content: '<p>x</p>', tags: 'old' })
    await showing(t, browser)
    await undoing(t, app, browser, ids)
    await renaming(t, app, browser, ids)
    await deleting(t, browser)
  })
}

async function tagsOf(app: TestApp, id: number): Promise<string> {
  const entry = (await app.ask(app.alice, { url: `/api/entries/${id}` })).json<WireEntry>()
  return (entry['tags'] as { readonly label: string }[])
    .map(({ label }) => label)
    .toSorted()
    .join()
}

const idOf = (page: string, label: string) =>
  new RegExp(`id="tag-(\\d+)"[^>]*>\\s*<a[^>]*><bdi>${label}<`).exec(page)![1]!

for (const dialect of DIALECTS) {
  test(`${dialect}: more than a thousand tags are on several pages`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    const labels = Array.from({ length: 1001 }, (_, index) => `tag ${index + 1}`)
    for (let start = 0; start < labels.length; start += 100) {
      const tags = labels.slice(start, start + 100).join()
      await app.save(app.alice, `https://example.org/${start}`, { title: 'T', content: '<p>x</p>', tags })
    }
    const shown = async (query: string) => {
      const { body } = await browser.get(`/tag/list${query}`)
      const rows = [...body.matchAll(/<bdi>([^<]+)<\/bdi>/g)].map(([, label]) => label)
      return { body, rows }
    }
    const first = await shown('')
    assert.deepEqual([first.rows.length, first.rows[0], first.rows.at(-1)], [1000, 'tag 1', 'tag 1000'])
    assert.match(first.body, /<a href="\/tag\/list\?page=2" rel="next">Next<\/a>/)
    for (const query of ['?page=2', '?page=9']) assert.deepEqual((await shown(query)).rows, ['tag 1001'])
    const last = await shown('?page=2')
    const form = { token: hiddenField(last.body, 'token'), label: '' }
    const refused = (await browser.post(`/tag/rename/${idOf(last.body, 'tag 1001')}`, form)).body
    assert.match(refused, /<details open>/)
    await t.test('and the field finds those of all pages, without a script', async () => {
      assert.match(first.body, /<form class="tag-filter" action="\/tag\/list" method="get"/)
      assert.doesNotMatch(first.body, /row-filter#filter/)
      assert.deepEqual((await shown('?q=1001')).rows, ['tag 1001'])
      assert.deepEqual((await shown('?q=+TAG++1001+')).rows, ['tag 1001'])
      assert.equal((await shown('?q=99')).rows.length, 19)
      const none = await shown('?q=nothing')
      assert.deepEqual(none.rows, [])
      assert.match(none.body, /role="status">No matching tags</)
      assert.match(none.body, /<a href="\/tag\/list">Clear filters</)
      const many = await shown('?q=tag')
      assert.equal(many.rows.length, 1000)
      assert.match(many.body, /href="\/tag\/list\?q=tag&amp;page=2" rel="next"/)
      assert.deepEqual((await shown('?q=tag&page=2')).rows, ['tag 1001'])
    })
  })
}

async function showing(t: TestContext, browser: InjectBrowser): Promise<void> {
  await t.test('tags have their numbers and link to their entries', async () => {
    const page = (await browser.get('/tag/list')).body
    const rows = [...page.matchAll(/<bdi>([^<]+)<\/bdi><\/a><span class="count">(\d+)</g)].map((row) =>
      row.slice(1).join(),
    )
    assert.deepEqual(rows, ['new,1', 'old,2', 'sea,2'])
    assert.equal((await browser.get('/tag/list/t:sea')).headers['location'], '/all/list?tag=sea')
    assert.equal((await browser.get('/tag/list/t:none')).statusCode, 404)
  })
}

async function renaming(t: TestContext, app: TestApp, browser: InjectBrowser, ids: readonly number[]): Promise<void> {
  const page = (await browser.get('/tag/list')).body
  const token = hiddenField(page, 'token')
  await t.test('renaming a tag to an existing name merges the two', async () => {
    const since = Math.floor(Date.now() / 1000)
    app.clock.advance(5)
    const answer = await browser.post(`/tag/rename/${idOf(page, 'old')}`, { token, label: ' New ' })
    assert.deepEqual([answer.statusCode, answer.headers['location']], [303, '/tag/list'])
    assert.deepEqual(await Promise.all(ids.map((id) => tagsOf(app, id))), ['new,sea', 'new,sea', 'new', ''])
    const labels = (await app.ask(app.alice, { url: '/api/tags' }))
      .json<{ label: string }[]>()
      .map(({ label }) => label)
    assert.deepEqual(labels, ['new', 'sea'])
    const changed = await app.ask(app.alice, { url: `/api/entries?since=${since + 2}&detail=metadata` })
    assert.equal(changed.json<{ total: number }>().total, 2)
    assert.equal((await app.ask(app.bob, { url: '/api/tags' })).json<unknown[]>().length, 1)
  })
  await t.test('an empty name, or several names, are refused beside the field', async () => {
    for (const label of ['', ' , ', 'one,two', 'x'.repeat(300)]) {
      const answer = await browser.post(`/tag/rename/${idOf(page, 'sea')}`, { token, label })
      assert.equal(answer.statusCode, 422, label)
      assert.match(answer.body, /Enter one tag, without commas/)
    }
    assert.equal((await browser.post('/tag/rename/999999', { token, label: 'x' })).statusCode, 404)
    assert.equal((await browser.post(`/tag/rename/${idOf(page, 'sea')}`, { token: 'x', label: 'x' })).statusCode, 403)
    const stranger = await signedIn(app, app.bob)
    const own = hiddenField((await stranger.get('/tag/list')).body, 'token')
    assert.equal((await stranger.post(`/tag/rename/${idOf(page, 'sea')}`, { token: own, label: 'x' })).statusCode, 404)
  })
}

async function undoing(t: TestContext, app: TestApp, browser: InjectBrowser, ids: readonly number[]): Promise<void> {
  const token = hiddenField((await browser.get('/tag/list')).body, 'token')
  const library = () => Promise.all(ids.map((id) => tagsOf(app, id)))
  const idOfTag = async (label: string) => idOf((await browser.get('/tag/list')).body, label)
  await t.test('a rename, a merge and a removal are in the history, and undone exactly', async () => {
    const before = await library()
    const changes = [
      { path: `/tag/rename/${await idOfTag('sea')}`, label: 'ocean', shown: /Tag renamed on 2 entries[^]*sea → ocean/ },
      { path: `/tag/rename/${await idOfTag('old')}`, label: 'sea', shown: /Tag renamed on 2 entries[^]*old → sea/ },
      { path: `/tag/delete/${await idOfTag('sea')}`, label: '', shown: /Tag removed from 2 entries[^]*>sea</ },
    ]
    for (const { path, label, shown } of changes) {
      const id = await idOfTag(path.includes('delete') || label === 'ocean' ? 'sea' : 'old')
      await browser.post(path.replace(/\d+$/, id), { token, label })
      assert.notDeepEqual(await library(), before)
      assert.match((await browser.get('/tag/list')).body, /class="notice"[^]*action="\/undo"/)
      assert.match((await browser.get('/history')).body, shown)
      await browser.post('/undo', { token, action: 'last' })
      assert.deepEqual(await library(), before)
    }
    assert.equal((await app.ask(app.bob, { url: '/api/tags' })).json<unknown[]>().length, 1)
  })
  await t.test('an entry whose tags were changed in the meantime keeps them', async () => {
    await browser.post(`/tag/rename/${await idOfTag('sea')}`, { token, label: 'ocean' })
    await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${ids[0]}`, payload: { tags: 'mine' } })
    await browser.post('/undo', { token, action: 'last' })
    assert.deepEqual(await library(), ['mine', 'new,sea', 'old', ''])
    await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${ids[0]}`, payload: { tags: 'sea,old' } })
  })
}

async function deleting(t: TestContext, browser: InjectBrowser): Promise<void> {
  await t.test('deleting a tag can be undone', async () => {
    const page = (await browser.get('/tag/list')).body
    const token = hiddenField(page, 'token')
    const deleted = await browser.post(
      `/tag/delete/${idOf(page, 'sea')}`,
      { token },
      { accept: 'text/vnd.turbo-stream.html' },
    )
    assert.match(deleted.body, /action="remove" target="tag-\d+"/)
    assert.ok(!(await browser.get('/tag/list')).body.includes('<bdi>sea<'))
    await browser.post('/undo', { token, action: /name="action" value="(\d+)"/.exec(deleted.body)![1]! })
    assert.match((await browser.get('/tag/list')).body, /<bdi>sea<\/bdi><\/a><span class="count">2</)
  })
}
