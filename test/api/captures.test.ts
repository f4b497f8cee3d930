import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { GivenContent } from '@dogear/extractor/service'
import { saveCapturedPage } from '../../src/entries/saving/save-captured-page.ts'
import type { AppScope } from '../../src/users/passwords/app-scopes.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { NEWS } from '../support/site.ts'

/** The files of packages/extractor/src/captures/saved-page.test.ts. */
const file = (name: string): Buffer =>
  readFileSync(new URL(`../../packages/extractor/src/captures/files/${name}`, import.meta.url))
const SINGLE_FILE = file('harbour.single-file.html.txt')
const PAGE = 'https://harbour.example/story'
const HTML = { 'content-type': 'text/html' }

interface Saved {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly content: string
  readonly tags: readonly { readonly label: string }[]
}

async function keyOf(app: TestApp, scopes: readonly AppScope[] = ['save']): Promise<string> {
  return app.newKey(app.alice, scopes)
}

/** Uploads a form like SingleFile with the destination "REST Form API" (version 2.0.83). */
async function upload(
  app: TestApp,
  path: string,
  { key, ...fields }: { readonly key: string; readonly url?: string; readonly file?: Uint8Array },
) {
  const form = new FormData()
  if (fields.file) form.set('file', new Blob([Buffer.from(fields.file)], { type: 'text/html' }), 'page.html')
  if (fields.url !== undefined) form.set('url', fields.url)
  const request = new Request('http://x/', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type')!, authorization: `Bearer ${key}` }
  return app.app.inject({ method: 'POST', url: path, headers, payload: Buffer.from(await request.arrayBuffer()) })
}

for (const dialect of DIALECTS) {
  test(`${dialect}: captured pages`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_BASE_URL: 'https://dogear.example' } })
    await t.test('the files of three programs become entries with their pictures, without any request', async () => {
      for (const name of ['harbour.mhtml', 'harbour.single-file.html.txt', 'harbour.webarchive']) {
        const user = await app.newUser()
        const payload = file(name)
        const answer = await app.ask(user, { method: 'POST', url: '/api/capture', payload, headers: HTML })
        assert.equal(answer.statusCode, 201, answer.body.slice(0, 300))
        const entry = answer.json<Saved>()
        assert.deepEqual([entry.title, entry.url], ['A night in the harbour', PAGE])
        const pictures = [...entry.content.matchAll(/<img src="([^"]+)"/g)].map(([, address]) => address!)
        assert.equal(pictures.length, 4, name)
        for (const address of pictures) {
          const { pathname } = new URL(address)
          const picture = await app.app.inject({ url: pathname })
          assert.deepEqual([picture.statusCode, picture.headers['content-type']], [200, 'image/png'], address)
        }
      }
    })
    await t.test('SingleFile saves with an app password that may only save', async () => {
      const key = await keyOf(app)
      const first = await upload(app, '/api/capture', { key, url: PAGE, file: SINGLE_FILE })
      assert.equal(first.statusCode, 201, first.body.slice(0, 300))
      const second = await upload(app, '/api/capture', { key, url: PAGE, file: SINGLE_FILE })
      assert.deepEqual([second.statusCode, second.json<Saved>().id], [200, first.json<Saved>().id])
      const list = await app.app.inject({ url: '/api/entries', headers: { authorization: `Bearer ${key}` } })
      assert.equal(list.statusCode, 401, 'an app password is no token elsewhere')
    })
    await t.test('compressed files and tags are accepted, and `url` may be in the query', async () => {
      const user = await app.newUser()
      const url = `/api/capture?${new URLSearchParams({ url: 'https://harbour.example/other', tags: 'sea,night' }).toString()}`
      const headers = { ...HTML, 'content-encoding': 'gzip' }
      const answer = await app.ask(user, { method: 'POST', url, payload: gzipSync(SINGLE_FILE), headers })
      assert.equal(answer.statusCode, 201, answer.body.slice(0, 300))
      assert.deepEqual(
        answer
          .json<Saved>()
          .tags.map(({ label }) => label)
          .toSorted(),
        ['night', 'sea'],
      )
    })
    await t.test('a text that the user has edited stays', async () => {
      const user = await app.newUser()
      const { id } = await app.save(user, PAGE, { title: 'Mine', content: '<p>My words.</p>' })
      const answer = await app.ask(user, { method: 'POST', url: '/api/capture', payload: SINGLE_FILE, headers: HTML })
      const { title, content, ...saved } = answer.json<Saved>()
      assert.deepEqual([answer.statusCode, saved.id, title, content], [200, id, 'Mine', '<p>My words.</p>'])
    })
    await t.test('Karakeep’s address answers like Karakeep, and changes nothing that is saved', async () => {
      const key = await keyOf(app)
      const url = 'https://harbour.example/karakeep'
      const first = await upload(app, '/api/v1/bookmarks/singlefile', { key, url, file: SINGLE_FILE })
      assert.equal(first.statusCode, 201, first.body.slice(0, 300))
      const { id, title, alreadyExists } = first.json<Record<string, unknown>>()
      assert.deepEqual([typeof id, title, alreadyExists], ['string', 'A night in the harbour', false])
      const plain = Buffer.from(`<title>Else</title><p>${'Something else is here. '.repeat(80)}</p>`)
      const second = await upload(app, '/api/v1/bookmarks/singlefile', { key, url, file: plain })
      assert.deepEqual([second.statusCode, second.json<{ title: string }>().title], [200, 'A night in the harbour'])
    })
    await t.test('wrong input is refused, and nothing is saved', async () => {
      const user = await app.newUser()
      const post = (payload: Buffer, url = '/api/capture', headers: Record<string, string> = HTML) =>
        app.ask(user, { method: 'POST', url, payload, headers })
      const page = Buffer.from('<p>A page without an address.</p>')
      for (const [answer, text] of [
        [await post(page), /the file states no address/],
        [await post(Buffer.alloc(0)), /contains no file/],
        [await post(page, '/api/capture?url=ftp%3A%2F%2Fa.example'), /not a valid url/],
        [await post(page, `/api/capture?url=${PAGE}`, { ...HTML, 'content-encoding': 'gzip' }), /not valid gzip/],
        [
          await post(page, `/api/capture?url=${PAGE}`, { ...HTML, 'content-encoding': 'br' }),
          /only be compressed with gzip/,
        ],
      ] as const) {
        assert.equal(answer.statusCode, 400, answer.body)
        assert.match(answer.body, text)
      }
      const { total } = (await app.ask(user, { url: '/api/entries' })).json<{ readonly total: number }>()
      assert.equal(total, 0)
      const key = await keyOf(app, ['read'])
      const forbidden = await upload(app, '/api/capture', { key, url: PAGE, file: SINGLE_FILE })
      assert.equal(forbidden.statusCode, 403)
      const unknown = await upload(app, '/api/capture', { key: 'no-key', url: PAGE, file: SINGLE_FILE })
      assert.equal(unknown.statusCode, 401)
    })
    await t.test('a fetch that is running does not replace the captured page', async () => {
      const user = await app.newUser()
      const late = Promise.withResolvers<void>()
      app.site.page('/slow', async (_request, response) => {
        await late.promise
        response.setHeader('content-type', 'text/html')
        response.end(`<title>From the site</title><p>${'The site shows another text. '.repeat(200)}</p>`)
      })
      const address = `${app.site.url}/slow`
      const saving = app.ask(user, { method: 'POST', url: '/api/entries', payload: { url: address } })
      while (app.site.hits('/slow') === 0) await new Promise((resolve) => setTimeout(resolve, 10))
      const url = `/api/capture?url=${encodeURIComponent(address)}`
      const payload = SINGLE_FILE.toString().replace(PAGE, address)
      const { id } = (await app.ask(user, { method: 'POST', url, payload, headers: HTML })).json<Saved>()
      late.resolve()
      await saving
      const answer = await app.ask(user, { url: `/api/entries/${id}` })
      assert.equal(answer.json<Saved>().title, 'A night in the harbour')
    })
    await t.test('if the process ends before the page is stored, the server fetches it later', async () => {
      const { services, clock, database } = app
      const user = await app.newUser()
      const pictures = {
        ...services.pictures!,
        write: () => Promise.reject(new Error('the process ends here')),
      }
      const deps = { ...services, clock, jobs: services.jobs.queue, signals: services.jobs.signals, pictures }
      const clean = (given: GivenContent) => services.extraction.clean(given)
      const page = { owner: user.id, bytes: new Uint8Array(SINGLE_FILE), contentType: 'text/html', requestId: 'one' }
      await assert.rejects(saveCapturedPage({ ...deps, clean }, page), /the process ends here/)
      const entries = await database
        .prepare<{ id: number; fetch_state: string; fetch_generation: number }>(
          'select id, fetch_state, fetch_generation from entry where user_id = $1',
        )
        .all(user.id)
      assert.deepEqual([entries.length, entries[0]?.fetch_state], [1, 'pending'])
      const jobs = await database
        .prepare<{ payload: string; is_due: number }>('select payload, is_due from job where dedupe_key = $1')
        .all(`entry.fetch:${user.id}:${entries[0]!.id}`)
      assert.equal(jobs.length, 1)
      assert.equal(jobs[0]!.is_due, 0)
      assert.equal(JSON.parse(jobs[0]!.payload).generation, entries[0]!.fetch_generation)
    })
    await t.test('a file without text is saved by its address, which the server then fetches', async () => {
      const user = await app.newUser()
      const url = `/api/capture?url=${encodeURIComponent(`${app.site.url}/news`)}`
      const answer = await app.ask(user, {
        method: 'POST',
        url,
        payload: '<title>Wait</title><script>load()</script>',
        headers: HTML,
      })
      assert.equal(answer.statusCode, 201)
      assert.match(answer.json<Saved>().content, /<p>/)
      assert.equal(answer.json<Saved>().title, NEWS.title)
    })
  })
}
