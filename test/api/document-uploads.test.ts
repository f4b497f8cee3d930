import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { DOCUMENT_SENTENCE, documentFiles, epubFile, refusedFiles } from '../support/document-files.ts'
import { signedIn } from '../web/inject-browser.fixture.ts'

const OCTETS = { 'content-type': 'application/octet-stream' }

interface WireEntry {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly url: string
  readonly published_by: readonly string[] | null
}

/** Uploads a file as the request body. */
function send({ ask, alice }: TestApp, file: Uint8Array, query = '') {
  return ask(alice, { method: 'POST', url: `/api/documents${query}`, payload: Buffer.from(file), headers: OCTETS })
}

/** Sends a body with this content type to `POST /api/documents`. */
function sendForm({ ask, alice }: TestApp, payload: string | Buffer, type: string) {
  return ask(alice, { method: 'POST', url: '/api/documents', payload, headers: { 'content-type': type } })
}

async function total({ ask, alice }: TestApp): Promise<number> {
  return (await ask(alice, { url: '/api/entries' })).json<{ readonly total: number }>().total
}

for (const dialect of DIALECTS) {
  test(`${dialect}: files of every kind that are uploaded to the API`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_BASE_URL: 'http://dogear.test' } })
    await kinds(t, app)
    await refused(t, app)
    await forms(t, app)
    await zeros(t, app)
    await again(t, app)
    await budget(t, app)
  })
}

async function kinds(t: TestContext, app: TestApp): Promise<void> {
  for (const { kind, bytes, title, author, hasPicture } of await documentFiles())
    await t.test(`${kind}: the entry has text, title, author and pictures, whatever the file is called`, async () => {
      const answer = await send(app, bytes, '?file_name=page.html')
      assert.equal(answer.statusCode, 201, answer.body)
      const entry = answer.json<WireEntry>()
      assert.deepEqual([entry.title, entry.published_by], [title, [author]])
      assert.ok(entry.content.includes(DOCUMENT_SENTENCE), entry.content)
      const pictures = [...entry.content.matchAll(/<img src="http:\/\/dogear\.test(\/images\/[^"]+\.png)"/g)]
      assert.equal(pictures.length, hasPicture ? 1 : 0, entry.content)
      for (const [, path] of pictures) assert.equal((await app.app.inject({ url: path! })).statusCode, 200)
    })
}

async function refused(t: TestContext, app: TestApp): Promise<void> {
  for (const [name, file, reason] of await refusedFiles())
    await t.test(`${name} is refused as ${reason}, and nothing is saved`, async () => {
      const before = await total(app)
      const answer = await send(app, file, '?file_name=book.epub')
      assert.equal(answer.statusCode, 400, answer.body)
      assert.match(answer.body, new RegExp(`the file cannot be saved: ${reason}`))
      assert.equal(await total(app), before)
    })
}

async function forms(t: TestContext, app: TestApp): Promise<void> {
  const part = 'Content-Disposition: form-data; name="file"; filename="a.rtf"\r\n\r\n'
  const rtf = String.raw`{\rtf1\ansi ${DOCUMENT_SENTENCE} In a form.\par}`
  await t.test('forms that are cut off, have no file or no boundary are refused, and nothing is saved', async () => {
    const before = await total(app)
    for (const [body, type] of [
      [`--x\r\n${part}${rtf}`, 'multipart/form-data; boundary=x'],
      [`--x\r\n${part}${rtf}\r\n--x--\r\n`, 'multipart/form-data'],
      [`--x\r\n${part}${rtf}\r\n--x--\r\n`, 'multipart/form-data; boundary=y'],
      [
        '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext\r\n--x--\r\n',
        'multipart/form-data; boundary=x',
      ],
      ['', 'multipart/form-data; boundary=x'],
      ['', 'application/octet-stream'],
    ] as const) {
      const answer = await sendForm(app, body, type)
      assert.equal(answer.statusCode, 400, answer.body)
      assert.match(answer.body, /no file/)
    }
    assert.equal(await total(app), before)
  })
  await t.test('a complete form is saved', async () => {
    const answer = await sendForm(app, `--x\r\n${part}${rtf}\r\n--x--\r\n`, 'multipart/form-data; boundary=x')
    assert.equal(answer.statusCode, 201, answer.body)
  })
}

async function zeros(t: TestContext, app: TestApp): Promise<void> {
  await t.test('null characters in the name, the text and the address are left out or refused', async () => {
    const named = await send(
      app,
      Buffer.from(String.raw`{\rtf1\ansi A\u0?B\'00C ${DOCUMENT_SENTENCE}\par}`),
      '?file_name=%00a%00b.rtf',
    )
    assert.equal(named.statusCode, 201, named.body)
    assert.equal(named.json<WireEntry>().title, 'ab')
    const book = await send(app, epubFile(`<p>A&#0;B&#x0;C\u0000D ${DOCUMENT_SENTENCE}</p>`))
    assert.equal(book.statusCode, 201, book.body)
    for (const answer of [named, book]) assert.doesNotMatch(answer.json<WireEntry>().content, /\0/)
    assert.equal((await (await signedIn(app, app.alice)).get('/file/%00')).statusCode, 404)
  })
}

async function again(t: TestContext, app: TestApp): Promise<void> {
  await t.test('fetching an uploaded entry again says why there is nothing to fetch, and keeps its text', async () => {
    const file = Buffer.from(String.raw`{\rtf1\ansi ${DOCUMENT_SENTENCE} Twice.\par}`)
    const { id, content } = (await send(app, file)).json<WireEntry>()
    assert.equal((await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${id}/reload` })).statusCode, 304)
    assert.equal((await app.ask(app.alice, { url: `/api/entries/${id}` })).json<WireEntry>().content, content)
    const { body } = await (await signedIn(app, app.alice)).get(`/view/${id}`)
    assert.match(body, /This text comes from an uploaded file, and the file itself isn’t stored\./)
  })
}

async function budget(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an upload waits while another one uses up the memory budget', async () => {
    const { memory } = app.services
    const lease = await memory.take({ name: 'upload', priority: 0 }, 10 * 1024 * 1024 * 1024)
    let isDone = false
    const answer = send(app, Buffer.from(String.raw`{\rtf1\ansi ${DOCUMENT_SENTENCE} Waits.\par}`)).then((response) => {
      isDone = true
      return response
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.equal(isDone, false)
    lease.release()
    assert.equal((await answer).statusCode, 201)
    assert.equal(memory.reservedBytes, 0)
  })
}
