import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { aPicture, makePdf } from '../../packages/extractor/src/pdf/pdf-pages.fixture.ts'
import { reextractEntry } from '../../src/entries/reextraction/reextract-entry.ts'
import { deleteUnusedImages } from '../../src/images/delete-unused-images.ts'
import type { EntryId } from '../../src/kernel/branded-ids.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering } from '../support/site.ts'
import { signedIn } from '../web/inject-browser.fixture.ts'

const SENTENCE = 'The tide came in over the old wall, and nobody had seen it rise so far before. '
const OCTETS = { 'content-type': 'application/octet-stream' }
const BASE = { DOGEAR_BASE_URL: 'https://dogear.example' }
const IMAGE = /<img src="https:\/\/dogear\.example(\/images\/[\da-f]{64}-[\w-]{22}\.png)"/

const aFile = (seed = 3) =>
  makePdf((writer) => void writer.text(SENTENCE.repeat(5)).image(aPicture(seed), 72, 300, { width: 200 }))

interface WireEntry {
  readonly id: number
  readonly content: string
  readonly preview_picture: string | null
}

async function upload({ ask, alice }: TestApp, payload: Uint8Array): Promise<WireEntry> {
  const answer = await ask(alice, {
    method: 'POST',
    url: '/api/documents',
    payload: Buffer.from(payload),
    headers: OCTETS,
  })
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json<WireEntry>()
}

async function save(app: TestApp, body: Uint8Array, path = '/tides.pdf'): Promise<WireEntry> {
  app.site.page(path, answering(Buffer.from(body), 'application/pdf'))
  return (await app.save(app.alice, `${app.site.url}${path}`)) as unknown as WireEntry
}

const files = ({ services }: TestApp) =>
  readdirSync(join(services.settings.DOGEAR_DATA_DIR, 'images'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  )

for (const dialect of DIALECTS) {
  test(`${dialect}: the pictures of a document are stored and shown`, async (t) => {
    const app = await testApp(t, dialect, { environment: BASE })
    for (const [way, entry] of [
      ['fetched', await save(app, await aFile())],
      ['uploaded', await upload(app, await aFile())],
    ] as const)
      await t.test(`${way}: the API and the reader show the picture`, () => isShown(app, entry))
    await t.test('another extraction of the same file changes nothing', () => isSameAgain(app))
    await t.test('the files of deleted documents are deleted', async () => {
      assert.equal(files(app).length, 1)
      const { items } = (await app.ask(app.alice, { url: '/api/entries' })).json<{
        _embedded: { items: WireEntry[] }
      }>()['_embedded']
      for (const { id } of items) await app.ask(app.alice, { method: 'DELETE', url: `/api/entries/${id}` })
      app.clock.advance(3700)
      await deleteUnusedImages({ database: app.database, store: app.services.images, clock: app.clock })
      assert.equal(files(app).length, 0)
    })
  })

  test(`${dialect}: without image storage, a document has no pictures`, async (t) => {
    const without = await testApp(t, dialect, { environment: { ...BASE, DOGEAR_IMAGES: 'false' } })
    for (const entry of [await save(without, await aFile()), await upload(without, await aFile())]) hasNone(entry)
    const full = await testApp(t, dialect, { environment: { ...BASE, DOGEAR_IMAGE_QUOTA_MB: '0' } })
    for (const entry of [await save(full, await aFile()), await upload(full, await aFile())]) hasNone(entry)
    assert.deepEqual(await full.database.prepare('select * from entry_image').all(), [])
  })

  test(`${dialect}: the reader shows the pictures of a server without a public address`, async (t: TestContext) => {
    const app = await testApp(t, dialect)
    const { id } = await save(app, await aFile())
    const { body } = await (await signedIn(app, app.alice)).get(`/view/${id}`)
    assert.match(body, /<img src="\/images\/[\da-f]{64}-[\w-]{22}\.png"/)
  })
}

async function isShown(app: TestApp, { id, content, preview_picture: preview }: WireEntry): Promise<void> {
  const path = IMAGE.exec(content)?.[1]
  assert.ok(path, content)
  assert.equal(preview, `https://dogear.example${path}`)
  const answer = await app.app.inject({ url: path })
  assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'image/png'])
  assert.ok(answer.rawPayload.equals(aPicture(3)))
  const { body } = await (await signedIn(app, app.alice)).get(`/view/${id}`)
  assert.match(body, new RegExp(`<img src="${path}" alt="" title="" width="120" height="80"`))
}

async function isSameAgain(app: TestApp): Promise<void> {
  const { id } = await save(app, await aFile())
  const { database, clock, services } = app
  const { extraction, objects } = services
  const deps = { database, clock, objects, extraction, pictures: services.pictures! }
  const report = await reextractEntry(deps, { owner: app.alice.id, id: id as EntryId }, true)
  assert.equal(report?.outcome, 'same')
}

function hasNone({ content, preview_picture: preview }: WireEntry): void {
  assert.match(content, /tide came in/)
  assert.doesNotMatch(content, /<img|<figure/)
  assert.equal(preview, null)
}
