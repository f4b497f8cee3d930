import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { deleteAppPassword, listAppPasswords } from '../../src/users/passwords/app-password.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { until } from '../web/import-upload.fixture.ts'
import { deviceOf, type Articles, type Downloaded } from './device.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: pictures on a Kobo e-reader`, async (t) => {
    const app = await testApp(t, dialect)
    await addPictures(app)

    await t.test('a stored picture is a grey baseline JPEG of the width of the screen', async () => {
      const { list, image, download, entry } = await picturesOf(app)
      assert.deepEqual(frameOf(await image()), { isBaseline: true, width: 1264, components: 1 })
      assert.match(String(list['top_image_url']), /\/kobo\/i\/.*\.jpg$/)
      assert.deepEqual([list['has_image'], frameOf(await image(list['top_image_url'])).width], ['1', 1264])
      const older = (await download(`https://www.example.org/pictures#dgr-${entry}`, 'v3beta/text')).json<Downloaded>()
      assert.equal(frameOf(await image(older['topImageUrl'])).width, 1264)
    })
    await t.test('a device with a colour screen gets colours', async () => {
      const { image } = await picturesOf(app, { hasColor: true })
      assert.deepEqual(frameOf(await image()), { isBaseline: true, width: 1264, components: 3 })
    })
    await t.test(
      'an address that this server did not create, and that of a deleted device, lead to nothing',
      async () => {
        const { user, src, image } = await picturesOf(app)
        const other = await deviceOf(app)
        const [, owner, device] = /\/i\/(\d+)-(\d+)-/.exec(src)!
        for (const wrong of [
          src.replace(/-[\w-]{22}\.jpg$/, `-${'A'.repeat(22)}.jpg`),
          src.replace(`${owner}-${device}`, `${other.user.id}-${device}`),
          src.replace(/[0-9a-f]{64}/, '0'.repeat(64)),
          `${app.baseUrl}/kobo/i/?url=${encodeURIComponent(`${app.site.url}/photo.webp`)}`,
        ]) {
          assert.notEqual((await app.app.inject({ url: wrong })).statusCode, 200, wrong)
        }
        assert.equal((await app.app.inject({ url: src })).headers['content-type'], 'image/jpeg')
        const [key] = await app.services.database.read((db) => listAppPasswords(db, user.id))
        await deleteAppPassword(app.services, user.id, key!.id)
        await assert.rejects(image, /404/)
      },
    )
    await t.test('a picture that cannot be converted, or is in no entry any more, is white', async () => {
      const { user, src, entry, image } = await picturesOf(app, {}, 'broken.png')
      assert.deepEqual(frameOf(await image()), { isBaseline: true, width: 8, components: 1 })
      const good = await picturesOf(app)
      await app.ask(good.user, { method: 'DELETE', url: `/api/entries/${good.entry}.json` })
      await app.services.database.transaction((tx) =>
        tx.deleteFrom('entry_image').where('user_id', '=', good.user.id).execute(),
      )
      assert.equal(frameOf(await good.image()).width, 8)
      assert.ok(user.id > 0 && src !== good.src && entry !== good.entry)
    })
  })
}

/** Adds a large picture with transparency to the site, and one whose end is missing. */
async function addPictures({ site }: TestApp): Promise<void> {
  const picture = sharp({
    create: { width: 1600, height: 40, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } },
  })
  const [photo, png] = [await picture.clone().webp().toBuffer(), await picture.clone().png().toBuffer()]
  site.page('/photo.webp', (_request, response) => response.setHeader('content-type', 'image/webp').end(photo))
  site.page('/broken.png', (_request, response) =>
    response.setHeader('content-type', 'image/png').end(png.subarray(0, 45)),
  )
}

/** Creates a device, and an entry with a picture. @returns how to load the picture, after it was copied */
async function picturesOf(app: TestApp, options: { readonly hasColor?: boolean } = {}, name = 'photo.webp') {
  const { user, get, save, download } = await deviceOf(app, options)
  const picture = `${app.site.url}/${name}`
  const entry = await save('pictures', { content: `<p>a</p><img src="${picture}" alt="b">`, preview_picture: picture })
  const article = async () => (await download(`https://www.example.org/pictures#dgr-${entry}`)).json<Downloaded>()
  const { images } = await until(article, ({ article: html }) => html.includes('<!--IMG_0-->'))
  const { src } = images['0']!
  const list: Articles['list'][string] = (await get()).list[entry]!
  const image = async (url: unknown = src) => {
    const { statusCode, rawPayload } = await app.app.inject({ url: String(url) })
    assert.equal(statusCode, 200)
    return rawPayload
  }
  return { user, entry, src, list, image, download }
}

/** Reads the header of a JPEG. */
function frameOf(jpeg: Uint8Array) {
  const bytes = Buffer.from(jpeg)
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at)
    if (marker < 0xffc0 || marker > 0xffc2) continue
    return { isBaseline: marker === 0xffc0, width: bytes.readUInt16BE(at + 7), components: bytes[at + 9] }
  }
  throw new Error('no JPEG')
}
