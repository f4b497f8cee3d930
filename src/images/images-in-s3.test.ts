import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { testApp, type TestApp } from '../../test/support/app.ts'
import { DIALECTS } from '../../test/support/database.ts'
import { startObjectServer } from '../../test/support/object-server.ts'
import { answering, articlePage, NEWS } from '../../test/support/site.ts'
import { waitFor } from '../../test/crash/wait-for.ts'
import { signedIn } from '../../test/web/inject-browser.fixture.ts'
import { imageLoader } from '../exports/load-images.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { deleteUnusedImages } from './delete-unused-images.ts'

/** A GIF whose header gives its size as 3 by 2 pixels, with as many bytes as a photograph. */
const PICTURE = Buffer.concat([Buffer.from('GIF89a\u0003\0\u0002\0\0\0\0', 'latin1'), Buffer.alloc(200_000, 1)])

const pageWith = (image: string) =>
  articlePage(NEWS).replace(/<p><a href="\/next"[\s\S]*?<\/p>/, `<p><img src="${image}" alt="a wall"></p>`)

async function imageJobsDone({ database }: TestApp): Promise<void> {
  const jobs = database.prepare<object>("select 1 from job where name = 'entry.images'")
  await waitFor('the images are stored', async () => (await jobs.all()).length === 0)
}

for (const dialect of DIALECTS) {
  test(`${dialect}: images in S3 are sent to readers, and fail alone while the store is away`, async (t) => {
    const server = await startObjectServer(t)
    const app = await testApp(t, dialect, { environment: server.environment })
    const { site, alice, services } = app
    site.page('/1.gif', answering(PICTURE, 'image/gif'))
    site.page('/walk', answering(pageWith('/1.gif')))
    const saved = await app.save(alice, `${site.url}/walk`)
    await imageJobsDone(app)
    const browser = await signedIn(app, alice)
    const { body: text } = await browser.get(`/view/${saved.id}`)
    const path = /\/images\/[\w-]+\.gif/.exec(text)![0]
    const [key, ...others] = await server.objects()
    assert.match(key!, /^library\/images\/([0-9a-f]{2})\/\1[0-9a-f]{62}$/)
    assert.deepEqual(others, [])
    const image = await app.app.inject({ url: path })
    assert.deepEqual([image.statusCode, image.rawPayload.equals(PICTURE)], [200, true])

    const load = () => imageLoader(app.database, services.images)(alice.id as UserId, saved.id as EntryId)

    await t.test('a store that is away answers 503, and the text opens', async () => {
      server.faultOf = () => 'away'
      const refused = await app.app.inject({ url: path })
      assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [503, '30'])
      assert.doesNotMatch(refused.body, /s3:|S3RVER/)
      const page = await browser.get(`/view/${saved.id}`)
      assert.deepEqual([page.statusCode, page.body.includes(path)], [200, true])
    })

    await t.test('a damaged image is not sent completely', async () => {
      server.faultOf = () => 'damage'
      await app.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = app.app.server.address() as AddressInfo
      const [response] = (await once(get({ port, path, agent: false }), 'response')) as [IncomingMessage]
      await assert.rejects(buffer(response), /aborted/)
    })

    await t.test('an export leaves a damaged image out, and is refused while the store is away', async () => {
      server.faultOf = () => 'damage'
      assert.deepEqual(await load(), [])
      server.faultOf = () => 'away'
      await assert.rejects(load(), { code: 'unavailable' })
      server.faultOf = undefined
      assert.deepEqual(
        (await load()).map(({ bytes }) => bytes.length),
        [PICTURE.length],
      )
    })

    await t.test('a job that finds the store away is repeated', async () => {
      server.faultOf = () => 'away'
      site.page('/other', answering(pageWith('/2.gif')))
      site.page('/2.gif', answering(Buffer.concat([PICTURE, Buffer.from('2')]), 'image/gif'))
      const other = await app.save(alice, `${site.url}/other`)
      const jobs = app.database.prepare<{ attempt: number }>(
        "select attempts as attempt from job where name = 'entry.images'",
      )
      await waitFor('the job has failed once', async () => Number((await jobs.all())[0]?.attempt) === 1)
      server.faultOf = undefined
      const run = { signal: new AbortController().signal, attempt: 2, maxAttempts: 5 }
      await services.handlers['entry.images']({ userId: alice.id, entryId: other.id }, run)
      assert.equal((await server.objects()).length, 2)
    })

    await t.test('a deletion that was interrupted continues', async () => {
      await app.ask(alice, { method: 'DELETE', url: `/api/entries/${saved.id}` })
      app.clock.advance(3700)
      const deps = { database: app.database, store: services.images, clock: app.clock }
      server.faultOf = (method) => (method === 'DELETE' ? 'reset' : undefined)
      await assert.rejects(deleteUnusedImages(deps), { code: 'unavailable' })
      assert.equal((await server.objects()).length, 2)
      server.faultOf = undefined
      await deleteUnusedImages(deps)
      assert.equal((await server.objects()).length, 1)
    })
  })
}
