import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { InjectOptions } from 'fastify'
import { writeProgress } from '../../src/entries/changing/store-reading-position.ts'
import { CrengineDocument, flatText, textOf } from '../../src/exports/epub/crengine-document.fixture.ts'
import { ownerTransaction } from '../../src/users/owner-transaction.ts'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn } from '../web/inject-browser.fixture.ts'
import { Device, download, md5, userWithDevices } from './device.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: KOReader's progress sync`, async (t) => {
    const app = await testApp(t, dialect)
    await protocol(t, app)
    await keys(t, app)
    await books(t, app)
    await editions(t, app)
  })
}

test('the numbers of positions and hashes are limited', async (t) => bounds(t, await testApp(t, 'sqlite')))

test('wrong keys for the progress sync count against the limit for anonymous requests', async (t) => {
  const app = await testApp(t, 'sqlite', { environment: { DOGEAR_RATE_LIMITS: 'on' } })
  const { kobo } = await userWithDevices(app)
  const headers = { ...kobo.headers, 'x-auth-key': md5('guess') }
  const guess = () => app.app.inject({ url: '/kosync/users/auth', headers })
  for (let number = 0; number < 300; number++) assert.equal((await guess()).statusCode, 401)
  assert.equal((await guess()).statusCode, 429)
  assert.deepEqual((await guess()).json<{ code: number }>().code, 2000)
  assert.equal((await kobo.pull('a')).statusCode, 200)
})

test('with DOGEAR_KOSYNC=off, no address of the progress sync exists', async (t) => {
  const app = await testApp(t, 'sqlite', { environment: { DOGEAR_KOSYNC: 'off' } })
  assert.equal((await app.app.inject('/kosync/healthcheck')).statusCode, 404)
})

/** @returns the time of the server, as devices receive it */
const secondsOf = ({ clock }: TestApp): number => Math.floor(clock.now().getTime() / 1000)

async function protocol(t: TestContext, app: TestApp): Promise<void> {
  const { kobo, phone } = await userWithDevices(app)
  const send = async (options: InjectOptions) => {
    const answer = await app.app.inject({ headers: kobo.headers, ...options })
    return [answer.statusCode, answer.json<unknown>()]
  }
  await t.test('answers as koreader-sync-server does', async () => {
    assert.deepEqual(await send({ url: '/kosync/healthcheck', headers: {} }), [200, { state: 'OK' }])
    const account = { url: '/kosync/users/create', method: 'POST', headers: {} } as const
    const disabled = [402, { code: 2005, message: 'User registration is disabled.' }]
    assert.deepEqual(await send({ ...account, payload: { username: 'new', password: md5('x') } }), disabled)
    assert.deepEqual(await send({ url: '/kosync/users/auth' }), [200, { authorized: 'OK' }])
    const unauthorized = [401, { code: 2001, message: 'Unauthorized' }]
    assert.deepEqual(await send({ url: '/kosync/users/auth', headers: {} }), unauthorized)
    assert.deepEqual(await send({ url: '/kosync/syncs/progress/abc' }), [200, {}])
    assert.deepEqual(await send({ url: '/kosync/syncs/progress/abc', headers: {} }), unauthorized)
    for (const url of ['/kosync', '/kosync/', '/kosync?a=1', '/kosync/other']) {
      assert.deepEqual(await send({ url }), [404, { code: 2000, message: 'no such request in this interface' }], url)
      assert.deepEqual(await send({ url, headers: {} }), unauthorized, url)
    }
    const wrongMethod = [405, { code: 2000, message: 'Method Not Allowed' }]
    for (const method of ['DELETE', 'PATCH', 'OPTIONS', 'POST'] as const) {
      assert.deepEqual(await send({ url: '/kosync/syncs/progress/abc', method }), wrongMethod, method)
      assert.deepEqual(await send({ url: '/kosync/syncs/progress/abc', method, headers: {} }), unauthorized, method)
    }
  })
  await t.test('any document has the position that was sent last, with the time of the server', async () => {
    const [before, progress] = [secondsOf(app), '/body/DocFragment[2]/body/p[22]/text().0']
    const stored = await kobo.push('0123', progress, 0.25)
    const { timestamp, document } = stored.json<{ timestamp: number; document: string }>()
    assert.deepEqual([stored.statusCode, document], [200, '0123'])
    assert.ok(timestamp >= before && timestamp <= secondsOf(app))
    const position = { document: '0123', percentage: 0.25, device: 'kobo', device_id: 'id-kobo', timestamp }
    assert.deepEqual(await phone.received('0123'), { ...position, progress })
    app.clock.advance(5)
    await phone.push('0123', '17', 0.5, { device_id: undefined })
    const { timestamp: later, ...rest } = await kobo.received('0123')
    assert.deepEqual(rest, { document: '0123', progress: '17', percentage: 0.5, device: 'phone' })
    assert.ok(later >= timestamp + 5)
    assert.deepEqual(await (await userWithDevices(app)).kobo.received('0123'), {}, 'of another user')
  })
  await t.test('incomplete positions are refused as by koreader-sync-server, and change nothing', async () => {
    const whole = { document: 'd', progress: '1', percentage: 0.1, device: 'kobo', device_id: 'x' }
    const put = (payload: unknown) =>
      send({ url: '/kosync/syncs/progress', method: 'PUT', payload: JSON.stringify(payload), headers: kobo.headers })
    const missing = [403, { code: 2004, message: "Field 'document' not provided." }]
    for (const document of [undefined, '', 'a:b', 7, 'x'.repeat(256)]) {
      assert.deepEqual(await put({ ...whole, document }), missing, String(document))
    }
    const invalid = [403, { code: 2003, message: 'Invalid request' }]
    for (const wrong of [{ progress: '' }, { percentage: 'x' }, { percentage: null }, { device: undefined }]) {
      assert.deepEqual(await put({ ...whole, ...wrong }), invalid, JSON.stringify(wrong))
    }
    assert.deepEqual(await put([]), invalid)
    assert.deepEqual(await put({ ...whole, progress: 'x'.repeat(4001) }), invalid)
    assert.equal((await put({ ...whole, progress: 'x'.repeat(70_000) }))[0], 413)
    assert.deepEqual(await kobo.received('d'), {})
    assert.equal((await put({ ...whole, progress: 12, percentage: '0.2' }))[0], 200, 'numbers and texts are the same')
    assert.equal((await kobo.received('d')).progress, '12')
  })
}

async function keys(t: TestContext, app: TestApp): Promise<void> {
  await t.test('only an app password for the progress sync opens it, with the name of its user', async () => {
    const { user, key, kobo } = await userWithDevices(app)
    const status = async (username: string, password: string) =>
      (await new Device(app, 'x', { username, key: password }).pull('a')).statusCode
    const full = await app.newKey(user)
    assert.equal(await status(user.username, key), 200)
    assert.equal(await status(user.email, key), 200)
    assert.equal(await status('alice', key), 401)
    assert.equal(await status('nobody', key), 401)
    assert.equal(await status(user.username, full), 401)
    assert.equal(await status(user.username, user.password), 401)
    assert.equal(
      (await app.app.inject({ url: '/kosync/users/auth', headers: { ...kobo.headers, 'x-auth-key': key } })).statusCode,
      401,
    )
    const elsewhere = await app.app.inject({ url: '/linkding/api/tags/', headers: { authorization: `Token ${key}` } })
    assert.equal(elsewhere.statusCode, 403, 'it opens nothing else')
    const { id, secret } = app.client
    const grant = {
      grant_type: 'password',
      client_id: id,
      client_secret: secret,
      username: user.username,
      password: key,
    }
    const token = await app.app.inject({ method: 'POST', url: '/oauth/v2/token', payload: grant })
    assert.deepEqual([token.statusCode, token.json<{ error: string }>().error], [400, 'invalid_grant'])
  })
  await t.test('a key ends with its app password', async () => {
    const { user, key, kobo } = await userWithDevices(app)
    assert.equal((await kobo.pull('a')).statusCode, 200)
    const [row] = await app.database
      .prepare<{ id: number; last_used_at: string | null; kosync_key_hash: Uint8Array }>(
        `select id, last_used_at, kosync_key_hash from app_password where user_id = ${user.id}`,
      )
      .all()
    assert.ok(row?.last_used_at)
    assert.ok(!Buffer.from(row.kosync_key_hash).toString('hex').includes(md5(key)))
    const { deleteAppPassword } = await import('../../src/users/passwords/app-password.ts')
    await deleteAppPassword(app.services, user.id, Number(row.id))
    assert.equal((await kobo.pull('a')).statusCode, 401)
  })
}

const TITLE = 'What? a/b'
const CONTENT = ['Zero', 'One', 'Two', 'Three', 'Four'].map((word) => `<p>${word} ${'text '.repeat(40)}</p>`).join('')

async function saved(app: TestApp, user: TestUser, content = CONTENT): Promise<number> {
  const { id } = await app.save(user, `https://e.org/${Math.random()}`, { title: TITLE, content })
  return id
}

/** @returns the block at which the web app opens an entry */
async function webBlock(app: TestApp, user: TestUser, id: number): Promise<number | undefined> {
  const find = app.database.prepare<{ block: number }>(
    `select block from entry_progress where user_id = ${user.id} and entry_id = ${id}`,
  )
  const [row] = await find.all()
  return row && Number(row.block)
}

async function readOnWeb(app: TestApp, user: TestUser, id: number, block: number): Promise<void> {
  const browser = await signedIn(app, user)
  const token = hiddenField((await browser.get('/config')).body, 'config[_token]')
  app.clock.advance(10)
  const position = { block: String(block), share: String(block / 5) }
  assert.equal((await browser.post(`/view/${id}/progress`, { token, ...position })).statusCode, 204)
}

async function books(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the bytes of a book stay the same while it is read, in every interface', async () => {
    const { user, kobo } = await userWithDevices(app)
    const id = await saved(app, user)
    const { epub, document } = await download(app, user, id)
    const change = { tags: 'new,tags', archive: 1, starred: 1, note: 'mine' }
    await app.ask(user, { method: 'PATCH', url: `/api/entries/${id}`, payload: change })
    await kobo.push(document, '/body/DocFragment[3]/body/p[3]/text().5', 0.5)
    const browser = await signedIn(app, user)
    const key = await app.newKey(user)
    const readeck = { url: `/readeck/api/bookmarks/${id}/article.epub`, headers: { authorization: `Bearer ${key}` } }
    assert.deepEqual((await browser.get(`/export/${id}.epub`)).rawPayload, epub)
    assert.deepEqual((await app.app.inject(readeck)).rawPayload, epub)
    assert.deepEqual((await download(app, user, id)).epub, epub)
  })
  await t.test('a device moves the web app, and the web app moves devices', async () => {
    const { user, kobo, phone } = await userWithDevices(app)
    const id = await saved(app, user)
    const { epub, document } = await download(app, user, id)
    assert.deepEqual(await kobo.received(document), {})
    await kobo.push(document, '/body/DocFragment[3]/body/p[3]/text().5', 0.7)
    assert.equal(await webBlock(app, user, id), 2)
    assert.equal((await phone.received(document)).progress, '/body/DocFragment[3]/body/p[3]/text().5')
    await readOnWeb(app, user, id, 4)
    const { progress, timestamp, ...rest } = await kobo.received(document)
    assert.deepEqual(rest, { document, percentage: 0.8, device: 'Dogear', device_id: 'dogear' })
    assert.ok(timestamp <= secondsOf(app) && timestamp >= secondsOf(app) - 120)
    assert.match(flatText(textOf(new CrengineDocument(epub).find(progress)!)), /^Four/)
    app.clock.advance(10)
    await kobo.push(document, '/body/DocFragment[4]/body/p/text().0', 1)
    assert.equal(await webBlock(app, user, id), 4, 'the page after the article is its end')
    assert.equal((await phone.received(document)).device, 'kobo')
  })
  await t.test('a device follows a client that was offline and has read a bit further', async () => {
    const { user, kobo } = await userWithDevices(app)
    const id = await saved(app, user)
    const { document } = await download(app, user, id)
    await kobo.push(document, '/body/DocFragment[3]/body/p[3]/text().5', 0.4)
    const at = new Date(app.clock.now().getTime() - 5000).toISOString()
    await ownerTransaction(app.database, user.id, (tx) =>
      writeProgress(tx, { owner: user.id, id: id as never }, { block: 3, share: 0.45, at }, 'furthest'),
    )
    const { progress, device } = await kobo.received(document)
    assert.deepEqual([progress, device], ['/body/DocFragment[3]/body/p[4].0', 'Dogear'])
  })
  // koreader-sync-server 597e064 stores any number (`update_progress` in its syncs_controller.lua).
  await t.test(
    'a percentage below 0 or above 1 comes back as it was sent, and is the start or the end on the web',
    async () => {
      const { user, kobo, phone } = await userWithDevices(app)
      const id = await saved(app, user)
      const { document } = await download(app, user, id)
      for (const [percentage, block] of [
        [-0.5, 0],
        [37, 4],
        [1e300, 4],
      ] as const) {
        app.clock.advance(1)
        assert.equal((await kobo.push(document, '/no/place', percentage)).statusCode, 200)
        assert.equal((await phone.received(document)).percentage, percentage)
        assert.equal(await webBlock(app, user, id), block, String(percentage))
      }
    },
  )
  await t.test('a book is found by both spellings of its file name', async () => {
    const { user, kobo } = await userWithDevices(app)
    const id = await saved(app, user)
    await download(app, user, id)
    for (const [block, name] of [`[w-id_${id}] What_ a_b.epub`, `[w-id_${id}] What? a_b.epub`].entries()) {
      app.clock.advance(1)
      await kobo.push(md5(name), `/body/DocFragment[3]/body/p[${block + 2}]/text().0`, 0.5)
      assert.equal(await webBlock(app, user, id), block + 1, name)
    }
  })
  await t.test('an unknown book is found by the name of its file, if the device sends it', async () => {
    const { user, kobo } = await userWithDevices(app)
    const id = await saved(app, user)
    await download(app, user, id)
    const metadata = { filename: `[w-id_${id}] converted.epub`, title: 'x', authors: 'y' }
    const [same, other] = [md5('same places'), md5('other places')]
    await kobo.push(same, '/body/DocFragment[3]/body/p[4]/text().0', 0.1, { metadata })
    assert.equal(await webBlock(app, user, id), 3)
    app.clock.advance(1)
    await kobo.push(other, '/body/DocFragment[9]/body/p[4]/text().0', 0.5, { metadata })
    assert.equal(await webBlock(app, user, id), 2, 'half of the text')
    await readOnWeb(app, user, id, 1)
    assert.equal((await kobo.received(same)).progress, '/body/DocFragment[3]/body/p[2].0')
    const unknown = await kobo.received(other)
    assert.deepEqual([unknown.progress, unknown.device], ['/body/DocFragment[9]/body/p[4]/text().0', 'kobo'])
    const stranger = await userWithDevices(app)
    await stranger.kobo.push(md5('z'), '/body/DocFragment[3]/body/p[1].0', 0.1, { metadata })
    assert.equal(await webBlock(app, user, id), 1, 'the entry of another user stays')
  })
}

async function editions(t: TestContext, app: TestApp): Promise<void> {
  await t.test(
    'a device with an older edition gets places of that edition, at the same share of the text',
    async () => {
      const { user, kobo, phone } = await userWithDevices(app)
      const id = await saved(app, user)
      const old = await download(app, user, id)
      const content = `<blockquote><p>New start ${'text '.repeat(200)}</p></blockquote>${CONTENT}`
      await app.ask(user, { method: 'PATCH', url: `/api/entries/${id}`, payload: { content } })
      const current = await download(app, user, id)
      assert.notEqual(current.document, old.document)
      await kobo.push(old.document, '/body/DocFragment[3]/body/p[3]/text().0', 0.4)
      assert.equal(await webBlock(app, user, id), 0, '40 % of the text are in the first of the new blocks')
      app.clock.advance(1)
      await phone.push(current.document, '/body/DocFragment[3]/body/p[4]/text().0', 0.8)
      assert.equal(await webBlock(app, user, id), 4)
      const { progress, device } = await kobo.received(old.document)
      assert.equal(device, 'phone')
      assert.match(flatText(textOf(new CrengineDocument(old.epub).find(progress)!)), /^Three/)
    },
  )
  await t.test('a copied picture moves the article by a page, and places follow', async () => {
    const { user, kobo, phone } = await userWithDevices(app)
    const id = await saved(app, user)
    const before = await download(app, user, id)
    const picture = `${app.site.url}/cover.png`
    const put = { method: 'PATCH', url: `/api/entries/${id}`, payload: { preview_picture: picture } } as const
    assert.equal((await app.ask(user, put)).statusCode, 200)
    await storeCopy(app, user, { id, picture })
    const after = await download(app, user, id)
    assert.notEqual(after.document, before.document)
    await kobo.push(before.document, '/body/DocFragment[3]/body/p[3]/text().9', 0.4)
    assert.equal((await phone.received(after.document)).progress, '/body/DocFragment[4]/body/p[3].0')
  })
  await t.test('a deleted entry has no position, and gets its hashes back when it is restored', async () => {
    const { user, kobo } = await userWithDevices(app)
    const id = await saved(app, user)
    const { document } = await download(app, user, id)
    await app.ask(user, { method: 'DELETE', url: `/api/entries/${id}` })
    await kobo.push(document, '/body/DocFragment[3]/body/p[2]/text().0', 0.2)
    assert.equal((await kobo.received(document)).device, 'kobo', 'the device keeps its own position')
    const { restoreFromTrash } = await import('../../src/entries/trash/restore-from-trash.ts')
    await restoreFromTrash({ ...app.services, ...app } as never, user.id, { ids: [id as never], requestId: 'x' })
    app.clock.advance(1)
    await kobo.push(document, '/body/DocFragment[3]/body/p[4]/text().0', 0.6)
    assert.equal(await webBlock(app, user, id), 3)
  })
  await t.test('a book of an entry that was merged into another one stays a book of that one', async () => {
    const { user, kobo } = await userWithDevices(app)
    const [older, newer] = [await saved(app, user), await saved(app, user)]
    const { document } = await download(app, user, newer)
    const { findEntry } = await import('../../src/entries/entry.repository.ts')
    const { mergeEntries } = await import('../../src/entries/changing/merge-entries.ts')
    await ownerTransaction(app.database, user.id, async (tx) => {
      const [one, other] = [await findEntry(tx, user.id, older as never), await findEntry(tx, user.id, newer as never)]
      await mergeEntries(tx, { older: one!, newer: other!, now: app.clock.now() })
    })
    await kobo.push(document, '/body/DocFragment[3]/body/p[4]/text().0', 0.6)
    assert.equal(await webBlock(app, user, older), 3)
  })
  await t.test('the hashes of an entry that cannot be restored are deleted', async () => {
    const { user } = await userWithDevices(app)
    const id = await saved(app, user)
    await download(app, user, id)
    const count = async () =>
      (await app.database.prepare(`select document from epub_edition where user_id = ${user.id}`).all()).length
    assert.equal(await count(), 3)
    await app.ask(user, { method: 'DELETE', url: `/api/entries/${id}` })
    const { deleteLostEditions } = await import('../../src/exports/editions/edition.repository.ts')
    await app.database.transaction(deleteLostEditions)
    assert.equal(await count(), 3, 'it is in the trash')
    const { emptyOwnTrash } = await import('../../src/entries/trash/delete-from-trash.ts')
    await emptyOwnTrash(app, user.id)
    await app.database.transaction(deleteLostEditions)
    assert.equal(await count(), 0)
  })
}

/** Stores a copy of the picture of an entry. */
async function storeCopy(
  app: TestApp,
  user: TestUser,
  { id, picture }: { readonly id: number; readonly picture: string },
) {
  const { hash } = await import('node:crypto')
  const { addressKey } = await import('../../src/images/address-key.ts')
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const sha256 = hash('sha256', png, 'buffer')
  await app.services.images.put(sha256, png)
  await app.database.transaction(async (tx) => {
    const file = { sha256, size: png.length, type: 'image/png' }
    const image = tx.insertInto('image').values({ ...file, stored_at: '2026-01-01T00:00:00.000Z' })
    await image.onConflict((conflict) => conflict.doNothing()).execute()
    const copy = { user_id: user.id, entry_id: id, url_hash: addressKey(picture), width: 1, height: 1, ...file }
    await tx
      .insertInto('entry_image')
      .values(copy as never)
      .execute()
  })
}

async function bounds(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a user has positions in 10,000 documents, and an entry 40 hashes; the oldest go', async () => {
    const { user, kobo } = await userWithDevices(app)
    const old = Array.from({ length: 10_003 }, (_, number) => ({
      user_id: user.id,
      document: `d${number}`,
      progress: '1',
      percentage: 0.5,
      device: 'kobo',
      updated_at: new Date(number * 1000).toISOString(),
    }))
    await app.database.transaction(async (tx) => {
      for (let from = 0; from < old.length; from += 4000) {
        await tx
          .insertInto('kosync_position')
          .values(old.slice(from, from + 4000))
          .execute()
      }
    })
    await kobo.push('new', '1', 0.5)
    assert.equal((await kobo.received('d3')).document, undefined)
    assert.equal((await kobo.received('d4')).document, 'd4')
    const id = await saved(app, user)
    await download(app, user, id)
    const metadata = { filename: `[w-id_${id}] x.epub` }
    for (let number = 0; number < 42; number++) {
      app.clock.advance(1)
      await kobo.push(md5(String(number)), '/body/DocFragment[3]/body/p[2].0', 0.1, { metadata })
    }
    const rows = await app.database.prepare(`select document from epub_edition where user_id = ${user.id}`).all()
    assert.equal(rows.length, 40)
  })
}
