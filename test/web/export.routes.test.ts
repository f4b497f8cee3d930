import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { rawSql } from '../../src/db/raw-sql.ts'
import { checkBook } from '../../src/exports/epub/check-book.fixture.ts'
import { dumpTables } from '../api/dump-tables.fixture.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { injectBrowser, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'

const term = encodeURIComponent('search_entry[term]')

function head(browser: InjectBrowser, url: string, { app }: TestApp): Promise<LightMyRequestResponse> {
  return app.inject({ method: 'HEAD', url, headers: { cookie: `session=${browser.cookies.get('session')}` } })
}

for (const dialect of DIALECTS) {
  test(`exports of lists, ${dialect}`, async (t) => {
    const app = await testApp(t, dialect)
    const { alice, bob, save, ask, database } = app
    const content = '<p>Text</p>'
    const one = await save(alice, 'https://a.example.org/1', { title: 'One', content, tags: 'Été' })
    const two = await save(alice, 'https://b.example.org/2', { title: '50% two', content, starred: 1 })
    const three = await save(alice, 'https://b.example.org/3', { title: 'Three', content, archive: 1 })
    await save(bob, 'https://b.example.org/4', { title: 'Of bob', content, tags: 'Été' })
    const note = { text: 'n', quote: 'q', ranges: [] }
    await ask(alice, { method: 'POST', url: `/api/annotations/${three.id}`, payload: note })
    const browser = await signedIn(app, alice)
    const headOf = (path: string, by = browser) => head(by, `/export/${path}`, app)

    await t.test('every category has its entries, the newest first, and its name', async () => {
      const lists: readonly (readonly [path: string, name: string, ids: readonly number[]])[] = [
        ['all.json', 'All articles', [three.id, two.id, one.id]],
        ['unread.json', 'Unread articles', [two.id, one.id]],
        ['starred.json', 'Starred articles', [two.id]],
        ['archive.json', 'Archive articles', [three.id]],
        ['untagged.json', 'Untagged articles', [three.id, two.id]],
        ['annotated.json', 'Annotated articles', [three.id]],
        [`same_domain.json?entry=${two.id}`, 'Same domain articles', [three.id, two.id]],
        ['tag_entries.json?tag=t:ete', 'Tag ete articles', [one.id]],
        [`search.json?${term}=two%20is%3Astarred&currentRoute=homepage`, 'Search two isstarred articles', [two.id]],
        [`search.json?${term}=text%20-one`, 'Search text -one articles', [three.id, two.id]],
        [`search.json?${term}=bob`, 'Search bob articles', []],
        [`${one.id}.json`, 'One', [one.id]],
      ]
      for (const [path, name, ids] of lists) {
        const answer = await browser.get(`/export/${path}`)
        assert.equal(answer.statusCode, 200, path)
        assert.equal(answer.headers['content-disposition'], `attachment; filename="${name}.json"`, path)
        assert.equal(answer.headers['content-type'], 'application/json')
        assert.deepEqual(
          answer.json<{ id: number }[]>().map(({ id }) => id),
          ids,
          path,
        )
      }
    })

    await t.test('the export page has a form for a query, with a button for each format', async () => {
      const { body } = await browser.get('/config/export')
      assert.match(body, /<form action="\/export\/search\.json" method="get"[^>]*>[^]*name="search_entry\[term\]"/)
      const buttons = [...body.matchAll(/formaction="(\/export\/search\.\w+)"/g)].map(([, path]) => path!)
      assert.equal(buttons.length, 8)
      for (const path of buttons) assert.equal((await browser.get(`${path}?${term}=two`)).statusCode, 200, path)
    })

    await t.test('an export of a search without a query is refused, with a message', async () => {
      for (const path of ['search.json', 'search.epub?term=two', `search.csv?${term}=`, `search.pdf?${term}=%20`]) {
        const { statusCode, body } = await browser.get(`/export/${path}`)
        assert.equal(statusCode, 400, path)
        assert.match(body, /Enter a search query, then choose a format\./, path)
      }
    })

    await t.test('a list is a valid book and the same twice', async () => {
      const answer = await browser.get('/export/all.epub')
      const { packageText } = checkBook(answer.rawPayload)
      assert.match(packageText, /<dc:title>All articles<\/dc:title>/)
      assert.deepEqual((await browser.get('/export/all.epub')).rawPayload, answer.rawPayload)
      assert.ok((await browser.get('/export/all.pdf')).rawPayload.subarray(0, 5).equals(Buffer.from('%PDF-')))
    })

    await t.test('the head alone is that of the file, and no file is made for it', async () => {
      const kept = {
        connection: undefined,
        date: undefined,
        'content-length': undefined,
        'transfer-encoding': undefined,
      }
      const paths = [
        `${one.id}.pdf`,
        `${two.id}.json`,
        'all.epub',
        'tag_entries.csv?tag=t:ete',
        `search.md?${term}=two`,
      ]
      for (const path of paths) {
        const [whole, alone] = [await browser.get(`/export/${path}`), await headOf(path)]
        assert.deepEqual([alone.statusCode, alone.body], [200, ''], path)
        assert.equal(alone.headers['content-length'], undefined, path)
        assert.deepEqual({ ...alone.headers, ...kept }, { ...whole.headers, ...kept }, path)
      }
      const stranger = await signedIn(app, bob)
      for (const path of [`${one.id}.pdf`, 'all.mobi', 'nothing.json', 'tag_entries.json?tag=t:none'])
        assert.equal((await headOf(path, stranger)).statusCode, 404, path)
      const signedOut = await headOf('all.json', injectBrowser(app))
      assert.deepEqual([signedOut.statusCode, signedOut.headers.location], [302, '/login'])
    })

    await t.test('the export of a search has all its hits, including later pages and just saved entries', async () => {
      for (let i = 0; i < 40; i++)
        await save(alice, `https://c.example.org/${i}`, { title: `Lantern ${i}`, content: '<p>Found by its glow</p>' })
      const found = (await ask(alice, { url: '/api/search?term=glow&perPage=1000' })).json<{
        total: number
        _embedded: { items: { id: number }[] }
      }>()
      const file = (await browser.get(`/export/search.json?${term}=glow`)).json<{ id: number }[]>()
      assert.equal(found.total, 40)
      assert.deepEqual(
        file.map(({ id }) => id),
        found._embedded.items.map(({ id }) => id),
      )
    })

    await t.test('entries that do not exist or belong to others are 404', async () => {
      const stranger = await signedIn(app, bob)
      const paths = [
        `${one.id}.epub`,
        `same_domain.json?entry=${two.id}`,
        'all.mobi',
        'all',
        'nothing.json',
        '1.2.json',
      ]
      for (const path of paths) assert.equal((await stranger.get(`/export/${path}`)).statusCode, 404, path)
      assert.equal((await stranger.get('/export/tag_entries.json?tag=t:none')).statusCode, 404)
      assert.equal((await injectBrowser(app).get('/export/all.json')).statusCode, 302)
    })

    await t.test('one list of a user is made at a time, and hanging up lets the next one in', async () => {
      const { exportList } = await import('../../src/exports/export-entries.ts')
      const { ExportLimit } = await import('../../src/exports/export-limit.ts')
      const { entryLoader } = await import('../../src/entries/listing/load-entries.ts')
      const { DEFAULT_CONFIG } = await import('../../src/users/user-config.ts')
      const loadEntries = entryLoader(database)
      let loads = 0
      const deps = {
        baseUrl: app.baseUrl,
        loadEntries: (...given: Parameters<typeof loadEntries>) => (loads++, loadEntries(...given)),
        loadImages: async () => [],
        findConfig: async () => DEFAULT_CONFIG,
        exportThreads: app.services.exportThreads,
        exportLimit: new ExportLimit(),
      }
      const list = { title: 'All', ids: Array.from({ length: 1000 }, () => one.id as never) }
      const { body } = await exportList(deps, alice.id, list, 'csv')
      await assert.rejects(exportList(deps, alice.id, list, 'csv'), { code: 'too_many_requests' })
      const other = await exportList(deps, bob.id, list, 'csv')
      await other.body.return()
      const unread = await exportList(deps, bob.id, list, 'csv')
      await unread.body.return()
      await body.next()
      await body.next()
      await body.return()
      assert.equal(loads, 1, 'nothing more is read than what was asked for')
      const again = await exportList(deps, alice.id, list, 'csv')
      await again.body.return()
    })

    await t.test('a HEAD request needs no thread and is not recorded as an export', async () => {
      const before = await dumpTables(database, ['security_event'])
      await app.services.exportThreads.stop()
      assert.equal((await browser.get(`/export/${one.id}.csv`)).statusCode, 503)
      for (const file of [`${one.id}.csv`, 'all.csv']) assert.equal((await headOf(file)).statusCode, 200, file)
      assert.deepEqual(await dumpTables(database, ['security_event']), before)
    })
  })

  test(`a thousand entries are exported with little memory, ${dialect}`, async (t) => {
    const app = await testApp(t, dialect)
    const { id } = await app.save(app.alice, 'https://a.example.org/0', { title: 'T', content: '<p>x</p>' })
    const json = Buffer.from(JSON.stringify(`<p>${'Text with words. '.repeat(3000)}</p>`))
    const times = { created_at: '2026-03-01T09:30:00.000Z', updated_at: '2026-03-01T09:30:00.000Z', revision: 1 }
    const owner = { user_id: app.alice.id }
    const numbers = Array.from({ length: 999 }, (_, index) => id + 1 + index)
    await app.database.transaction(async (tx) => {
      const added = await tx
        .insertInto('entry')
        .values(numbers.map((n) => ({ ...owner, url: `https://a.example.org/${n}`, title: `T ${n}`, ...times })))
        .returning('id')
        .execute()
      const [first, ...others] = added.map((row) => Number(row.id))
      const text = { ...owner, content: json, extractor_version: 1, steps: null }
      await tx
        .insertInto('entry_content')
        .values({ ...text, entry_id: first! })
        .execute()
      await rawSql(
        tx,
        `insert into entry_content (user_id, entry_id, content, extractor_version)
         select entry.user_id, entry.id, content, 1 from entry_content join entry on entry.user_id = entry_content.user_id
         where entry_content.entry_id = ${first} and entry.id in (${others.join(',')})`,
        [],
      )
    })
    const browser = await signedIn(app, app.alice)
    const before = process.memoryUsage().heapUsed
    const answer = await browser.get('/export/all.epub')
    const { members } = checkBook(answer.rawPayload)
    assert.equal([...members.keys()].filter((name) => /^EPUB\/entry-\d+\.xhtml$/.test(name)).length, 1000)
    const megabytes = (process.memoryUsage().heapUsed - before) / 1024 / 1024
    assert.ok(megabytes < 250, `${megabytes.toFixed(0)} MB for 100 MB of text`)
  })
}
