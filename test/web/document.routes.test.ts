import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { zipOf } from '../../src/imports/parsing/zip.fixture.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, injectBrowser, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'

const SAME = { host: 'dogear.test', origin: 'http://dogear.test', 'sec-fetch-site': 'same-origin' }

for (const dialect of DIALECTS) {
  test(`${dialect}: files that are uploaded on the page about saving`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    await saved(t, app, browser)
    await refused(t, app, browser)
    await address(t, app, browser)
  })
}

interface Given {
  readonly name?: string
  readonly token?: string
}

type File = string | Uint8Array<ArrayBuffer>

/** Submits the form with a file, like a browser. */
async function upload({ app }: TestApp, browser: InjectBrowser, file: File, given: Given = {}) {
  const { name = 'file.bin', token } = given
  const form = new FormData()
  form.set('token', token ?? hiddenField((await browser.get('/config/saving')).body, 'token'))
  form.set('file', new Blob([file]), name)
  const request = new Request('http://x/', { method: 'POST', body: form })
  const cookie = [...browser.cookies].map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('; ')
  const type = request.headers.get('content-type')!
  const payload = Buffer.from(await request.arrayBuffer())
  const headers = { ...SAME, cookie, 'content-type': type }
  return app.inject({ method: 'POST', url: '/config/saving/file', payload, headers })
}

const SENTENCE = 'The tide came in over the old wall, and nobody had seen it rise so far before.'
const MAIL = `From: Ada Marsh <ada@example.org>
To: <tide@example.org>
Subject: Notes from the harbour
Date: Tue, 10 Nov 2026 08:00:00 +0000
Message-ID: <1@example.org>
MIME-Version: 1.0
Content-Type: text/html; charset=utf-8

<h1>Harbour</h1><p>${SENTENCE}</p><script>alert(1)</script><img src="x" onerror="alert(2)">`
const RTF = String.raw`{\rtf1\ansi{\info{\title Letter on tides}{\author Bo Reed}}\pard ${SENTENCE}\par ${SENTENCE.replace('tide', 'moon')}\par}`

const CONTAINER =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
const PACKAGE =
  '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/" version="3.0"><metadata><dc:title>The Book of Tides</dc:title><dc:creator>Cy Shore</dc:creator><dc:language>en-GB</dc:language></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>'

function epub(chapter = `<h1>One</h1><p>${SENTENCE}</p>`): Uint8Array<ArrayBuffer> {
  const members = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': CONTAINER,
    'b.opf': PACKAGE,
    'a.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head><body>${chapter}</body></html>`,
  }
  return new Uint8Array(zipOf(Object.entries(members).map(([name, text]) => ({ name, bytes: Buffer.from(text) }))))
}

async function saved(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  const entryAt = async (location: unknown) =>
    (await app.ask(app.alice, { url: `/api/entries/${String(location).replace('/view/', '')}` })).json<
      Readonly<Record<string, unknown>>
    >()
  await t.test('a mail becomes an entry with its subject, sender and date, without dangerous markup', async () => {
    const answer = await upload(app, browser, MAIL, { name: 'whatever.txt' })
    assert.equal(answer.statusCode, 303)
    const entry = await entryAt(answer.headers['location'])
    assert.equal(entry['title'], 'Notes from the harbour')
    assert.deepEqual(entry['published_by'], ['Ada Marsh'])
    assert.match(String(entry['published_at']), /^2026-11-10T/)
    assert.match(String(entry['content']), /tide came in/)
    assert.doesNotMatch(String(entry['content']), /script|onerror|alert/)
  })
  await t.test('a book becomes an entry with its title, author and language, whatever its file is called', async () => {
    const answer = await upload(app, browser, epub(), { name: 'b.html' })
    assert.equal(answer.statusCode, 303)
    const entry = await entryAt(answer.headers['location'])
    assert.equal(entry['title'], 'The Book of Tides')
    assert.deepEqual(entry['published_by'], ['Cy Shore'])
    assert.equal(entry['language'], 'en_GB')
    assert.match(String(entry['content']), /tide came in/)
  })
  await t.test('a document without a title is named after its file', async () => {
    const { headers } = await upload(app, browser, RTF.replace(/\{\\info.*?\}\}/, ''), {
      name: 'C:\\letters\\To Bo.rtf',
    })
    assert.equal((await entryAt(headers['location']))['title'], 'To Bo')
  })
  await t.test('the same file is saved once, and a title that the user gave it stays', async () => {
    const first = await upload(app, browser, RTF, { name: 'one.rtf' })
    const id = String(first.headers['location']).replace('/view/', '')
    await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${id}`, payload: { title: 'Mine' } })
    const second = await upload(app, browser, RTF, { name: 'two.rtf' })
    assert.equal(second.headers['location'], first.headers['location'])
    assert.ok(second.cookies.some(({ name }) => name === 'notice'))
    assert.equal((await entryAt(second.headers['location']))['title'], 'Mine')
    const other = await upload(app, await signedIn(app, app.bob), RTF)
    assert.equal(other.statusCode, 303)
    assert.notEqual(other.headers['location'], first.headers['location'])
  })
}

async function refused(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  const count = async () =>
    (await app.database.prepare<{ n: number }>('select count(*) as n from entry').all()).map(({ n }) => Number(n))[0]
  await t.test('the dialog of the browser offers the files that the hint names', async () => {
    const { body } = await browser.get('/config/saving')
    const [, offered = ''] = /accept="([^"]*)"/.exec(body) ?? []
    for (const name of ['.epub', '.pdf', '.docx', '.odt', '.rtf', '.eml', '.md', '.txt', '.mhtml', '.webarchive']) {
      assert.ok(offered.split(',').includes(name), name)
    }
  })
  await t.test('other files are refused with the reason on the page, and nothing is saved', async () => {
    const before = await count()
    const cases: readonly (readonly [File, RegExp])[] = [
      ['', /Choose a file/],
      ['<html><p>A page.</p></html>', /This isn’t an EPUB/],
      ['MZ\u0090\u0000', /This isn’t an EPUB/],
      [epub().slice(0, 600), /damaged/],
      [String.raw`{\rtf1\ansi\pard \par}`, /No readable text/],
      [new Uint8Array(16 * 1024 * 1024 + 1), /larger than 16 MB/],
    ]
    for (const [file, sentence] of cases) {
      const answer = await upload(app, browser, file, { name: 'book.epub' })
      assert.equal(answer.statusCode, 422, String(sentence))
      assert.match(/id="saving_file-error"[^>]*>([^<]*)/.exec(answer.body)?.[1] ?? '', sentence)
      assert.match(/<input id="saving_file"[^>]*>/.exec(answer.body)![0], /aria-describedby="saving_file-error /)
    }
    assert.equal(await count(), before)
  })
  await t.test('a form without the token, and a visitor, save nothing', async () => {
    const before = await count()
    assert.equal((await upload(app, browser, `${RTF} `, { token: 'wrong' })).statusCode, 403)
    assert.equal((await upload(app, injectBrowser(app), `${RTF} `, { token: 'none' })).headers['location'], '/login')
    assert.equal(await count(), before)
  })
}

async function address(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  await t.test('the address of a file leads only its owner to the entry', async () => {
    const { headers } = await upload(app, browser, MAIL)
    const id = String(headers['location']).replace('/view/', '')
    const { url } = (await app.ask(app.alice, { url: `/api/entries/${id}` })).json<{ url: string }>()
    const { pathname } = new URL(url)
    assert.match(pathname, /^\/file\/[\da-f]{32}$/)
    assert.equal((await browser.get(pathname)).headers['location'], `/view/${id}`)
    assert.equal((await (await signedIn(app, app.bob)).get(pathname)).statusCode, 404)
    assert.equal((await injectBrowser(app).get(pathname)).statusCode, 404)
  })
}
