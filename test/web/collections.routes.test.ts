import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { EntryId } from '../../src/kernel/branded-ids.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: collections on the pages`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    const ids: number[] = []
    for (const [name, tags] of Object.entries({ one: 'sea', two: 'sea', three: 'land', four: '' })) {
      const fields = { title: name, content: `<p>words of ${name}</p>`, tags }
      ids.push((await app.save(app.alice, `https://example.org/${name}`, fields)).id)
    }
    await t.test('a smart collection lists the entries of its query', () => smart(browser))
    await t.test('a form with a wrong name is refused beside the field', () => refusals(app, browser))
    await t.test('entries are picked from their own page, and in bulk', () => picking(browser, ids))
    await t.test('hand-picked entries are in the order of their owner', () => arranging(browser, ids))
    await t.test('a query names a collection, and another collection does', () => naming(browser, ids))
    await t.test('changes of a collection can be undone', () => undoing(browser, ids))
    await t.test('a public page shows titles, excerpts and links to visitors', () => publishing(app, browser))
    await t.test('other users cannot see it', () => strangers(app, browser))
    await restoring(t, browser, ids)
  })

  test(`${dialect}: without hand-picked entries, the newest results of a query come first`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    const save = async (title: string, savedAt: string) => {
      const fields = { title, content: '<p>x</p>', tags: 'sea' }
      const { id } = await app.save(app.alice, `https://example.org/${title}`, fields)
      await app.database.transaction((tx) =>
        tx
          .updateTable('entry')
          .set({ created_at: savedAt })
          .where('id', '=', id as EntryId)
          .execute(),
      )
      return id
    }
    const early = await save('early', '2020-01-01T00:00:00.000Z')
    await save('late', '2021-01-01T00:00:00.000Z')
    await save('imported', '2010-01-01T00:00:00.000Z')
    const path = String((await create(browser, { name: 'Sea', query: 'tag:sea', sort: 'manual' })).headers.location)
    const shown = async () => {
      const { body } = await browser.get(path)
      return [/list-order">([^<]*)</.exec(body)?.[1], titles(body)]
    }
    assert.deepEqual(await shown(), ['Newest first', ['late', 'early', 'imported']])
    assert.match((await browser.get(`${path}/edit`)).body, /<option value="newest" selected>/)
    const token = hiddenField((await browser.get(path)).body, 'token')
    const id = /\d+$/.exec(path)![0]
    await browser.post(`/view/${early}/collections`, { token, 'collections[]': id, back: '/', name: '' })
    assert.deepEqual(await shown(), ['Your order', ['early', 'imported', 'late']])
    const own = String((await create(browser, { name: 'Titles', query: 'tag:sea sort:title' })).headers.location)
    assert.match((await browser.get(own)).body, /list-order">Title</)
  })
}

/** @returns the titles of the cards, in order */
function titles(page: string): string[] {
  return [...page.matchAll(/data-action-name="open">([^<]+)</g)].map((match) => match[1]!)
}

async function create(browser: InjectBrowser, fields: Record<string, string>) {
  const token = hiddenField((await browser.get('/collections/new')).body, 'token')
  return browser.post('/collections/new', { token, icon: 'folder', pinned: '1', ...fields })
}

async function smart(browser: InjectBrowser): Promise<void> {
  const form = await browser.get('/collections/new?q=tag:sea')
  assert.match(form.body, /name="query" type="text" value="tag:sea"/)
  const created = await create(browser, { name: ' By the  sea ', query: 'tag:sea', sort: 'title' })
  assert.equal(created.statusCode, 303)
  const path = created.headers.location!
  const page = (await browser.get(path)).body
  assert.deepEqual(titles(page), ['one', 'two'])
  assert.match(page, /<h1 tabindex="-1" dir="auto">By the sea<\/h1><p class="meta" id="list-count">2 entries</)
  const rail = (await browser.get('/collections/rail')).body
  assert.match(rail, /By the sea<\/span><span class="count">2</)
  const [reader] = /\/view\/\d+\?list=collection&amp;id=\d+/.exec(page)!
  const read = (await browser.get(reader.replaceAll('&amp;', '&'), { accept: 'text/html' })).body
  assert.match(read, /data-action-name="back"[^>]*>.*<span>By the sea<\/span>/)
  assert.match(read, /data-action-name="next"/)
}

async function refusals(app: TestApp, browser: InjectBrowser): Promise<void> {
  await create(browser, { name: 'Ashore', query: '' })
  const count = async () => (await app.ask(app.alice, { url: '/api/collections' })).json<unknown[]>().length
  const before = await count()
  for (const [name, said] of [
    ['', 'Enter a name'],
    ['x'.repeat(101), 'Enter a name'],
    ['ASHORE', 'already have a collection'],
  ] as const) {
    const answer = await create(browser, { name, query: '' })
    assert.equal(answer.statusCode, 422, name)
    assert.ok(answer.body.includes(said), name)
  }
  const odd = await create(browser, { name: 'odd', query: 'sort:nothing is:unread' })
  assert.match(
    (await browser.get(odd.headers.location!)).body,
    /role="status"><ul class="meta search-warnings"><li>[^<]*sort:nothing/,
  )
  const undone = hiddenField((await browser.get(odd.headers.location!)).body, 'token')
  await browser.post(`${odd.headers.location!}/delete`, { token: undone })
  const long = await create(browser, { name: 'long', query: 'é'.repeat(2100) })
  assert.equal(long.statusCode, 422)
  assert.match(long.body, /aria-describedby="collection-query-error collection-query-hint"/)
  assert.match(long.body, /id="collection-query-error"/)
  assert.equal(await count(), before)
}

async function picking(browser: InjectBrowser, ids: readonly number[]): Promise<void> {
  assert.equal((await create(browser, { name: 'Picked', query: '', sort: 'manual' })).statusCode, 303)
  const id = await idOf(browser, 'Picked')
  const page = `/view/${ids[3]}/collections`
  const token = hiddenField((await browser.get(page)).body, 'token')
  const fields = { token, back: '/all/list', 'collections[]': String(id) }
  const added = await browser.post(page, fields)
  assert.deepEqual([added.statusCode, added.headers.location], [303, '/all/list'])
  const bulk = { token, back: '/all/list', action: 'collect', collection: String(id), 'ids[]': String(ids[0]) }
  assert.equal((await browser.post('/bulk', bulk)).statusCode, 303)
  const whole = {
    token,
    back: '/all/list?tag=land',
    list: 'all',
    scope: 'all',
    action: 'collect',
    collection: String(id),
  }
  assert.equal((await browser.post('/bulk', whole)).statusCode, 303)
  assert.deepEqual(titles((await browser.get(`/collections/${id}`)).body), ['four', 'one', 'three'])
  assert.match((await browser.get(`/collections/${id}`)).body, new RegExp(`/collections/${id}/edit#public-page`))
  assert.match((await browser.get(`/collections/${id}/edit`)).body, /<h2 id="public-page">Public page</)
  await pickingByName(browser, ids, token)
}

/** Adds entries to a collection by its name, also with Enter in the field for it, which presses the button for tags. */
async function pickingByName(browser: InjectBrowser, ids: readonly number[], token: string): Promise<void> {
  const fields = { token, back: '/all/list', tags: '', 'ids[]': String(ids[1]) }
  for (const [action, name] of [
    ['collect', 'By name'],
    ['tag', 'by  NAME '],
  ] as const) {
    assert.equal((await browser.post('/bulk', { ...fields, action, name })).statusCode, 303)
    fields['ids[]'] = String(ids[2])
  }
  const id = await idOf(browser, 'By name')
  assert.deepEqual(titles((await browser.get(`/collections/${id}`)).body), ['two', 'three'])
  await browser.post('/bulk', { ...fields, action: 'collect', name: 'x'.repeat(101) })
  assert.match((await browser.get('/all/list')).body, /Enter a name of up to 100 characters/)
  await browser.post(`/collections/${id}/delete`, { token })
}

async function idOf(browser: InjectBrowser, name: string): Promise<string> {
  const page = (await browser.get('/collections')).body
  return new RegExp(`href="/collections/(\\d+)">(?:(?!</a>).)*<span dir="auto">${name}<`).exec(page)![1]!
}

/** Creates a collection with the entries `four`, `one` and `three`, in this order. @returns its id */
async function createPicked(browser: InjectBrowser, name: string, ids: readonly number[]): Promise<string> {
  await create(browser, { name, query: '', sort: 'manual' })
  const collection = await idOf(browser, name)
  const token = hiddenField((await browser.get('/collections/new')).body, 'token')
  for (const index of [3, 0, 2]) {
    await browser.post('/bulk', { token, back: '/', action: 'collect', collection, 'ids[]': String(ids[index]) })
  }
  return collection
}

async function arranging(browser: InjectBrowser, ids: readonly number[]): Promise<void> {
  const id = await createPicked(browser, 'Arranged', ids)
  const order = async () => {
    const page = (await browser.get(`/collections/${id}/arrange`)).body
    return [...page.matchAll(/data-id="(\d+)"[^]*?<span dir="auto">([^<]+)</g)].map(([, entry, title]) => [
      title,
      entry,
    ])
  }
  const rows = Object.fromEntries(await order()) as Record<string, string>
  const token = hiddenField((await browser.get(`/collections/${id}/arrange`)).body, 'token')
  const move = (title: string, to: Record<string, string>) =>
    browser.post(`/collections/${id}/entries/${rows[title]}/move`, { token, back: `/collections/${id}/arrange`, ...to })
  const steps: [string, Record<string, string>, string][] = [
    ['three', { to: 'up' }, 'four,three,one'],
    ['four', { to: 'down' }, 'three,four,one'],
    ['one', { to: 'first' }, 'one,three,four'],
    ['one', { to: 'up' }, 'one,three,four'],
    ['one', { before: rows['four']! }, 'three,one,four'],
    ['three', { after: rows['four']! }, 'one,four,three'],
  ]
  for (const [title, to, expected] of steps) {
    assert.equal((await move(title, to)).statusCode, 303)
    assert.equal((await order()).map(([name]) => name).join(), expected)
  }
  // Moving an entry to the same gap repeatedly exhausts the position numbers between its neighbours.
  for (let round = 0; round < 40; round++) {
    const [first, second, third] = (await order()).map(([title]) => title!)
    await move(third!, { before: rows[second!]! })
    assert.equal((await order()).map(([title]) => title).join(), [first, third, second].join())
  }
  assert.equal((await move('one', { to: 'elsewhere' })).statusCode, 400)
  assert.equal((await browser.post(`/collections/${id}/entries/999999/move`, { token, to: 'up' })).statusCode, 404)
}

async function naming(browser: InjectBrowser, ids: readonly number[]): Promise<void> {
  await createPicked(browser, 'Named', ids)
  await create(browser, { name: 'On the coast', query: 'tag:sea' })
  const found = async (q: string) =>
    titles((await browser.get(`/search?${new URLSearchParams({ q, sort: 'created' }).toString()}`)).body).toSorted()
  assert.deepEqual(await found('in:named'), ['four', 'one', 'three'])
  assert.deepEqual(await found('in:"on the COAST" -list:named'), ['two'])
  assert.deepEqual(await found('is:collected tag:sea'), ['one'])
  const unknown = (await browser.get('/search?q=in:nowhere')).body
  assert.match(unknown, /There’s no collection named “nowhere”/)
  const wrong = (await browser.get('/search?q=time:x+is:unread')).body
  assert.match(wrong, /<code><mark>time:x<\/mark> is:unread<\/code>/)
  assert.match(wrong, /search-explanation">“time:x”, unread</)
  assert.doesNotMatch((await browser.get('/search?q=mere+words')).body, /search-explanation/)
  await create(browser, { name: 'Both of them', query: 'in:named tag:sea', sort: 'newest' })
  const both = `/collections/${await idOf(browser, 'Both of them')}`
  assert.deepEqual(titles((await browser.get(both)).body), ['one'])
  const unpicked = (await browser.get(`${both}/arrange`)).body
  assert.match(unpicked, /Nothing here yet/)
  assert.doesNotMatch(unpicked, /Drag the entries/)
}

async function undoing(browser: InjectBrowser, ids: readonly number[]): Promise<void> {
  const id = await createPicked(browser, 'Undone', ids)
  const page = (await browser.get(`/collections/${id}`)).body
  const before = titles(page)
  const token = hiddenField(page, 'token')
  const undo = () => browser.post('/undo', { token, back: '/collections', action: 'last' })
  const [, entry] = /name="ids\[\]" value="(\d+)"/.exec(page)!
  const taken = { token, back: `/collections/${id}`, list: `collection-${id}`, action: 'uncollect', 'ids[]': entry! }
  await browser.post('/bulk', taken)
  assert.deepEqual(titles((await browser.get(`/collections/${id}`)).body), before.slice(1))
  await undo()
  assert.deepEqual(titles((await browser.get(`/collections/${id}`)).body), before)
  const deleted = await browser.post(`/collections/${id}/delete`, { token })
  assert.equal(deleted.statusCode, 303)
  assert.equal((await browser.get(`/collections/${id}`)).statusCode, 404)
  await undo()
  assert.deepEqual(titles((await browser.get(`/collections/${id}`)).body), before)
  await undo()
}

async function publishing(app: TestApp, browser: InjectBrowser): Promise<void> {
  await create(browser, { name: 'Seaside', query: 'tag:sea', sort: 'title' })
  const id = await idOf(browser, 'Seaside')
  const token = hiddenField((await browser.get(`/collections/${id}/edit`)).body, 'token')
  const fields = { token, name: 'Seaside', query: 'tag:sea', sort: 'title', icon: 'globe', public: '1' }
  assert.equal((await browser.post(`/collections/${id}/edit`, fields)).statusCode, 303)
  const { body } = await browser.get(`/collections/${id}`)
  const [path] = /\/c\/[0-9a-z]+/.exec(body)!
  assert.ok(body.includes(`data-copy-text-value="http://dogear.test${path}"`), 'the address can be copied')
  const page = await app.app.inject({ url: path })
  assert.equal(page.statusCode, 200)
  assert.equal(page.headers['x-robots-tag'], 'noindex, nofollow')
  assert.equal(page.headers['set-cookie'], undefined)
  assert.deepEqual(
    [...page.body.matchAll(/<p class="public-title"><a href="([^"]+)"/g)].map((match) => match[1]),
    ['https://example.org/one', 'https://example.org/two'],
  )
  assert.match(page.body, /<p class="public-excerpt" dir="auto">[^<]+<\/p>/)
  assert.doesNotMatch(page.body, /Curated by|name="description"/)
  assert.ok(!page.body.includes('alice') && !page.body.includes('<script'))
  await browser.post(`/collections/${id}/edit`, { ...fields, indexable: '1' })
  const listed = await app.app.inject({ url: path })
  assert.equal(listed.headers['x-robots-tag'], undefined)
  assert.match(listed.body, /<meta name="robots" content="index, nofollow">/)
  const texts = { description: 'Walls <b>and</b> tides\n\nsince 2020', curator: ' Ann  B. ' }
  await browser.post(`/collections/${id}/edit`, { ...fields, ...texts })
  const introduced = (await app.app.inject({ url: path })).body
  assert.match(introduced, /Curated by <bdi>Ann B\.<\/bdi>/)
  assert.match(
    introduced,
    /<p class="public-description" dir="auto">Walls &lt;b&gt;and&lt;\/b&gt; tides\n\nsince 2020<\/p>/,
  )
  assert.match(introduced, /<meta name="description" content="Walls &lt;b&gt;/)
  await publicFeed(app, path, introduced)
  assert.doesNotMatch(introduced, /class="cover/)
  await browser.post(`/collections/${id}/edit`, { ...fields, layout: 'covers' })
  const covers = (await app.app.inject({ url: path })).body
  assert.match(covers, /<ol class="public-entries public-covers">/)
  assert.equal(
    [...covers.matchAll(/<span class="cover cover-made tint-\d" id="cover-\d+" aria-hidden="true">E</g)].length,
    2,
  )
  const refused = await browser.post(`/collections/${id}/edit`, { ...fields, ...texts, curator: 'x'.repeat(101) })
  assert.equal(refused.statusCode, 422)
  assert.match(refused.body, /id="collection-curator-error"/)
  assert.match(refused.body, /since 2020<\/textarea>/)
  const { public: _public, ...hidden } = fields
  await browser.post(`/collections/${id}/edit`, hidden)
  for (const url of [path, `${path}/feed`]) assert.equal((await app.app.inject({ url })).statusCode, 404)
  assert.doesNotMatch((await browser.get(`/collections/${id}`)).body, /data-copy-text-value/)
}

/** Checks the feed of a public collection that is sorted by title. */
async function publicFeed(app: TestApp, path: string, page: string): Promise<void> {
  assert.ok(page.includes(`<link rel="alternate" type="application/atom+xml" href="${path}/feed" title="Seaside">`))
  assert.ok(page.includes(`<a href="${path}/feed">Subscribe by feed</a>`))
  const { body, headers } = await app.app.inject({ url: `${path}/feed` })
  assert.equal(headers['content-type'], 'application/atom+xml; charset=utf-8')
  assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
  assert.equal(headers['set-cookie'], undefined)
  const ids = [...body.matchAll(/<id>([^<]+)<\/id>/g)].map((match) => match[1])
  // The newest entry comes first.
  assert.deepEqual(ids, [`http://dogear.test${path}`, 'https://example.org/two', 'https://example.org/one'])
  assert.match(body, /<title>Seaside<\/title>\n<subtitle>Walls &lt;b&gt;and&lt;\/b&gt; tides/)
  assert.match(body, /<author><name>Ann B\.<\/name><\/author>\n<link rel="self"/)
  assert.match(body, /<summary>[^<]+<\/summary>/)
  assert.ok(!body.includes('alice'))
}

async function strangers(app: TestApp, browser: InjectBrowser): Promise<void> {
  await create(browser, { name: 'Private', query: '' })
  const own = await idOf(browser, 'Private')
  const stranger = await signedIn(app, app.bob)
  assert.match((await stranger.get('/collections')).body, /No collections yet/)
  const token = hiddenField((await stranger.get('/collections/new')).body, 'token')
  for (const id of [own, '999']) {
    assert.equal((await stranger.get(`/collections/${id}`)).statusCode, 404)
    assert.equal((await stranger.get(`/collections/${id}/edit`)).statusCode, 404)
    for (const path of ['move', 'delete', 'edit']) {
      const answer = await stranger.post(`/collections/${id}/${path}`, { token, to: 'up', name: 'mine' })
      assert.equal(answer.statusCode, 404, path)
    }
  }
}

async function restoring(t: TestContext, browser: InjectBrowser, ids: readonly number[]): Promise<void> {
  await t.test('a deleted entry returns to its collections', async () => {
    const id = await createPicked(browser, 'Restored', ids)
    const page = (await browser.get(`/collections/${id}`)).body
    const [before, token] = [titles(page), hiddenField(page, 'token')]
    await browser.post(`/delete/${ids[0]}`, { token, deleted: '1', back: '/' })
    assert.deepEqual(
      titles((await browser.get(`/collections/${id}`)).body),
      before.filter((title) => title !== 'one'),
    )
    await browser.post('/undo', { token, back: '/', action: 'last' })
    assert.deepEqual(titles((await browser.get(`/collections/${id}`)).body), before)
  })
}
