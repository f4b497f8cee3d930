import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type TestUser, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { after, answering, articlePage, NEWS } from '../support/site.ts'
import { hiddenField, signedIn } from './inject-browser.fixture.ts'
import { formTokenOf } from './second-factor.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: actions on entries of a list`, async (t) => {
    const app = await testApp(t, dialect)
    await narrowing(t, app)
    await order(t, app)
    await chance(t, app)
    await shapes(t, app)
    await undoing(t, app)
    await many(t, app)
    await streams(t, app)
    await events(t, app)
    await searching(t, app)
  })
}

/** Number of entries on a page of a list. */
const PER_PAGE = 30
const STREAM = { accept: 'text/vnd.turbo-stream.html, text/html' }
const words = (count: number) => `<p>${'word '.repeat(count)}</p>`
const address = (name: string) => `https://example.org/${name}`

const titlesOn = (page: string) =>
  [...page.matchAll(/<a href="\/view\/\d+[^"]*"[^>]*>([^<]+)<\/a><\/h2>/g)].map((match) => match[1]).join(' ')

/** Signs in a new user. */
async function visit(app: TestApp) {
  const user = await app.newUser()
  const browser = await signedIn(app, user)
  return { user, browser, token: await formTokenOf(browser) }
}

async function entryOf(app: TestApp, user: TestUser, id: number): Promise<WireEntry | undefined> {
  const answer = await app.ask(user, { url: `/api/entries/${id}` })
  return answer.statusCode === 200 ? answer.json<WireEntry>() : undefined
}

async function until(what: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await what()) return
    await sleep(25)
  }
  assert.fail('it did not come about')
}

async function narrowing(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a list is narrowed and ordered by its address', async () => {
    const [{ user, browser }, stranger] = [await visit(app), await app.newUser()]
    const save = (name: string, fields: object) => app.save(user, address(name), fields as Record<string, unknown>)
    const noted = await save('b', { title: 'B', content: words(2300), tags: 'essay', language: 'fr_CA' })
    await save('c', {
      title: 'C',
      content: words(400),
      tags: 'essay,short',
      language: 'en',
      published_at: '2020-01-01',
    })
    await save('a', { title: 'A', content: words(4000), language: 'fr', published_at: '2024-01-01' })
    await app.save(user, 'https://other.example/d', { title: 'D', content: words(10), language: 'fro' })
    await app.save(stranger, address('theirs'), { title: 'Theirs', content: words(10), tags: 'essay' })
    const note = { quote: 'word', text: 'x', ranges: [{ start: '/p[1]', startOffset: 0, end: '/p[1]', endOffset: 4 }] }
    const headers = { 'content-type': 'application/json' }
    const url = `/api/annotations/${noted.id}.json`
    await app.ask(user, { method: 'POST', url, payload: JSON.stringify(note), headers })
    const expected = {
      '': 'D A C B',
      'sort=oldest': 'B C A D',
      'sort=title': 'A B C D',
      'sort=shortest': 'D C B A',
      'sort=longest': 'A B C D',
      'sort=published': 'A C D B',
      'tag=essay': 'C B',
      'tag=essay&sort=title': 'B C',
      'site=OTHER.example': 'D',
      'language=fr': 'A B',
      'within=10': 'D C',
      'from=11': 'A B',
      'has=annotations': 'B',
      'has=untagged': 'D A',
      'has=failed': '',
      'sort=nonsense&within=x&has=y&tag=': 'D A C B',
      [`tag=${encodeURIComponent("'; drop table entry; --")}`]: '',
    }
    for (const [query, titles] of Object.entries(expected)) {
      const page = await browser.get(`/all/list?${query}`)
      assert.deepEqual([page.statusCode, titlesOn(page.body)], [200, titles], query)
    }
    assert.match((await browser.get('/all/list?tag=none')).body, /No matching entries/)
    assert.match((await browser.get('/all/list?tag=essay&within=10')).body, /href="\/all\/list\?within=10"[^]*#essay/)
    assert.equal((await browser.get('/untagged/list')).headers['location'], '/all/list?has=untagged')
  })
}

async function order(t: TestContext, app: TestApp): Promise<void> {
  await t.test(
    'a list is ordered by the date on its cards, although an import gave an old entry a new number',
    async () => {
      const { user, browser } = await visit(app)
      const save = (name: string) => app.save(user, address(`order-${name}`), { title: name, content: words(10) })
      const [, old] = [await save('New'), await save('Imported')]
      const times = { created_at: '2017-05-04T00:00:00.000Z' }
      await app.database.transaction((tx) => tx.updateTable('entry').set(times).where('id', '=', old.id).execute())
      const page = (await browser.get('/unread/list')).body
      assert.equal(titlesOn(page), 'New Imported')
      assert.match(page, /list-order">Newest first/)
      assert.equal(titlesOn((await browser.get('/unread/list?sort=oldest')).body), 'Imported New')
      const list = (await app.ask(user, { url: '/api/entries?sort=created' })).json<{
        _embedded: { items: { id: number }[] }
      }>()
      assert.equal(list._embedded.items[0]!.id, old.id)
      const published = (await browser.get('/unread/list?sort=updated')).body
      assert.match(published, /list-order">Recently changed/)
      assert.doesNotMatch(published, /datetime="2017/)
    },
  )
}

async function chance(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a random entry comes from the list', async () => {
    const { user, browser } = await visit(app)
    await app.save(user, address('plain'), { title: 'P', content: words(10) })
    const { id } = await app.save(user, address('starred'), { title: 'S', content: words(10), starred: 1 })
    for (let tries = 0; tries < 5; tries++) {
      assert.equal((await browser.get('/starred/random')).headers['location'], `/view/${id}`)
    }
    assert.equal((await browser.get('/archive/random')).headers['location'], '/archive/list')
    assert.match((await browser.get('/archive/list')).body, /class="notice"[^>]*><span>Nothing archived yet/)
  })
}

async function shapes(t: TestContext, app: TestApp): Promise<void> {
  await t.test('cards or rows are remembered with the account', async () => {
    const { browser, token } = await visit(app)
    for (const layout of ['rows', 'cards'] as const) {
      const answer = await browser.post('/list-layout', { token, layout, back: '/all/list?sort=title' })
      assert.deepEqual([answer.statusCode, answer.headers['location']], [303, '/all/list?sort=title'])
      const page = (await browser.get('/all/list')).body
      assert.equal(page.includes('class="cards rows"'), layout === 'rows')
    }
    assert.equal((await browser.post('/list-layout', { token: 'x', layout: 'rows' })).statusCode, 403)
  })
}

async function undoing(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a deleted entry is restored as it was, once, and only for its owner', async () => {
    const [{ user, browser, token }, stranger] = [await visit(app), await visit(app)]
    const url = address('undone')
    const { id } = await app.save(user, url, { title: 'Undone', content: words(50), tags: 'one,two', starred: 1 })
    const note = {
      quote: 'word',
      text: 'kept',
      ranges: [{ start: '/p[1]', startOffset: 0, end: '/p[1]', endOffset: 4 }],
    }
    const headers = { 'content-type': 'application/json' }
    await app.ask(user, { method: 'POST', url: `/api/annotations/${id}`, payload: JSON.stringify(note), headers })
    const before = await entryOf(app, user, id)
    const deleted = await browser.post(`/delete/${id}`, { token, deleted: '1', back: '/all/list' }, STREAM)
    assert.match(deleted.body, new RegExp(`action="remove" target="entry-${id}"`))
    const action = /name="action" value="(\d+)"/.exec(deleted.body)![1]!
    assert.equal(await entryOf(app, user, id), undefined)

    await stranger.browser.post('/undo', { token: stranger.token, action, back: '/' })
    assert.equal(await entryOf(app, user, id), undefined)
    for (let tries = 0; tries < 2; tries++) {
      const answer = await browser.post('/undo', { token, action, back: '/all/list' })
      assert.deepEqual([answer.statusCode, answer.headers['location']], [303, '/all/list'])
    }
    const after = await entryOf(app, user, id)
    assert.deepEqual({ ...after, updated_at: '', tags: [] }, { ...before, updated_at: '', tags: [] })
    assert.deepEqual(labels(after), ['one', 'two'])
    const again = await app.save(user, url)
    assert.equal(again.id, id)
    const found = await app.ask(user, { url: '/api/search?term=undone' })
    assert.match(found.body, /"Undone"/)
    const stones = await app.database.read((db) =>
      db.selectFrom('tombstone').selectAll().where('user_id', '=', user.id).where('object_id', '=', id).execute(),
    )
    assert.deepEqual(
      stones.filter(({ kind }) => kind === 'entry'),
      [],
    )
  })
}

const three = <T>(one: T): T[] => [one, one, one]

const labels = (entry: WireEntry | undefined): string[] =>
  ((entry?.['tags'] ?? []) as { readonly label: string }[]).map(({ label }) => label).toSorted()

type Fields = readonly (readonly [string, string])[]

/** @returns a visit of a new user, who can save entries and change many of them with one form */
async function bulkVisit(app: TestApp) {
  const shown = await visit(app)
  const { user, browser, token } = shown
  const save = (name: string, tags?: string) =>
    app.save(user, address(name), { title: name, content: words(5), ...(tags !== undefined && { tags }) })
  const send = (fields: Fields) =>
    app.app.inject({
      method: 'POST',
      url: '/bulk',
      headers: {
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; '),
        'content-type': 'application/x-www-form-urlencoded',
        host: 'dogear.test',
        origin: 'http://dogear.test',
      },
      payload: new URLSearchParams([['token', token], ...fields.map(([name, value]) => [name, value])]).toString(),
    })
  return { ...shown, save, send }
}

async function many(t: TestContext, app: TestApp): Promise<void> {
  await t.test('boxes that are ticked are changed together, those of others never', async () => {
    const [{ user, save, send }, owner] = [await bulkVisit(app), await app.newUser()]
    const entries = [await save('m1'), await save('m2'), await save('m3')]
    const other = await app.save(owner, address('of-another'), { title: 'Other', content: words(5) })
    const ids = [...entries, other].map(({ id }) => ['ids[]', String(id)] as const)
    const act = async (action: string, more: Fields = []) => {
      const answer = await send([['back', '/all/list'], ['action', action], ...ids, ...more])
      assert.deepEqual([answer.statusCode, answer.headers['location']], [303, '/all/list'], action)
    }
    const all = () => Promise.all(entries.map(({ id }) => entryOf(app, user, id)))
    await act('archive')
    assert.deepEqual(
      (await all()).map((one) => one!['is_archived']),
      [1, 1, 1],
    )
    await act('unarchive')
    await act('star')
    assert.deepEqual(
      (await all()).map((one) => [one!['is_archived'], one!['is_starred']]),
      three([0, 1]),
    )
    await act('tag', [['tags', 'x, y']])
    assert.deepEqual((await all()).map(labels), three(['x', 'y']))
    await act('untag', [['tags', 'x']])
    assert.deepEqual((await all()).map(labels), three(['y']))
    await act('tag', [['tags', ' ']])
    assert.deepEqual((await all()).map(labels), three(['y']))
    await act('delete')
    assert.deepEqual(await all(), [undefined, undefined, undefined])
    assert.deepEqual(
      [(await entryOf(app, owner, other.id))!['is_archived'], (await entryOf(app, owner, other.id))!['is_starred']],
      [0, 0],
    )
  })
  await t.test('the whole list is changed in the background, and nothing outside of it', async () => {
    const { user, browser, save, send } = await bulkVisit(app)
    for (let number = 0; number < PER_PAGE + 5; number++) await save(`w${number}`)
    const kept = await save('Kept', 'keep')
    await save('Tagged', 'go')
    const narrow = '/unread/list?tag=go'
    await send([
      ['back', narrow],
      ['list', 'unread'],
      ['scope', 'all'],
      ['action', 'star'],
    ])
    await until(async () => titlesOn((await browser.get('/starred/list')).body) === 'Tagged')
    await send([
      ['back', '/unread/list?has=untagged'],
      ['list', 'unread'],
      ['scope', 'all'],
      ['action', 'archive'],
    ])
    await until(async () => titlesOn((await browser.get('/unread/list')).body) === 'Tagged Kept')
    assert.equal((await entryOf(app, user, kept.id))!['is_archived'], 0)
    await send([
      ['back', '/archive/list'],
      ['list', 'archive'],
      ['scope', 'all'],
      ['action', 'delete'],
    ])
    await until(async () => /Nothing archived yet/.test((await browser.get('/archive/list')).body))
  })
  await t.test('an unknown action and a foreign form have no effect', async () => {
    const { browser, token } = await visit(app)
    assert.equal((await browser.post('/bulk', { token, action: 'explode', 'ids[]': '1' })).statusCode, 400)
    assert.equal((await browser.post('/bulk', { token: 'x', action: 'delete', 'ids[]': '1' })).statusCode, 403)
  })
}

async function streams(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a page with scripts is updated in place, with the numbers of the rail', async () => {
    const { user, browser, token } = await visit(app)
    const { id } = await app.save(user, address('streamed'), { title: 'Streamed', content: words(5) })
    const archive = (back: string) => browser.post(`/archive/${id}`, { token, archived: '1', back }, STREAM)
    const gone = await archive('/unread/list')
    assert.match(String(gone.headers['content-type']), /^text\/vnd\.turbo-stream\.html/)
    assert.match(gone.body, new RegExp(`action="remove" target="entry-${id}"`))
    assert.match(gone.body, /data-count='archive'[^]*<template>1<\/template>/)
    assert.match(gone.body, /data-count-of='archive'[^]*<template>1 entry<\/template>/)
    assert.match((await archive('/all/list')).body, new RegExp(`action="replace" target="entry-${id}"`))
    const [, last] = /name="action" value="(\d+)"/.exec(gone.body)!
    const undone = await browser.post('/undo', { token, action: last!, back: '/unread/list' }, STREAM)
    assert.match(undone.body, /action="refresh"/)
    assert.match(undone.body, /Undone: /)
    assert.equal((await entryOf(app, user, id))!['is_archived'], 0)
  })
  await t.test('the card of an entry that was deleted elsewhere disappears with a message', async () => {
    const { user, browser, token } = await visit(app)
    const { id } = await app.save(user, address('lost'), { title: 'Lost', content: words(5) })
    await app.ask(user, { method: 'DELETE', url: `/api/entries/${id}` })
    for (const action of ['archive', 'star', 'refetch', 'delete']) {
      const answer = await browser.post(`/${action}/${id}`, { token, archived: '1', back: '/unread/list' }, STREAM)
      assert.match(answer.body, new RegExp(`action="remove" target="entry-${id}"`), action)
      assert.match(answer.body, /This entry was already deleted/, action)
      assert.ok(!answer.body.includes('data-action-name="undo"'), action)
      const inReader = await browser.post(`/${action}/${id}`, { token, back: `/view/${id}` }, STREAM)
      assert.equal(inReader.statusCode, 404, action)
      assert.match(inReader.body, /This entry was deleted, or it never existed/, action)
    }
  })
  await t.test('a saved address appears in the list immediately, and a known one is found', async () => {
    const { browser } = await visit(app)
    const token = hiddenField((await browser.get('/')).body, 'entry[_token]')
    const save = (url: string, list: string) =>
      browser.post('/new-entry', { 'entry[url]': url, 'entry[_token]': token, list }, STREAM)
    const saved = await save(`${app.site.url}/news`, 'unread')
    assert.match(saved.body, /action="prepend" target="cards"[^]*data-pending-fetch-target="card"/)
    assert.ok(!(await save(`${app.site.url}/article`, 'archive')).body.includes('action="prepend"'))
    assert.match((await save(`${app.site.url}/news`, 'unread')).body, /Already saved/)
    const refused = await save('bread and butter', 'unread')
    assert.equal(refused.statusCode, 422)
    assert.match(refused.body, /href="\/search\?q=bread\+and\+butter"/)
  })
  await t.test('the next part of a list is sent without the rest of the page', async () => {
    const { user, browser } = await visit(app)
    const saves = Array.from({ length: 32 }, (_, one) =>
      app.save(user, address(`f${one}`), { title: `F${one}`, content: words(3) }),
    )
    await Promise.all(saves)
    const piece = (await browser.get('/all/list/2', { 'turbo-frame': 'page-2' })).body
    assert.match(piece, /^<turbo-frame id="page-2"/)
    assert.ok(!piece.includes('<html'))
    const cardsOf = async (shown: string) => {
      const answer = await browser.get('/all/list/2', { 'turbo-frame': 'page-2', 'x-cards-above': shown })
      return answer.body.match(/class="card"/g)?.length ?? 0
    }
    assert.deepEqual([await cardsOf('28'), await cardsOf('30'), await cardsOf('-1'), await cardsOf('40')], [4, 2, 2, 0])
    assert.match((await browser.get('/all/list')).body, /<turbo-frame id="page-2" src="\/all\/list\/2" loading="lazy"/)
  })
}

async function events(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a waiting card is sent when its page has been fetched, and the stream ends', async () => {
    // Images are removed from the page, because the stream would wait until copies of them are stored.
    app.site.page(
      '/slow-words',
      after(700, answering(articlePage(NEWS).replaceAll(/<(?:img|meta property="og:image")[^>]*>/g, ''))),
    )
    const [{ user, browser }, stranger] = [await visit(app), await app.newUser()]
    const slow = await app.ask(user, {
      method: 'POST',
      url: '/api/entries',
      payload: { url: `${app.site.url}/slow-words` },
    })
    const { id } = slow.json<WireEntry>()
    const other = await app.save(stranger, address('of-another'), { title: 'Secret', content: words(5) })
    const stream = await browser.get(`/events?ids=${id},${other.id}&back=/unread/list`)
    assert.match(String(stream.headers['content-type']), /^text\/event-stream/)
    assert.match(stream.body, new RegExp(`data: <turbo-stream action="replace" target="entry-${id}"`))
    assert.match(stream.body, /event: end/)
    assert.ok(!stream.body.includes('Secret'))
    const cards = await browser.get(`/entry-cards?ids=${id},${other.id}`, STREAM)
    assert.match(cards.body, new RegExp(`action="replace" target="entry-${id}"`))
    assert.ok(!cards.body.includes('Secret'))
    assert.equal((await browser.get('/events?ids=x,-1,')).statusCode, 200)
  })
}

async function searching(t: TestContext, app: TestApp): Promise<void> {
  await t.test('words are found and shown in their context, and any text is a valid query', async () => {
    const [{ user, browser }, stranger] = [await visit(app), await app.newUser()]
    await app.save(user, address('whale'), {
      title: 'Sea',
      content: '<p>The <b>white whale</b> was seen at dawn.</p>',
    })
    await app.save(stranger, address('other-whale'), { title: 'Another whale', content: words(5) })
    const page = (await browser.get('/search?q=whale')).body
    assert.equal(titlesOn(page), 'Sea')
    assert.match(page, /white <mark>whale<\/mark> was seen/)
    assert.match((await browser.get('/search?q=zebra')).body, /No results/)
    const { body: tips } = await browser.get('/search')
    assert.match(tips, /Search tips/)
    const examples = [...tips.matchAll(/<dt><a href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
    assert.ok(examples.length >= 4)
    for (const href of examples) assert.equal((await browser.get(href)).statusCode, 200, href)
    for (const text of ['"', '-', '%', "' or 1=1", '\u0000', '<b>', 'x'.repeat(5000)]) {
      assert.equal((await browser.get(`/search?q=${encodeURIComponent(text)}`)).statusCode, 200, text)
    }
    for (const page of ['0', 'x', '99'])
      assert.equal((await browser.get(`/search?q=whale&page=${page}`)).statusCode, 404)
  })
}
