import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HIGHLIGHT_FORMATS, IMPORT_FORMATS, type FormatName } from '../../src/imports/import-formats.ts'
import { FILES } from '../../src/imports/import-files.fixture.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { held } from '../support/site.ts'
import { uploadFile as upload } from './import-upload.fixture.ts'
import { hiddenField, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'

const TOKEN = 'upload_import_file[_token]'
/** Waits until the file of an import is read. @returns the page of the import */
async function finished(browser: InjectBrowser, path: string) {
  let page = await browser.get(path)
  while (page.body.includes('Cancel the import')) {
    assert.match(page.body, /http-equiv="refresh"/)
    await new Promise((resolve) => setTimeout(resolve, 25))
    page = await browser.get(path)
  }
  return page
}

const stateIn = (body: string): string | undefined => /Fetching pages|Finished|In progress/.exec(body)?.[0]

function formOf(fields: Readonly<Record<string, string>>, file = FILES.pocket, name = 'part "1" <b>.csv'): FormData {
  const form = new FormData()
  form.set('upload_import_file[file]', new Blob([file]), name)
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  return form
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the pages of imports`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    const stranger = await signedIn(app, app.bob)
    const imports = async () =>
      (await app.ask(app.alice, { url: '/api/imports' })).json<{ id: number; state: string; imported: number }[]>()

    await t.test('pages that could not be fetched are listed by reason and host', async () => {
      const slow = held((_request, response) => void response.writeHead(403).end())
      app.site.page('/no-entry', slow.answer)
      const names = ['article/one', 'nowhere', 'no-entry']
      const [form, token] = [formOf({}), hiddenField((await browser.get('/import/addresses')).body, TOKEN)]
      form.set(TOKEN, token)
      form.set(
        'upload_import_file[file]',
        new Blob([names.map((name) => `${app.site.url}/${name}`).join('\n')]),
        'list.txt',
      )
      const { headers } = await upload(app, browser, '/import/addresses', form)
      const path = headers['location'] as string
      let page = await finished(browser, path)
      const states = async () => [page.body, (await browser.get('/import/')).body].map((body) => stateIn(body))
      assert.deepEqual(await states(), ['Fetching pages', 'Fetching pages'])
      assert.match(page.body, /\d of 3 pages fetched/)
      assert.match(page.body, /http-equiv="refresh"/, 'the page follows the fetches')
      slow.release()
      for (let tries = 0; tries < 400 && /pages fetched/.test(page.body); tries++) {
        await new Promise((resolve) => setTimeout(resolve, 25))
        page = await browser.get(path)
      }
      assert.deepEqual(await states(), ['Finished', 'Finished'])
      assert.doesNotMatch(page.body, /http-equiv="refresh"/)
      assert.match(page.body, /Pages that couldn’t be fetched <span class="count">2</)
      assert.match(
        page.body,
        /<summary>[^<]+\u00a0<span class="count">1<[^]*?\/nowhere<[^]*?<summary>[^]*?\/no-entry<|\/no-entry<[^]*?<summary>[^]*?\/nowhere</,
      )
      assert.doesNotMatch(page.body, /\/article\/one</)
      assert.equal((await stranger.get(path)).statusCode, 404)
    })

    await t.test('every format has its form', async () => {
      const { body } = await browser.get('/import/')
      for (const name of Object.keys(IMPORT_FORMATS)) {
        assert.ok(body.includes(`href="/import/${name}"`), name)
        const form = (await browser.get(`/import/${name}`)).body
        const isPages = !HIGHLIGHT_FORMATS.has(name as FormatName)
        assert.equal(
          /<ol class="tour-steps">([^]*?)<\/ol>/.exec(form)?.[1]?.match(/<li>/g)?.length,
          isPages ? 3 : 2,
          name,
        )
        for (const field of ['file', ...(isPages ? ['mark_as_read'] : []), 'save', '_token']) {
          assert.ok(form.includes(`name="upload_import_file[${field}]"`), `${name} ${field}`)
        }
        assert.match(form, /enctype="multipart\/form-data"/)
      }
      const german = { 'accept-language': 'de' }
      assert.match((await browser.get('/import/', german)).body, /href="\/import\/addresses">[^]*?<span>Textdatei</)
      assert.match((await browser.get('/import/addresses', german)).body, /<h1[^>]*>Textdatei importieren</)
      assert.match((await browser.get('/import/netscape')).body, /Find the HTML file that you exported or created\./)
      assert.equal((await browser.get('/import/nothing')).statusCode, 404)
      assert.equal((await browser.get('/import/auto')).statusCode, 404)
      assert.equal((await browser.get('/import')).headers['location'], '/import/')
    })

    await t.test('a file is accepted, its page shows the result, and other users do not see it', async () => {
      const token = hiddenField((await browser.get('/import/pocket')).body, TOKEN)
      const fields = { [TOKEN]: token, 'upload_import_file[fetch]': '0', 'upload_import_file[mark_as_read]': '1' }
      const answer = await upload(app, browser, '/import/pocket', formOf(fields))
      assert.equal(answer.statusCode, 303, answer.body)
      const path = String(answer.headers['location'])
      const page = await finished(browser, path)
      assert.match(page.body, /Finished/)
      assert.match(page.body, /3 imported, 0 merged, 0 skipped, 1 failed/)
      assert.match(page.body, /Row 4: The row has no address\./)
      const id = path.split('/').at(-1)
      assert.ok(page.body.includes(`<a class="button" href="/search?q=import%3A${id}">Show what was imported</a>`))
      assert.match((await browser.get(`/search?q=import%3A${id}`)).body, /Tides, and why/)
      assert.doesNotMatch((await browser.get(`/search?q=-import%3A${id}`)).body, /Tides, and why/)
      assert.doesNotMatch(page.body, /<b>/)
      assert.match((await browser.get('/archive/list')).body, /Tides, and why/)
      assert.equal((await stranger.get(path)).statusCode, 404)
      const cancel = await stranger.post(`${path}/cancel`, {
        token: hiddenField((await stranger.get('/import/pocket')).body, TOKEN),
      })
      assert.equal(cancel.statusCode, 404)
    })

    await t.test('a wrong address is named, and a file that cannot be read has no counts', async () => {
      const token = hiddenField((await browser.get('/import/pocket')).body, TOKEN)
      const send = async (file: string) => {
        const answer = await upload(app, browser, '/import/pocket', formOf({ [TOKEN]: token }, file))
        const path = String(answer.headers['location'])
        return { path, body: (await finished(browser, path)).body }
      }
      const inGerman = async (path: string) => (await browser.get(path, { 'accept-language': 'de' })).body
      const row = await send('title,url,time_added,tags,status\nx,not a url,1772357403,,unread\n')
      assert.match(row.body, /Row 1: “not a url” isn’t a web address\./)
      assert.match(row.body, /None of the rows in the file could be read\./)
      const german = await inGerman(row.path)
      assert.match(german, /Zeile 1: „not a url“ ist keine Webadresse\./)
      assert.match(german, /Keine Zeile der Datei war lesbar\./)
      const unread = await send('{"not": "a CSV file"}')
      assert.match(unread.body, /class="form-error"/)
      assert.doesNotMatch(unread.body, /0 imported|Show what was imported/)
      assert.match(await inGerman(unread.path), /Die Datei scheint JSON zu sein, nicht CSV\./)
    })

    await t.test('the first thousand failed rows are listed, with a note that there are more', async () => {
      const token = hiddenField((await browser.get('/import/pocket')).body, TOKEN)
      const rows = Array.from(
        { length: 700 },
        () => 'no address,,1772357403,,unread\na script,javascript:alert(1),1772357403,,unread',
      )
      const file = `title,url,time_added,tags,status\n${rows.join('\n')}\n`
      const answer = await upload(app, browser, '/import/pocket', formOf({ [TOKEN]: token }, file))
      const { body } = await finished(browser, String(answer.headers['location']))
      assert.match(body, /0 imported, 0 merged, 700 skipped, 700 failed/)
      assert.match(body, /Only the first 1,000 are shown\./)
      assert.match(body, /The row has no address\.\u00a0<span class="count">500<[^]*?Rows: 1, 3, 5, /)
    })

    await t.test('a form from another site is refused without effect', async () => {
      const before = await imports()
      assert.equal((await upload(app, browser, '/import/pocket', formOf({ [TOKEN]: 'x'.repeat(43) }))).statusCode, 403)
      assert.equal((await upload(app, browser, '/import/pocket', formOf({}))).statusCode, 403)
      assert.deepEqual(await imports(), before)
      const [row] = await app.database.prepare<{ total: number }>('select count(*) as total from import_chunk').all()
      assert.equal(Number(row!.total), 0)
    })

    await t.test('without a file the form is shown again and says so', async () => {
      const empty = await upload(app, browser, '/import/pocket', formOf({}, '', ''))
      assert.equal(empty.statusCode, 422)
      assert.match(empty.body, /Choose a file that isn’t empty\./)
      assert.equal((await browser.post('/import/pocket', {})).statusCode, 422)
    })

    await t.test('visitors are redirected to the sign-in page', async () => {
      const answer = await app.app.inject({ url: '/import/pocket' })
      assert.deepEqual([answer.statusCode, answer.headers['location']], [302, '/login'])
    })
  })
}
