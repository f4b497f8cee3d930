import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { progressFinder } from '../../src/entries/changing/store-reading-position.ts'
import { reextractEntry } from '../../src/entries/reextraction/reextract-entry.ts'
import type { EntryId } from '../../src/kernel/branded-ids.ts'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'

const STREAM = { accept: 'text/vnd.turbo-stream.html' }
const address = (name: string) => `https://example.org/${name}`
const content = '<p>Ink on <em>paper</em>, slowly.</p>'

interface Scene {
  readonly app: TestApp
  readonly browser: InjectBrowser
  readonly stranger: InjectBrowser
  readonly token: string
  readonly id: number
}

for (const dialect of DIALECTS) {
  test(`${dialect}: reading`, async (t) => {
    const app = await testApp(t, dialect)
    const [browser, stranger] = [await signedIn(app, app.alice), await signedIn(app, app.bob)]
    const { id } = await app.save(app.alice, address('one'), { title: 'One', content })
    const token = hiddenField((await browser.get(`/view/${id}`)).body, 'token')
    const scene = { app, browser, stranger, token, id }
    await states(t, scene)
    await neighbours(t, scene)
    await look(t, scene)
    await progress(t, scene)
    await editing(t, scene)
    await leadingBack(t, scene)
    await fetching(t, scene)
    await strangers(t, scene)
  })
}

const from = (path: string) => ({ referer: `http://dogear.test${path}` })

const entryOf = async ({ app, id }: Scene) =>
  (await app.ask(app.alice, { url: `/api/entries/${id}` })).json<{
    is_archived: number
    is_starred: number
    title: string
    language: string | null
    preview_picture: string | null
    tags: { label: string }[]
  }>()

async function states(t: TestContext, scene: Scene): Promise<void> {
  const { browser, token, id } = scene
  await t.test('states and tags are set, with a script and without', async () => {
    const plain = await browser.post(`/view/${id}/states`, { token, starred: '1', list: 'starred' })
    assert.deepEqual([plain.statusCode, plain.headers.location], [303, `/view/${id}?list=starred`])
    const stream = await browser.post(`/view/${id}/states`, { token, archived: '1' }, STREAM)
    assert.match(String(stream.headers['content-type']), /^text\/vnd\.turbo-stream\.html/)
    assert.match(stream.body, /target="states-bar"[^]*name="archived" value="0"[^]*name="starred" value="0"/)
    await browser.post(`/view/${id}/tags`, { token, add: 'Slow' })
    const added = await browser.post(`/view/${id}/tags`, { token, add: 'ink' }, STREAM)
    assert.match(added.body, /target="tag-field"/)
    const removed = await browser.post(`/view/${id}/tags`, { token, remove: 'slow' }, STREAM)
    assert.match(removed.body, /target="head-tags"[^]*<bdi>ink<\/bdi>/)
    const { is_archived, is_starred, tags } = await entryOf(scene)
    assert.deepEqual([is_archived, is_starred, tags.map(({ label }) => label)], [1, 1, ['ink']])
  })
  await t.test('after archiving the reader stays, or goes back to the list, as it was set', async () => {
    const config = { 'config[_token]': token, 'config[action_mark_as_read]': '0', 'config[save]': '' }
    const fields = {
      ...config,
      'config[items_per_page]': '12',
      'config[reading_speed]': '200',
      'config[language]': 'en',
    }
    assert.ok((await browser.post('/config', fields)).statusCode < 400)
    const archive = (headers = {}) => browser.post(`/view/${id}/states`, { token, archived: '1', list: 'all' }, headers)
    for (const headers of [{}, STREAM]) {
      const { statusCode, headers: sent } = await archive(headers)
      assert.deepEqual([statusCode, sent.location], [303, '/all/list'])
    }
    assert.equal(
      (await browser.post(`/view/${id}/states`, { token, archived: '0' })).headers.location,
      `/view/${id}?list=unread`,
    )
    await browser.post('/config', { ...fields, 'config[action_mark_as_read]': '1' })
    assert.equal((await archive(STREAM)).statusCode, 200)
    await browser.post(`/view/${id}/states`, { token, archived: '0' })
  })
}

async function neighboursOn(browser: InjectBrowser, path: string, headers: Readonly<Record<string, string>> = {}) {
  const { body } = await browser.get(path, headers)
  const ids = body.matchAll(/class="neighbour neighbour-(next|previous)" href="\/view\/(\d+)\?list=(\w+)"/g)
  return Object.fromEntries([...ids].map(([, kind, to, list]) => [kind, `${to} ${list}`]))
}

async function neighbours(t: TestContext, { app, browser, id }: Scene): Promise<void> {
  await t.test('the next and the previous entry are those of the list of origin', async () => {
    await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${id}`, payload: { starred: 1, archive: 0 } })
    const [a, b, c] = [
      await app.save(app.alice, address('a'), { title: 'A', content }),
      await app.save(app.alice, address('b'), { title: 'B', content, archive: 1 }),
      await app.save(app.alice, address('c'), { title: 'C', content, starred: 1 }),
    ]
    assert.deepEqual(await neighboursOn(browser, `/view/${a.id}`), { next: `${id} unread`, previous: `${c.id} unread` })
    assert.deepEqual(await neighboursOn(browser, `/view/${a.id}?list=all`), {
      next: `${id} all`,
      previous: `${b.id} all`,
    })
    assert.deepEqual(await neighboursOn(browser, `/view/${c.id}?list=archive`), { next: `${b.id} archive` })
    assert.deepEqual(await neighboursOn(browser, `/view/${c.id}`, from('/starred/list/1')), { next: `${id} starred` })
    assert.deepEqual(await neighboursOn(browser, `/view/${b.id}`, from(`/view/${a.id}?list=archive`)), {})
    assert.deepEqual(
      await neighboursOn(browser, `/view/${a.id}?list=evil`, from('//x')),
      await neighboursOn(browser, `/view/${a.id}`),
    )
  })
}

const earlyFonts = (page: string) =>
  [...page.matchAll(/rel="preload" href="[^"]*\/fonts\/(\w+)\//g)].map(([, name]) => name)

async function look(t: TestContext, { browser, token, id }: Scene): Promise<void> {
  await t.test('the appearance is stored with the account, and invalid values are refused', async () => {
    const back = `/view/${id}?list=all`
    assert.equal((await browser.post('/look', { token, theme: 'sepia', size: '7', back })).headers.location, back)
    await browser.post('/look', { token, font: 'comic', width: '99', leading: '2.5', theme: '' })
    await browser.post('/look', { token, font: 'legible' })
    const { body } = await browser.get(`/view/${id}`)
    assert.match(body, /data-theme="sepia" data-font="legible" data-size="7" data-width="3" data-leading="3"/)
    assert.match(body, /name="size" value="6"[^]*name="size" value="8"/)
    assert.match(body, /name="theme" value="sepia" aria-pressed="true"/)
    assert.equal((await browser.post('/look', { theme: 'dark' })).statusCode, 403)
    assert.deepEqual(earlyFonts(body), ['legible', 'inter'])
    assert.deepEqual(
      earlyFonts((await browser.get('/all/list')).body),
      ['literata', 'inter'],
      'titles of lists have serifs',
    )
  })
}

async function progress(t: TestContext, { app, browser, token, id, stranger }: Scene): Promise<void> {
  await t.test('the reading position is stored, and the later reading wins', async () => {
    const now = Date.now()
    const report = async (fields: Readonly<Record<string, string>>) =>
      (await browser.post(`/view/${id}/progress`, { token, ...fields })).statusCode
    const find = progressFinder(app.database)
    const place = async () => {
      const { block, share } = (await find(app.alice.id, [id as EntryId, 999 as EntryId])).get(id as EntryId)!
      return { block, share }
    }
    assert.equal(await report({ block: '4', share: '0.4', at: String(now - 5000) }), 204)
    assert.deepEqual(await place(), { block: 4, share: 0.4 })
    assert.equal(await report({ block: '2', share: '0.2', at: String(now - 9000) }), 204)
    assert.deepEqual(await place(), { block: 4, share: 0.4 })
    assert.equal(await report({ block: '6', share: '0.6', at: String(now + 86_400_000) }), 204)
    assert.equal(await report({ block: '7', share: '0.7' }), 204)
    assert.deepEqual(await place(), { block: 7, share: 0.7 })
    for (const wrong of [{ block: '-1', share: '0' }, { block: '1', share: '1.5' }, { block: '1' }, { share: 'x' }]) {
      assert.equal(await report(wrong), 400)
    }
    assert.match((await browser.get(`/view/${id}`)).body, /data-reader-progress-block-value="7"[^>]*share-value="0.7"/)
    const other = hiddenField((await stranger.get('/config')).body, 'config[_token]')
    assert.equal(
      (await stranger.post(`/view/${id}/progress`, { token: other, block: '1', share: '0' })).statusCode,
      404,
    )
    assert.equal((await find(app.bob.id, [id as EntryId])).size, 0)
  })
}

async function editing(t: TestContext, scene: Scene): Promise<void> {
  const { browser, token, id } = scene
  await t.test('title, tags, language and picture are changed on a page', async () => {
    const { app } = scene
    await app.save(app.alice, 'https://example.org/inked', { title: 'Inked', content: '<p>x</p>', tags: 'ink' })
    const path = `/edit/${id}`
    const page = (await browser.get(path)).body
    assert.match(page, /name="title" type="text" value="One"/)
    assert.match(page, /<datalist[^>]*>[^]*<option value="ink">/)
    const fields = { token, title: 'Two', tags: 'Ink, paper ', language: 'pt-BR', picture: 'https://a.example/p.jpg' }
    assert.equal((await browser.post(path, fields)).headers.location, `/view/${id}`)
    const { title, tags, language, preview_picture } = await entryOf(scene)
    assert.deepEqual([title, language, preview_picture], ['Two', 'pt_BR', 'https://a.example/p.jpg'])
    assert.deepEqual(tags.map(({ label }) => label).toSorted(), ['ink', 'paper'])
    const back = '/all/list?tag=ink'
    assert.match(
      (await browser.get(`${path}?${new URLSearchParams({ back }).toString()}`)).body,
      /name="back" value="\/all/,
    )
    assert.equal((await browser.post(path, { ...fields, tags: '', back })).headers.location, back)
    assert.equal((await browser.post(path, { ...fields, tags: '', back: '//evil.example' })).headers.location, '/')
    assert.deepEqual((await entryOf(scene)).tags, [])
  })
  await t.test('authors and date are changed and removed, and a new extraction keeps them', async () => {
    const { app } = scene
    const meta =
      '<meta name="author" content="Page Author"><meta property="article:published_time" content="2020-01-02T03:04:05Z">'
    const text = 'Work began two hours before the lowest tide, and ended when boots were wet. '.repeat(20)
    app.site.page('/signed', (_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<html><head><title>T</title>${meta}</head><article><h1>T</h1><p>${text}</p></article></html>`)
    })
    const { id: own } = await app.save(app.alice, `${app.site.url}/signed`)
    const facts = async () => {
      const entry = (await app.ask(app.alice, { url: `/api/entries/${own}` })).json<WireEntry>()
      return [entry['published_by'], entry['published_at']]
    }
    assert.deepEqual(await facts(), [['Page Author'], '2020-01-02T03:04:05+0000'])
    const { body } = await browser.get(`/edit/${own}`)
    assert.match(body, /name="authors" type="text" value="Page Author"[^]*name="date" type="date" value="2020-01-02"/)
    const edit = async (fields: Record<string, string>) => {
      const { statusCode } = await browser.post(`/edit/${own}`, {
        token,
        title: 'T',
        language: '',
        picture: '',
        ...fields,
      })
      assert.equal(statusCode, 303)
    }
    await edit({ authors: 'Page Author', date: '2020-01-02' })
    assert.deepEqual(await facts(), [['Page Author'], '2020-01-02T03:04:05+0000'], 'an unchanged day keeps its time')
    await edit({ authors: ' Jane Doe, John Roe', date: '1999-12-31' })
    const written = [['Jane Doe', 'John Roe'], '1999-12-31T00:00:00+0000']
    assert.deepEqual(await facts(), written)
    const extract = () => {
      const { database, clock, services } = app
      const key = { owner: app.alice.id, id: own as EntryId }
      return reextractEntry({ database, clock, extraction: services.extraction, objects: services.objects }, key, false)
    }
    assert.ok(await extract())
    assert.deepEqual(await facts(), written)
    await edit({})
    assert.deepEqual(await facts(), written, 'a form without the fields changes neither')
    await edit({ authors: '', date: '' })
    assert.ok(await extract())
    assert.deepEqual(await facts(), [null, null])
  })
  await t.test('invalid values are refused beside their field, and the input stays', async () => {
    const before = await entryOf(scene)
    const wrong = {
      token,
      title: ' ',
      tags: 'x'.repeat(300),
      authors: 'x'.repeat(300),
      date: '2024-02-30',
      language: 'klingonese-x',
      picture: 'javascript:1',
    }
    const { statusCode, body } = await browser.post(`/edit/${id}`, wrong)
    assert.equal(statusCode, 422)
    for (const field of ['title', 'tags', 'authors', 'date', 'language', 'picture'])
      assert.match(body, new RegExp(`id="edit-${field}-error"`))
    assert.match(body, /value="klingonese-x"/)
    assert.deepEqual(await entryOf(scene), before)
  })
}

async function leadingBack(t: TestContext, { browser, token, id }: Scene): Promise<void> {
  await t.test('the pages about an entry lead back to it with the list from which it was opened', async () => {
    const article = `/view/${id}?list=all&tag=ink`
    const { body } = await browser.get(article)
    const pages = [...body.matchAll(/<a href="([^"]*)" data-action-name="(?:info|edit|collect)"/g)]
    assert.equal(pages.length, 3)
    for (const [, address = ''] of pages) {
      const page = (await browser.get(address.replaceAll('&amp;', '&'))).body
      assert.ok(page.includes(`href="${article.replaceAll('&', '&amp;')}"`), address)
    }
    for (const path of [`/view/${id}/reload`, `/share/${id}`, `/share/delete/${id}`]) {
      const { headers } = await browser.post(path, { token, list: 'all?tag=ink' })
      assert.equal(headers.location, path === `/share/${id}` ? `${article}&shared=1` : article)
    }
  })
}

async function fetching(t: TestContext, { app, browser, token }: Scene): Promise<void> {
  await t.test('fetching again shows the result and the extraction steps', async () => {
    const put = (text: string) =>
      app.site.page('/again', (_request, response) => {
        response.setHeader('content-type', 'text/html').end(`<title>T</title><article><h1>T</h1>${text}</article>`)
      })
    const words = `<p>${'Work began two hours before the lowest tide, and ended when boots were wet. '.repeat(20)}</p>`
    put(words)
    const { id } = await app.save(app.alice, `${app.site.url}/again`)
    const reload = async () => {
      const answer = await browser.post(`/view/${id}/reload`, { token })
      assert.deepEqual([answer.statusCode, answer.headers.location], [303, `/view/${id}`])
      return /role="status"[^>]*><span>([^<]*)</.exec((await browser.get(`/view/${id}`)).body)?.[1]
    }
    assert.equal(await reload(), 'Page fetched again')
    put('<p>Please sign in.</p>')
    assert.match((await reload()) ?? '', /^The earlier text is kept\./)
    const { body } = await browser.get(`/view/${id}`)
    assert.match(body, /Work began two hours/)
    const info = await browser.get(`/view/${id}/info`)
    assert.match(info.body, /<dd>The saved page<\/dd>[^]*<th scope="row">text<\/th>/)
  })
  await t.test(
    'a page that could not be fetched links to the original once, and says that it has no text',
    async () => {
      const head =
        '<title>Stones</title><meta name="description" content="How a town rebuilt its harbour wall by hand.">'
      app.site.page('/hollow', (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end(`<html><head>${head}</head><body></body></html>`)
      })
      for (const [path, source] of [
        ['/nowhere', 'None'],
        ['/hollow', 'Page summary only'],
      ] as const) {
        const { id } = await app.save(app.alice, `${app.site.url}${path}`)
        const { body } = await browser.get(`/view/${id}`)
        assert.match(body, /Couldn’t fetch this page[^]*<a [^>]*>Open the original<\/a>/)
        assert.doesNotMatch(body, /Read the original/)
        const archived = `href="https://web.archive.org/web/2/${app.site.url}${path}"`
        assert.equal(body.includes(archived), path === '/nowhere', 'only a page that is gone may be in an archive')
        const info = await browser.get(`/view/${id}/info`)
        assert.match(info.body, new RegExp(`<dd>${source}</dd>`), path)
      }
    },
  )
}

async function strangers(t: TestContext, { browser, stranger, token, id }: Scene): Promise<void> {
  await t.test('other users and forms from other sites can neither read nor change anything', async () => {
    const other = hiddenField((await stranger.get('/config')).body, 'config[_token]')
    for (const path of [`/view/${id}`, `/view/${id}/info`, `/edit/${id}`, '/view/0', '/edit/x', '/view/9x/info']) {
      assert.equal((await stranger.get(path)).statusCode, 404, path)
    }
    for (const path of [`/view/${id}/states`, `/view/${id}/tags`, `/edit/${id}`, `/view/${id}/reload`]) {
      assert.equal((await stranger.post(path, { token: other, add: 'x', archived: '1' })).statusCode, 404, path)
      assert.equal((await browser.post(path, { add: 'x' })).statusCode, 403, path)
      assert.equal((await browser.post(path, { token }, { origin: 'http://evil.example' })).statusCode, 403, path)
    }
  })
}
