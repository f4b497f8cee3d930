import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Dialect } from '../db/database.ts'
import { waitFor } from '../../test/crash/wait-for.ts'
import { testApp, type TestApp, type TestUser } from '../../test/support/app.ts'
import { DIALECTS } from '../../test/support/database.ts'
import { after, answering, articlePage, leadingTo, NEWS } from '../../test/support/site.ts'
import { hiddenField, signedIn } from '../../test/web/inject-browser.fixture.ts'
import { entryImagesJob } from './entry-images.job.ts'
import { imageAddresses } from './image-address.ts'
import type { ImageStore } from './image-store.ts'
import { deleteUnusedImages } from './delete-unused-images.ts'

const STREAM = { accept: 'text/vnd.turbo-stream.html' }

/** @returns a GIF whose header gives its size as 3 by 2 pixels. Each value of `mark` gives different bytes. */
function picture(mark: number): Buffer {
  return Buffer.concat([Buffer.from('GIF89a\u0003\0\u0002\0\0\0\0', 'latin1'), Buffer.from([mark, 0x3b])])
}

const page = (sources: readonly string[]) =>
  articlePage(NEWS).replace(
    /<p><a href="\/next"[\s\S]*?<\/p>/,
    sources.map((source) => `<p><img src="${source}" alt="a &quot;wall&quot;" srcset="${source} 2x"></p>`).join(''),
  )

const JOBS = "select count(*) as count from job where name = 'entry.images'"

async function settled({ database }: TestApp): Promise<void> {
  await waitFor('all images were seen to', async () => {
    const [row] = await database.prepare<{ count: number | string }>(JOBS).all()
    return Number(row?.count) === 0
  })
}

const files = ({ services }: TestApp) => {
  const folder = join(services.settings.DOGEAR_DATA_DIR, 'images')
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
}

/** @returns the path of the first image that the reading view shows */
async function imagePath(app: TestApp, user: TestUser, id: number): Promise<string> {
  const { body } = await (await signedIn(app, user)).get(`/view/${id}`)
  return /\/images\/[\w-]+\.gif/.exec(body)![0]
}

const rows = async ({ database }: TestApp, table: 'image' | 'entry_image') =>
  (await database.prepare<object>(`select * from ${table}`).all()).length

async function imagesApp(t: TestContext, dialect: Dialect, environment: Record<string, string> = {}) {
  const app = await testApp(t, dialect, { environment })
  for (const mark of [1, 2, 3]) app.site.page(`/${mark}.gif`, answering(picture(mark), 'image/gif'))
  app.site.page('/img/wall.jpg', answering('no picture at all'))
  return app
}

for (const dialect of DIALECTS) {
  test(`${dialect}: images of articles`, async (t) => {
    const app = await imagesApp(t, dialect)
    const { site, alice, bob } = app
    site.page('/walk', answering(page(['/1.gif', '/2.gif'])))
    const saved = await app.save(alice, `${site.url}/walk`)
    await settled(app)

    await t.test('the reading page shows our copy with its size, and the API the original address', async () => {
      const browser = await signedIn(app, alice)
      const { body } = await browser.get(`/view/${saved.id}`)
      const path =
        /<img src="(\/images\/[0-9a-f]{64}-[\w-]{22}\.gif)" alt="a &quot;wall&quot;"[^>]* width="3" height="2" loading="lazy">/.exec(
          body,
        )?.[1]
      assert.ok(path, body)
      assert.doesNotMatch(body, /1\.gif/)
      assert.match(String(saved['content']), /\/1\.gif/)
      const answer = await app.app.inject({ url: path })
      assert.deepEqual([answer.statusCode, answer.rawPayload], [200, picture(1)])
      const { headers } = answer
      assert.equal(headers['content-type'], 'image/gif')
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
      assert.equal(headers['x-content-type-options'], 'nosniff')
      const again = await app.app.inject({ url: path, headers: { 'if-none-match': String(headers['etag']) } })
      assert.deepEqual([again.statusCode, again.body], [304, ''])
    })

    await t.test('the preview of a film is copied as well', async () => {
      const content = `<p>A film.</p><video src="${site.url}/a.mp4" poster="${site.url}/2.gif" controls=""></video>`
      const film = await app.save(alice, `${site.url}/film`, { title: 'Film', content })
      await settled(app)
      const { body } = await (await signedIn(app, alice)).get(`/view/${film.id}`)
      assert.match(
        body,
        /class="player player-video player-file"[^>]*><img src="\/images\/[0-9a-f]{64}-[\w-]{22}\.gif" alt=""/,
      )
      await app.ask(alice, { method: 'DELETE', url: `/api/entries/${film.id}` })
    })

    await t.test('a name that is no image of ours, or has another ending, is not there', async () => {
      const path = await imagePath(app, alice, saved.id)
      const hex = path.slice('/images/'.length, -'.gif'.length)
      for (const name of [`${hex}.svg`, `${hex}.png`, hex, `${'0'.repeat(64)}.gif`, '..%2f..%2fsecret']) {
        assert.equal((await app.app.inject({ url: `/images/${name}` })).statusCode, 404, name)
      }
    })

    await t.test(
      'an address with the key of another server is good for the owner alone, and one without a key for no one',
      async () => {
        const path = await imagePath(app, alice, saved.id)
        const keyless = path.replace(/-[\w-]{22}/, '')
        const foreign = path.replace(/-[\w-]{22}/, `-${'A'.repeat(22)}`)
        const [owner, stranger] = [await signedIn(app, alice), await signedIn(app, bob)]
        const answer = await owner.get(foreign)
        assert.equal(answer.statusCode, 200)
        assert.equal(answer.headers['cache-control'], 'private, max-age=86400')
        assert.match(String(answer.headers['vary']), /Cookie/)
        const refused = [await app.app.inject({ url: foreign }), await stranger.get(foreign), await owner.get(keyless)]
        const absent = await app.app.inject({ url: foreign.replace(/[0-9a-f]{64}/, '0'.repeat(64)) })
        for (const { statusCode, headers } of [...refused, absent]) {
          assert.deepEqual([statusCode, headers['etag']], [404, undefined])
        }
        const name = path.slice('/images/'.length)
        assert.equal(imageAddresses(app.services.instanceKey).read(name)?.isOurs, true)
        assert.equal(imageAddresses(Buffer.alloc(32, 1)).read(name)?.isOurs, false, 'each server has a key of its own')
      },
    )

    await t.test('the same image of two users is stored once', async () => {
      site.page('/other', answering(page(['/1.gif?again'])))
      site.page('/1.gif', answering(picture(1), 'image/gif'))
      await app.save(bob, `${site.url}/other`)
      await settled(app)
      assert.deepEqual([await rows(app, 'image'), await rows(app, 'entry_image'), files(app).length], [2, 3, 2])
    })

    await t.test('a card shows our copy of the lead picture', async () => {
      site.page('/lead', answering(page([]).replace('/img/wall.jpg', '/3.gif')))
      const { preview_picture: lead } = await app.save(alice, `${site.url}/lead`)
      assert.equal(lead, `${site.url}/3.gif`)
      await settled(app)
      const { body } = await (await signedIn(app, alice)).get('/unread/list')
      assert.match(body, /class="cover[^>]*><img src="\/images\/[0-9a-f]{64}-[\w-]{22}\.gif"/)
    })

    await t.test('a card shows our copy of the icon that the page names for its site', async () => {
      const icon = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 4, 0, 0, 0, 22, 0, 0, 0, 1, 2, 3, 4])
      site.page('/icon.ico', answering(icon, 'text/html'))
      const head = '<link rel="shortcut icon" href="/icon.ico"><link rel="icon" type="image/svg+xml" href="/icon.svg">'
      site.page('/with-icon', answering(page([]).replace('</head>', `${head}</head>`)))
      await app.save(alice, `${site.url}/with-icon`)
      await settled(app)
      const { body } = await (await signedIn(app, alice)).get('/unread/list')
      const path = /<img class="site-icon" src="(\/images\/[0-9a-f]{64}-[\w-]{22}\.ico)" alt=""/.exec(body)?.[1]
      assert.ok(path, body)
      const answer = await app.app.inject({ url: path })
      assert.deepEqual([answer.headers['content-type'], answer.rawPayload], ['image/x-icon', icon])
    })

    await t.test('images in text that a client sent are stored too, and deleted with it', async () => {
      const before = await rows(app, 'entry_image')
      const content = `<p>Sent along.</p><img src="${site.url}/2.gif">`
      const url = 'https://example.org/sent-along'
      const { id } = await app.save(alice, url, { title: 'Sent', content })
      await settled(app)
      assert.equal(await rows(app, 'entry_image'), before + 1)
      const browser = await signedIn(app, alice)
      assert.match((await browser.get(`/view/${id}`)).body, /<img src="\/images\/[0-9a-f]{64}-[\w-]{22}\.gif"/)
      const patch = (payload: object) => app.ask(alice, { method: 'PATCH', url: `/api/entries/${id}`, payload })
      await patch({ content: '<p>Without.</p>', preview_picture: `${site.url}/3.gif` })
      await settled(app)
      assert.equal(await rows(app, 'entry_image'), before + 1)
      assert.match(
        (await browser.get('/unread/list')).body,
        /class="cover[^>]*><img src="\/images\/[0-9a-f]{64}-[\w-]{22}\.gif"/,
      )
      await patch({ starred: 1 })
      const [row] = await app.database.prepare<{ count: number }>(JOBS).all()
      assert.equal(Number(row?.count), 0, 'a star fetches no image')
    })

    await t.test('images of an imported text are stored, unless fetching is switched off', async () => {
      const before = await rows(app, 'entry_image')
      const inText = { content: `<p>Imported.</p><img src="${site.url}/1.gif">` }
      const besides = { content: '<p>Imported.</p>', preview_picture: `${site.url}/1.gif` }
      const texts = [inText, inText, besides].map((text, index) => ({
        url: `https://example.org/imported-${index}`,
        ...text,
      }))
      const send = (query: string, index: number) =>
        app.ask(alice, {
          method: 'POST',
          url: `/api/imports?format=wallabag-v2${query}`,
          payload: JSON.stringify([texts[index]]),
          headers: { 'content-type': 'application/octet-stream' },
        })
      const imported = async (count: number): Promise<boolean> =>
        (await app.ask(alice, { url: '/api/entries?domain_name=example.org' })).json<{ total: number }>().total ===
        count
      const had = (await app.ask(alice, { url: '/api/entries?domain_name=example.org' })).json<{ total: number }>()
        .total
      assert.equal((await send('&fetch=0', 0)).statusCode, 201)
      await waitFor('the first was imported', () => imported(had + 1))
      await settled(app)
      assert.equal(await rows(app, 'entry_image'), before)
      for (const index of [1, 2]) {
        assert.equal((await send('', index)).statusCode, 201)
        await waitFor(`number ${index} was imported`, () => imported(had + 1 + index))
        await settled(app)
        assert.equal(await rows(app, 'entry_image'), before + index)
      }
    })

    await t.test('a file that a crash left without a row is swept after a day', async () => {
      const stray = Buffer.alloc(32, 7)
      await app.services.images.put(stray, picture(9))
      const shardHour = 7 * 3_600_000
      const day = 86_400_000
      const start = Math.ceil((Date.now() + 2 * day) / (256 * 3_600_000)) * 256 * 3_600_000
      await deleteUnusedImages({
        database: app.database,
        store: app.services.images,
        clock: { now: () => new Date(start + shardHour) },
      })
      assert.equal(await app.services.images.get(stray), undefined)
    })
  })

  test(`${dialect}: an undone deletion restores the image unless it was deleted in the meantime`, async (t) => {
    const app = await imagesApp(t, dialect)
    const { site, alice } = app
    site.page('/led', answering(page([]).replace('/img/wall.jpg', '/3.gif')))
    const { id } = await app.save(alice, `${site.url}/led`)
    await settled(app)
    const browser = await signedIn(app, alice)
    const token = hiddenField((await browser.get('/unread/list')).body, 'token')
    // From now on, the site no longer serves the image.
    site.page('/3.gif', answering('no picture at all'))
    const deleteAndRestore = async (between?: () => Promise<void>) => {
      const { body } = await browser.post(`/delete/${id}`, { token, back: '/' }, STREAM)
      await between?.()
      const action = /name="action" value="([^"]+)"/.exec(body)![1]!
      await browser.post('/undo', { token, action, back: '/' })
      await settled(app)
      return (await browser.get('/unread/list')).body
    }
    assert.match(await deleteAndRestore(), /class="cover[^>]*><img src="\/images\/[0-9a-f]{64}-[\w-]{22}\.gif"/)
    const swept = await deleteAndRestore(async () => {
      app.clock.advance(3700)
      await deleteUnusedImages({ database: app.database, store: app.services.images, clock: app.clock })
    })
    assert.match(swept, new RegExp(`<li class="card" id="entry-${id}"`))
    assert.doesNotMatch(swept, /<img src="\/images\/[0-9a-f]{64}-[\w-]{22}\.gif"/)
  })

  test(`${dialect}: unused images are deleted after an hour, and images of other users stay`, async (t) => {
    const app = await imagesApp(t, dialect)
    const { site, alice, bob } = app
    site.page('/walk', answering(page(['/1.gif', '/2.gif'])))
    site.page('/other', answering(page(['/1.gif?again'])))
    const saved = await app.save(alice, `${site.url}/walk`)
    await app.save(bob, `${site.url}/other`)
    await settled(app)
    await app.ask(alice, { method: 'DELETE', url: `/api/entries/${saved.id}` })
    const deps = { database: app.database, store: app.services.images, clock: app.clock }
    await deleteUnusedImages(deps)
    assert.equal(files(app).length, 2)
    app.clock.advance(3700)
    await deleteUnusedImages(deps)
    assert.deepEqual([await rows(app, 'image'), await rows(app, 'entry_image'), files(app).length], [1, 1, 1])
  })

  test(`${dialect}: a picture that pages of one owner share is asked for once`, async (t) => {
    const app = await imagesApp(t, dialect)
    for (const name of ['one', 'two', 'three']) {
      app.site.page(`/${name}`, answering(page(['/1.gif'])))
      await app.save(app.alice, `${app.site.url}/${name}`)
      await settled(app)
    }
    assert.equal(app.site.hits('/1.gif'), 1)
    assert.equal(await rows(app, 'entry_image'), 3)
    await app.save(app.bob, `${app.site.url}/one`)
    await settled(app)
    assert.equal(app.site.hits('/1.gif'), 2, 'what one owner has tells another nothing')
  })

  test(`${dialect}: hostile images are rejected without trace`, async (t) => {
    const app = await imagesApp(t, dialect, { DOGEAR_FETCH_TIMEOUT_SECONDS: '1' })
    const { site, alice } = app
    site.page('/html.gif', answering('<script>alert(1)</script>', 'image/gif'))
    site.page('/drawing.svg', answering('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'))
    site.page('/drawing.gif', answering('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/gif'))
    site.page('/huge.gif', answering(Buffer.concat([picture(4), Buffer.alloc(10 * 1024 * 1024)]), 'image/gif'))
    site.page('/bomb.gif', answering(Buffer.from('GIF89a\u00ff\u00ff\u00ff\u00ff\0\0\0;', 'latin1'), 'image/gif'))
    site.page('/slow.gif', after(3000, answering(picture(5), 'image/gif')))
    site.page('/gone.gif', answering(picture(6), 'image/gif', 404))
    site.page('/inner.gif', leadingTo(`${site.url.replace('127.0.0.1', '127.0.0.2')}/3.gif`))
    const names = [
      'html.gif',
      'drawing.svg',
      'drawing.gif',
      'huge.gif',
      'bomb.gif',
      'slow.gif',
      'gone.gif',
      'inner.gif',
    ]
    site.page('/trap', answering(page([...names.map((name) => `/${name}`), '/2.gif'])))
    const saved = await app.save(alice, `${site.url}/trap`)
    await settled(app)
    assert.equal(site.hits('/html.gif'), 1)
    assert.equal(site.hits('/3.gif'), 0)
    assert.deepEqual([await rows(app, 'entry_image'), files(app).length], [1, 1])
    const { body } = await (await signedIn(app, alice)).get(`/view/${saved.id}`)
    assert.match(body, /class="away"[^>]* href="[^"]*\/slow\.gif"/)
    assert.doesNotMatch(body, /<img src="http/)
  })

  test(`${dialect}: images of a user stop at the quota, and none are stored if images are switched off`, async (t) => {
    const app = await imagesApp(t, dialect, { DOGEAR_IMAGE_QUOTA_MB: '0' })
    app.site.page('/walk', answering(page(['/1.gif'])))
    await app.save(app.alice, `${app.site.url}/walk`)
    await settled(app)
    assert.equal(await rows(app, 'entry_image'), 0)
    const off = await imagesApp(t, dialect, { DOGEAR_IMAGES: 'off' })
    off.site.page('/walk', answering(page(['/1.gif'])))
    await off.save(off.alice, `${off.site.url}/walk`)
    await settled(off)
    assert.equal(off.site.hits('/1.gif'), 0)
  })

  test(`${dialect}: a restored entry loses its images if they exceed the quota`, async (t) => {
    const app = await imagesApp(t, dialect)
    app.site.page('/walk', answering(page(['/1.gif'])))
    const saved = await app.save(app.alice, `${app.site.url}/walk`)
    await settled(app)
    const [{ database, clock }, { fetcher, images: store }] = [app, app.services]
    const run = { signal: new AbortController().signal, attempt: 1, maxAttempts: 5 }
    for (const [quotaBytes, kept] of [
      [picture(1).length, 1],
      [picture(1).length - 1, 0],
    ] as const) {
      await entryImagesJob({ database, clock, store, fetcher, quotaBytes })(
        { userId: app.alice.id, entryId: saved.id },
        run,
      )
      assert.equal(await rows(app, 'entry_image'), kept)
    }
  })

  test(`${dialect}: an interrupted run continues where it stopped, also after files were lost`, async (t) => {
    const app = await imagesApp(t, dialect)
    const { site, alice, services } = app
    site.page('/walk', answering(page(['/1.gif', '/2.gif'])))
    const saved = await app.save(alice, `${site.url}/walk`)
    await settled(app)
    await app.database.transaction((tx) => tx.deleteFrom('entry_image').execute())
    const [first] = files(app)
    await services.images.delete([Buffer.from(first!.name, 'hex')])
    const run = { signal: new AbortController().signal, attempt: 2, maxAttempts: 5 }
    const payload = { userId: alice.id, entryId: saved.id }
    const stopped = { ...run, signal: AbortSignal.abort() }
    await assert.rejects(Promise.resolve(services.handlers['entry.images'](payload, stopped)), /the process stops/)
    await services.handlers['entry.images'](payload, run)
    assert.deepEqual([await rows(app, 'entry_image'), files(app).length], [2, 2])
    const hits = site.hits('/1.gif')
    await services.handlers['entry.images'](payload, run)
    assert.equal(site.hits('/1.gif'), hits)
  })

  test(`${dialect}: a sweep keeps an image whose file is being stored, and a job waits for a deletion`, async (t) => {
    const app = await imagesApp(t, dialect, { DOGEAR_IMAGES: 'off' })
    const { site, alice, services, database, clock } = app
    site.page('/walk', answering(page(['/1.gif'])))
    const saved = await app.save(alice, `${site.url}/walk`)
    const store: ImageStore = {
      ...services.images,
      put: async (sha256, bytes) => {
        await services.images.put(sha256, bytes)
        await deleteUnusedImages({ database, store: services.images, clock })
      },
    }
    const run = { signal: new AbortController().signal, attempt: 1, maxAttempts: 5 }
    const payload = { userId: alice.id, entryId: saved.id }
    const deps = { database, clock, store, fetcher: services.fetcher, quotaBytes: 1000 }
    await entryImagesJob(deps)(payload, run)
    assert.deepEqual([await rows(app, 'image'), await rows(app, 'entry_image'), files(app).length], [1, 1, 1])
    await database.transaction(async (tx) => {
      await tx.deleteFrom('entry_image').execute()
      await tx.updateTable('image').set({ type: '', stored_at: '2026-01-01T00:00:00.000Z' }).execute()
    })
    await assert.rejects(entryImagesJob(deps)(payload, run), /is being deleted/)
    await deleteUnusedImages(deps)
    await entryImagesJob(deps)(payload, run)
    assert.deepEqual([await rows(app, 'image'), await rows(app, 'entry_image'), files(app).length], [1, 1, 1])
  })
}
