import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

const SENTENCE = 'The tide came in over the old wall, and nobody had seen it rise so far before.'
const RTF = String.raw`{\rtf1\ansi{\info{\author Bo Reed}}\pard ${SENTENCE}\par}`
const OCTETS = { 'content-type': 'application/octet-stream' }

interface WireEntry {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly url: string
  readonly published_by: readonly string[] | null
}

/** @returns the body and the headers of a form with a file, as arguments of `send` */
async function asForm(name: string, payload: string | Uint8Array) {
  const form = new FormData()
  form.set('file', new Blob([payload as BlobPart]), name)
  const request = new Request('http://x/', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type')! }
  return [Buffer.from(await request.arrayBuffer()), { headers }] as const
}

for (const dialect of DIALECTS) {
  test(`${dialect}: documents that are sent to the API`, async (t) => {
    const app = await testApp(t, dialect)
    const send = (payload: string | Buffer, { query = '', headers = OCTETS, user = app.alice } = {}) =>
      app.ask(user, { method: 'POST', url: `/api/documents${query}`, payload, headers })
    const count = async () =>
      (await app.ask(app.alice, { url: '/api/entries' })).json<{ readonly total: number }>().total

    const sendFile = async (name: string, payload: string | Uint8Array) => send(...(await asForm(name, payload)))

    await t.test('a file becomes an entry once, and the entry stays as its owner changed it', async () => {
      const first = await send(RTF, { query: '?file_name=Letter.rtf' })
      assert.equal(first.statusCode, 201)
      const entry = first.json<WireEntry>()
      assert.deepEqual([entry.title, entry.published_by], ['Letter', ['Bo Reed']])
      assert.match(entry.content, /tide came in/)
      assert.match(entry.url, /\/file\/[\da-f]{32}$/)
      await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${entry.id}`, payload: { title: 'Mine' } })
      const second = await send(RTF)
      assert.deepEqual([second.statusCode, second.json<WireEntry>().title], [200, 'Mine'])
      assert.equal(await count(), 1)
      assert.equal((await send(RTF, { user: app.bob })).statusCode, 201)
    })
    await t.test('a form with a file has the same effect', async () => {
      const answer = await sendFile('Moon.rtf', RTF.replace('tide', 'moon'))
      assert.deepEqual([answer.statusCode, answer.json<WireEntry>().title], [201, 'Moon'])
    })
    await t.test('text and Markdown are recognised by their names, and binary data never is', async () => {
      const markdown = await sendFile('Notes.md', `# Of tides\n\n${SENTENCE}[^1]\n\n[^1]: Twice\n`)
      assert.deepEqual([markdown.statusCode, markdown.json<WireEntry>().title], [201, 'Of tides'])
      assert.match(markdown.json<WireEntry>().content, /<sup><a href="#fn-1"[^]*<li id="fn-1"><p>Twice/)
      const text = await sendFile('Tide log.TXT', `${SENTENCE} *Nobody* saw it.`)
      assert.deepEqual([text.statusCode, text.json<WireEntry>().title], [201, 'Tide log'])
      assert.match(text.json<WireEntry>().content, /\*Nobody\* saw it/)
      const before = await count()
      for (const [name, payload] of [
        ['a.md', Buffer.from('MZ\u0090\u0000\u0001\u0002')],
        ['a.html', `<p>${SENTENCE}</p>`],
        ['md', SENTENCE],
      ] as const)
        assert.equal((await sendFile(name, payload)).statusCode, 400, name)
      assert.equal(await count(), before)
    })
    await t.test('other files are refused with a reason, and nothing is saved', async () => {
      const before = await count()
      for (const [payload, status] of [
        ['', 400],
        ['<p>A page.</p>', 400],
        [RTF.replace(SENTENCE, ''), 400],
        [Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100, 'word/document.xml')]), 400],
        [Buffer.alloc(16 * 1024 * 1024 + 64 * 1024 + 1, 'x'), 413],
      ] as const) {
        const answer = await send(payload)
        assert.equal(answer.statusCode, status, answer.body.slice(0, 300))
      }
      assert.match((await send('<p>A page.</p>')).body, /the file cannot be saved: unsupported_type/)
      assert.equal(await count(), before)
    })
  })
}
