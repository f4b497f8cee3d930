import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import type { EntryId } from '../../src/kernel/branded-ids.ts'
import { storeReadingPosition } from '../../src/entries/changing/store-reading-position.ts'
import { DIALECTS } from '../support/database.ts'
import { dumpState, dumpTables } from '../api/dump-tables.fixture.ts'
import { hiddenField, injectBrowser, signedIn, type InjectBrowser, NOWHERE } from './inject-browser.fixture.ts'

/** @returns the date of each card with the words before it, if any */
const dates = (page: string) =>
  [...page.matchAll(/<span>(Last read )?<time [^>]*>([^<]*)</g)].map(([, ...said]) => said)

for (const dialect of DIALECTS) {
  test(`${dialect}: entries in progress have a list of their own, the latest first, until they are finished`, async (t) => {
    const app = await testApp(t, dialect)
    const read = async (title: string, share: number, secondsAgo: number) => {
      const { id } = await app.save(app.alice, address(title), { ...GIVEN, title })
      const at = new Date(app.clock.now().getTime() - secondsAgo * 1000)
      await storeReadingPosition(app, { owner: app.alice.id, id: id as EntryId }, { block: 1, share }, at)
      return Number(id)
    }
    const alice = await signedIn(app, app.alice)
    assert.match((await alice.get('/reading/list')).body, /Nothing in progress/)
    const first = await read('Half', 0.5, 60)
    await read('Latest', 0.2, 10)
    await read('Opened', 0, 5)
    await read('Finished', 1, 5)
    await app.save(app.alice, address('never'), { ...GIVEN, title: 'Never' })
    assert.equal(titlesOn((await alice.get('/reading/list')).body), 'Latest Half')
    assert.match((await alice.get('/reading/list')).body, new RegExp(`href="/view/${first}\\?list=reading"`))
    assert.deepEqual(dates((await alice.get('/reading/list')).body).at(-1), ['Last read ', '1 min ago'])
    assert.equal(dates((await alice.get('/unread/list')).body)[0]![0], undefined)
    await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${first}`, payload: { archive: 1 } })
    assert.equal(titlesOn((await alice.get('/reading/list')).body), 'Latest')
    assert.equal(titlesOn((await alice.get('/reading/list?tag=none')).body), '')
    assert.equal((await alice.get('/reading/list/2')).headers['location'], '/reading/list')
  })

  test(`${dialect}: only users without entries read how to save pages`, async (t) => {
    const app = await testApp(t, dialect)
    const alice = await signedIn(app, app.alice)
    assert.match((await alice.get('/unread/list')).body, /Nothing to read[^]*Three ways to save a page/)
    const { id } = await app.save(app.alice, address('only'), { ...GIVEN, title: 'Only' })
    await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${id}`, payload: { archive: 1 } })
    const { body } = await alice.get('/unread/list', { accept: 'text/html' })
    assert.match(body, /Nothing to read[^]*Everything you’ve saved is archived\.[^]*href="\/archive\/list"/)
    assert.doesNotMatch(body, /Three ways/)
  })

  test(`${dialect}: lists and entries in the browser`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    await lists(t, app, browser)
    await saving(t, app, browser)
    await states(t, app, browser)
    await forgery(t, app, browser)
    await reading(t, app, browser)
    await deleting(t, app, browser)
  })
}

const GIVEN = { content: '<p>Ink on paper</p>' }
const address = (name: string) => `https://example.org/${name}`

const titlesOn = (page: string) =>
  [...page.matchAll(/<a href="\/view\/\d+[^"]*"[^>]*>([^<]+)<\/a><\/h2>/g)].map((match) => match[1]).join(' ')

async function lists(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  await t.test('each list shows its entries, newest first, and only to its owner', async () => {
    await app.save(app.alice, address('one'), { ...GIVEN, title: 'One' })
    await app.save(app.alice, address('two'), { ...GIVEN, title: 'Two', archive: 1 })
    await app.save(app.alice, address('three'), { ...GIVEN, title: 'Three', starred: 1 })
    const expected = {
      '/': 'Three One',
      '/unread/list': 'Three One',
      '/archive/list': 'Two',
      '/starred/list': 'Three',
      '/all/list': 'Three Two One',
      '/all/list/1': 'Three Two One',
    }
    for (const [path, titles] of Object.entries(expected)) {
      const page = await browser.get(path)
      assert.deepEqual([page.statusCode, titlesOn(page.body)], [200, titles], path)
      assert.equal(page.headers['cache-control'], 'no-store')
    }
    assert.equal(titlesOn((await (await signedIn(app, app.bob)).get('/all/list')).body), '')
  })
  await t.test('a page beyond the end leads to the last one', async () => {
    assert.equal((await browser.get('/all/list/9?sort=oldest')).headers['location'], '/all/list?sort=oldest')
  })
  await t.test('a parameter may select the page too', async () => {
    assert.equal((await browser.get('/all/list?page=2&sort=oldest')).headers['location'], '/all/list/2?sort=oldest')
    assert.equal((await browser.get('/?page=2')).headers['location'], '/unread/list/2')
    for (const page of ['1', '0', 'x', '']) {
      assert.equal((await browser.get(`/all/list?page=${page}`)).statusCode, 200, page)
    }
  })
  await t.test('an invalid page number is 404', async () => {
    for (const path of ['/all/list/0', '/all/list/-1', '/all/list/x', '/nothing/list', '/view/x']) {
      assert.equal((await browser.get(path)).statusCode, 404, path)
    }
  })
  await t.test('long lists are paged', async () => {
    const saves = Array.from({ length: 31 }, (_, number) =>
      app.save(app.carol, address(`carol-${number}`), { ...GIVEN, title: `C${number}` }),
    )
    await Promise.all(saves)
    const carol = await signedIn(app, app.carol)
    const [first, second] = [await carol.get('/unread/list'), await carol.get('/unread/list/2')]
    assert.equal(titlesOn(first.body).split(' ').length, 30)
    assert.equal(titlesOn(second.body).split(' ').length, 1)
    assert.match(first.body, /href="\/unread\/list\/2"/)
  })
}

async function saving(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  const token = hiddenField((await browser.get('/')).body, 'entry[_token]')
  const save = (url: string) => browser.post('/new-entry', { 'entry[url]': url, 'entry[_token]': token })
  await t.test('a new address leads to the list, a known one to its entry', async () => {
    const answer = await save(`${app.site.url}/news`)
    assert.deepEqual([answer.statusCode, answer.headers['location']], [302, '/'])
    const again = await save(`${app.site.url}/news`)
    assert.match(String(again.headers['location']), /^\/view\/\d+$/)
    const list = await app.ask(app.alice, { url: '/api/entries?perPage=1' })
    assert.equal(
      list.json<{ _embedded: { items: WireEntry[] } }>()._embedded.items[0]!['given_url'],
      `${app.site.url}/news`,
    )
  })
  await t.test('an invalid address is refused beside the field, and stays in it', async () => {
    for (const url of ['nonsense', '', 'javascript:alert(1)', 'ftp://example.org/']) {
      const answer = await save(url)
      assert.equal(answer.statusCode, 422)
      assert.match(answer.body, /id="entry_url-error"/)
    }
    assert.match((await save('nonsense"><b>')).body, /value="nonsense&quot;&gt;&lt;b/)
  })
  await t.test('an empty list offers the code of the bookmarklet with a copy button', async () => {
    const { body } = await (await signedIn(app, app.bob)).get('/')
    const [, copied] =
      /<details class="for-touch">[^]*?<span class="copyable"[^>]* data-copy-text-value="([^"]*)"/.exec(body)!
    assert.match(copied!, /^javascript:location\.href=/)
  })
  await t.test('the bookmarklet does not save on its own: the address waits in the field', async () => {
    const answer = await browser.get(`/bookmarklet?url=${encodeURIComponent('https://example.org/waits')}`)
    assert.match(answer.body, /value="https:\/\/example\.org\/waits"/)
    // Fetches of earlier saves may still change the database, so the test looks only for the address.
    assert.ok(!JSON.stringify(await dumpTables(app.database)).includes('example.org/waits'))
    assert.equal((await injectBrowser(app).get('/bookmarklet?url=x')).headers['location'], '/login')
  })
}

async function states(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  await t.test('a form sets a state and never toggles it', async () => {
    const { id } = await app.save(app.alice, address('states'), { ...GIVEN, title: 'States' })
    const token = hiddenField((await browser.get('/')).body, 'token')
    const read = async () => (await app.ask(app.alice, { url: `/api/entries/${id}` })).json<WireEntry>()
    for (const [path, field, member] of [
      ['archive', 'archived', 'is_archived'],
      ['star', 'starred', 'is_starred'],
    ] as const) {
      for (const value of ['1', '1', '0', '0']) {
        const answer = await browser.post(`/${path}/${id}`, { token, [field]: value, back: '/all/list' })
        assert.deepEqual([answer.statusCode, answer.headers['location']], [303, '/all/list'])
        assert.equal((await read())[member], Number(value))
      }
    }
  })
  await t.test('redirects stay on this site', async () => {
    const { id } = await app.save(app.alice, address('states'))
    const token = hiddenField((await browser.get('/')).body, 'token')
    for (const back of [
      '//evil.example',
      String.raw`/\evil.example`,
      'https://evil.example',
      'javascript:alert(1)',
      '',
    ]) {
      const answer = await browser.post(`/star/${id}`, { token, starred: '1', back })
      assert.equal(answer.headers['location'], '/')
    }
  })
}

async function forgery(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  const { id } = await app.save(app.alice, address('forged'), { ...GIVEN, title: 'Forged' })
  const page = (await browser.get('/')).body
  const [token, entryToken] = [hiddenField(page, 'token'), hiddenField(page, 'entry[_token]')]
  const other = await signedIn(app, app.bob)
  const foreign = hiddenField((await other.get('/')).body, 'entry[_token]')
  const forms: Readonly<Record<string, readonly [string, string, Record<string, string>]>> = {
    [`/archive/${id}`]: ['token', token, { archived: '1' }],
    [`/star/${id}`]: ['token', token, { starred: '1' }],
    [`/delete/${id}`]: ['token', token, { deleted: '1' }],
    '/new-entry': ['entry[_token]', entryToken, { 'entry[url]': 'https://example.org/forged-new' }],
  }
  for (const [path, [field, right, fields]] of Object.entries(forms)) {
    await t.test(`${path.replace(/\d+/, 'id')} is refused when it is forged, and as a GET`, async () => {
      const before = (await dumpTables(app.database))['entry']
      const whole = { ...fields, [field]: right }
      const attempts = [
        browser.post(path, fields),
        browser.post(path, { ...fields, [field]: '' }),
        browser.post(path, { ...fields, [field]: foreign }),
        browser.post(path, whole, { 'sec-fetch-site': 'cross-site' }),
        browser.post(path, whole, { 'sec-fetch-site': 'same-site' }),
        browser.post(path, whole, NOWHERE),
        browser.post(path, whole, { origin: 'null', 'sec-fetch-site': 'none' }),
        browser.post(path, whole, { origin: 'http://evil.example' }),
        browser.post(path, whole, { 'content-type': 'text/plain' }),
      ]
      for (const { statusCode } of await Promise.all(attempts)) assert.equal(statusCode, 403)
      const query = new URLSearchParams({ ...whole, _method: 'POST' })
      assert.equal((await browser.get(`${path}?${query}`, { 'x-http-method-override': 'POST' })).statusCode, 405)
      assert.deepEqual((await dumpTables(app.database))['entry'], before)
    })
  }
  await t.test('no page changes anything by being looked at', async () => {
    const before = await dumpState(app.database)
    const paths = [
      '/',
      '/all/list',
      `/view/${id}`,
      '/developer',
      '/developer/client/create',
      '/logout',
      '/login',
      '/bookmarklet',
    ]
    for (const path of paths) {
      await browser.get(path)
      await app.app.inject({
        method: 'HEAD',
        url: path,
        headers: { cookie: `session=${browser.cookies.get('session')}` },
      })
    }
    assert.deepEqual(await dumpState(app.database), before)
  })
}

async function reading(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  await t.test('an entry is shown with its text, under a policy that blocks foreign code', async () => {
    const title = '<script>alert(1)</script>'
    const { id } = await app.save(app.alice, address('read'), { ...GIVEN, title, tags: '<i>' })
    const page = await browser.get(`/view/${id}`)
    assert.equal(page.statusCode, 200)
    assert.match(page.body, /<p>Ink on paper<\/p>/)
    assert.doesNotMatch(page.body, /<script>alert|<i>/)
    const policy = String(page.headers['content-security-policy'])
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval/)
    assert.equal((await (await signedIn(app, app.carol)).get(`/view/${id}`)).statusCode, 404)
  })
  await t.test('an entry whose page failed shows the reason', async () => {
    const { id } = await app.save(app.alice, `${app.site.url}/not-found`)
    assert.match((await browser.get(`/view/${id}`)).body, /has no page at this address/)
    assert.match((await browser.get('/')).body, /has no page at this address/)
  })
}

async function deleting(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  await t.test('a deleted entry is 404, and the link back leads elsewhere', async () => {
    const { id } = await app.save(app.alice, address('gone'), { ...GIVEN, title: 'Gone' })
    const token = hiddenField((await browser.get('/')).body, 'token')
    const answer = await browser.post(`/delete/${id}`, { token, deleted: '1', back: `/view/${id}` })
    assert.deepEqual([answer.statusCode, answer.headers['location']], [303, '/'])
    assert.equal((await browser.get(`/view/${id}`)).statusCode, 404)
    assert.equal((await browser.post(`/delete/${id}`, { token, back: '/' })).statusCode, 404)
  })
}
