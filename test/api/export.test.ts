import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { checkBook } from '../../src/exports/epub/check-book.fixture.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { signedIn } from '../web/inject-browser.fixture.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const PICTURE = 'https://e.org/a.png'

/** Format, media type, `Content-Transfer-Encoding` and `Content-Description` (wallabag contract section 8). */
const HEADERS: readonly (readonly [format: string, type: string, encoding: string, description?: string])[] = [
  ['epub', 'application/epub+zip', 'binary', 'File Transfer'],
  ['kepub', 'application/kepub+zip', 'binary', 'File Transfer'],
  ['pdf', 'application/pdf', 'binary', 'File Transfer'],
  ['csv', 'application/csv', 'UTF-8'],
  ['txt', 'text/plain; charset=UTF-8', 'UTF-8'],
  ['xml', 'application/xml', 'UTF-8'],
  ['json', 'application/json', 'UTF-8'],
  ['md', 'text/markdown; charset=UTF-8', 'UTF-8'],
]

/** Adds a copy of an image to the store, like the job that stores images. */
async function storeImage({ services, database, alice }: TestApp, entry: number): Promise<void> {
  const sha256 = hash('sha256', PNG, 'buffer')
  await services.images.put(sha256, PNG)
  const facts = { sha256, size: PNG.length, type: 'image/png' }
  await database.transaction(async (tx) => {
    await tx
      .insertInto('image')
      .values({ ...facts, stored_at: new Date().toISOString() })
      .execute()
    const url_hash = hash('sha256', PICTURE, 'buffer')
    await tx
      .insertInto('entry_image')
      .values({ user_id: alice.id, entry_id: entry, url_hash, ...facts, width: 1, height: 1 })
      .execute()
  })
}

/**
 * Writes a text to the database directly, because saving rejects a text of this size and sanitising it would take long.
 */
async function giveLongText({ database, alice }: TestApp, id: number): Promise<void> {
  const paragraph = `<p>${'Words of a text that does not end. '.repeat(30)}</p>`
  const content = Buffer.from(JSON.stringify(paragraph.repeat(16_000)))
  await database.transaction((tx) =>
    tx
      .updateTable('entry_content')
      .set({ content })
      .where('user_id', '=', alice.id)
      .where('entry_id', '=', id)
      .execute(),
  )
}

for (const dialect of DIALECTS) {
  test(`exports of one entry, ${dialect}`, async (t) => {
    const app = await testApp(t, dialect)
    const { alice, bob, ask } = app
    const fields = { title: 'path.html "x"', content: `<p>Text <img src="${PICTURE}" alt="A"></p>`, tags: 'Long read' }
    const { id } = await app.save(alice, 'https://news.example.org/tides', fields)
    await storeImage(app, id)

    await t.test('every format has the headers of the contract to the letter, and is the same twice', async () => {
      for (const [format, type, encoding, description] of HEADERS) {
        const request = { url: `/api/entries/${id}/export.${format}` }
        const answer = await ask(alice, request)
        assert.equal(answer.statusCode, 200, `${format}: ${answer.body}`)
        const { headers } = answer
        assert.equal(headers['content-type'], type)
        assert.equal(
          headers['content-disposition'],
          `attachment; filename="pathhtml x.${format === 'kepub' ? 'kepub.epub' : format}"`,
        )
        assert.equal(headers['content-transfer-encoding'], encoding)
        assert.equal(headers['content-description'], description)
        assert.equal(headers['content-length'], String(answer.rawPayload.length))
        if (format !== 'pdf') assert.deepEqual((await ask(alice, request)).rawPayload, answer.rawPayload, format)
      }
    })

    await t.test('without an ending it is JSON, and a large letter is as good as a small one', async () => {
      for (const path of ['export', 'export.JSON']) {
        const answer = await ask(alice, { url: `/api/entries/${id}/${path}` })
        assert.equal(answer.headers['content-type'], 'application/json')
        const [entry] = answer.json<Record<string, unknown>[]>()
        assert.equal(entry?.['id'], id)
        assert.deepEqual(entry?.['tags'], ['long read'])
        for (const absent of ['user_name', 'hashed_url', '_links', 'uid']) assert.ok(!(absent in entry!), absent)
      }
    })

    await t.test('the book holds the stored copy of the image', async () => {
      const answer = await ask(alice, { url: `/api/entries/${id}/export.epub` })
      const { members } = checkBook(answer.rawPayload)
      const images = [...members.values()].filter(({ name }) => name.startsWith('EPUB/images/'))
      assert.deepEqual(
        images.map(({ bytes }) => bytes),
        [PNG],
      )
    })

    await t.test('other formats, missing entries and those of others are not there', async () => {
      for (const path of [`${id}/export.mobi`, `${id}/export.constructor`, '999/export.epub', 'x/export.pdf']) {
        const answer = await ask(alice, { url: `/api/entries/${path}` })
        assert.deepEqual([answer.statusCode, answer.json()], [404, { code: 404, message: 'Not Found' }], path)
      }
      for (const [format] of HEADERS) {
        const stranger = await ask(bob, { url: `/api/entries/${id}/export.${format}` })
        assert.equal(stranger.statusCode, 404)
        assert.equal(stranger.headers['content-disposition'], undefined)
        assert.equal((await ask(undefined, { url: `/api/entries/${id}/export.${format}` })).statusCode, 401)
      }
      assert.equal((await ask(alice, { method: 'POST', url: `/api/entries/${id}/export.epub` })).statusCode, 405)
    })

    await t.test(
      'a text that is too large for a kind of file is refused by both interfaces, and the next is made',
      async () => {
        const long = await app.save(alice, 'https://news.example.org/long', { title: 'Long', content: '<p>x</p>' })
        await giveLongText(app, long.id)
        const refused = await ask(alice, { url: `/api/entries/${long.id}/export.pdf` })
        assert.deepEqual([refused.statusCode, refused.json()], [413, { code: 413, message: 'Payload Too Large' }])
        assert.equal(refused.headers['content-disposition'], undefined)
        const page = await (await signedIn(app, alice)).get(`/export/${long.id}.txt`)
        assert.equal(page.statusCode, 413)
        assert.match(page.body, /The text is too large for this format/)
        assert.equal((await ask(alice, { url: `/api/entries/${long.id}/export.json` })).statusCode, 200)
        assert.equal((await ask(alice, { url: `/api/entries/${id}/export.pdf` })).statusCode, 200)
      },
    )
  })
}

for (const dialect of DIALECTS) {
  test(`the entries that a query finds are a file, ${dialect}`, async (t) => {
    const app = await testApp(t, dialect)
    const content = '<p>Text</p>'
    const one = await app.save(app.alice, 'https://a.example.org/1', { title: 'One', content, tags: 'sea' })
    const two = await app.save(app.alice, 'https://a.example.org/2', { title: 'Two', content, starred: 1 })
    await app.save(app.bob, 'https://a.example.org/3', { title: 'Of bob', content, starred: 1 })
    const lists: readonly (readonly [query: string, name: string, ids: readonly number[]])[] = [
      ['', 'All articles', [two.id, one.id]],
      ['?q=', 'All articles', [two.id, one.id]],
      ['?q=is:starred', 'Search isstarred articles', [two.id]],
      ['?q=text%20-tag:sea&format=json', 'Search text -tagsea articles', [two.id]],
      ['?q=nowhere', 'Search nowhere articles', []],
    ]
    for (const [query, name, ids] of lists) {
      const answer = await app.ask(app.alice, { url: `/api/export${query}` })
      assert.equal(answer.statusCode, 200, answer.body)
      assert.equal(answer.headers['content-disposition'], `attachment; filename="${name}.json"`)
      assert.deepEqual(
        answer.json<{ id: number }[]>().map(({ id }) => id),
        ids,
        query,
      )
    }
    const book = await app.ask(app.alice, { url: '/api/export?q=tag:sea&format=epub' })
    assert.equal(book.headers['content-type'], 'application/epub+zip')
    assert.equal((await app.ask(app.alice, { url: '/api/export?format=exe' })).statusCode, 400)
  })
}
