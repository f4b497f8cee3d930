import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addressKey } from '../../src/images/address-key.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { LIST, userWithKey, type Annotation, type Bookmark, type KeyHolder } from './api.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: bookmarks of Readeck's API`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_SAVE_WAIT_SECONDS: '0' } })
    await lists(t, app)
    await repetition(t, app)
    await changes(t, app)
    await annotations(t, app)
    await collections(t, app)
    await otherUsers(t, app)
  })
}

async function lists(t: TestContext, app: TestApp): Promise<void> {
  await t.test('conditions select bookmarks, and headers name the other pages', async () => {
    const { user, send } = await userWithKey(app)
    const save = (name: string, fields: object) =>
      app.save(user, `https://${name}.example/page`, { title: name, content: `<p>${name} text</p>`, ...fields })
    const mill = await save('mill', { tags: 'water,two words', starred: '1' })
    await save('kiln', { tags: 'fire', archive: '1' })
    await save('loom', {})
    await send({ method: 'PATCH', url: `${LIST}/${mill.id}`, payload: { read_progress: 40 } })
    const titles = async (query: string) => {
      const answer = await send({ url: `${LIST}?sort=title&${query}` })
      return answer
        .json<Bookmark[]>()
        .map(({ title }) => title)
        .join()
    }
    for (const [query, expected] of [
      ['', 'kiln,loom,mill'],
      ['search=text+-kiln', 'loom,mill'],
      ['search=(', 'kiln,loom,mill'],
      ['search=mill)+OR+(loom', 'loom,mill'],
      ['labels=water', 'mill'],
      ['labels=%22two+words%22', 'mill'],
      ['labels=wat*', 'mill'],
      ['site=kiln.example', 'kiln'],
      ['is_marked=true', 'mill'],
      ['is_archived=false', 'loom,mill'],
      ['has_labels=false', 'loom'],
      ['read_status=reading', 'mill'],
      ['read_status=unread&read_status=read', 'kiln,loom'],
      ['type=photo', ''],
      ['range_start=-1d', 'kiln,loom,mill'],
      ['range_end=-1d', ''],
      [`id=${mill.id}&id=999999`, 'mill'],
      [Array.from({ length: 900 }, (_, index) => `id=${index + mill.id}`).join('&'), 'kiln,loom,mill'],
      ['id=nothing', ''],
    ] as const) {
      assert.equal(await titles(query), expected, query)
    }
    const page = await send({ url: `${LIST}?limit=1&offset=1&sort=title` })
    assert.deepEqual(page.headers['link'], [
      `<${app.baseUrl}${LIST}?limit=1&offset=0&sort=title>; rel="previous"`,
      `<${app.baseUrl}${LIST}?limit=1&offset=2&sort=title>; rel="next"`,
      `<${app.baseUrl}${LIST}?limit=1&offset=0&sort=title>; rel="first"`,
      `<${app.baseUrl}${LIST}?limit=1&offset=2&sort=title>; rel="last"`,
    ])
    const { 'total-count': total, 'total-pages': pages, 'current-page': current } = page.headers
    assert.deepEqual([total, pages, current], ['3', '3', '2'])
    const same = await send({ url: `${LIST}?limit=1`, headers: { 'if-none-match': '"x"' } })
    const unchanged = await send({ url: `${LIST}?limit=1`, headers: { 'if-none-match': String(same.headers['etag']) } })
    assert.deepEqual([same.statusCode, unchanged.statusCode, unchanged.body], [200, 304, ''])
    const many = `${LIST}?search=${'word+'.repeat(150)}&title=${'word+'.repeat(190)}&author=${'word+'.repeat(190)}`
    assert.equal((await send({ url: `${many}&site=${'word+'.repeat(190)}` })).statusCode, 422)
  })
}

const PICTURE = 'https://site.example/picture.png'

async function repetition(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a repeated list is answered from memory until the library or a picture of it changes', async () => {
    const { user, send } = await userWithKey(app)
    const { id } = await app.save(user, 'https://site.example/1', {
      title: 'One',
      content: '<p>x</p>',
      preview_picture: PICTURE,
    })
    const list = (headers = {}) => send({ url: LIST, headers })
    const first = await list()
    app.queries.length = 0
    assert.equal((await list()).body, first.body)
    assert.equal(app.queries.length, 2, 'the key and the pictures are looked up')
    const etag = String(first.headers['etag'])
    assert.equal((await list({ 'if-none-match': etag })).statusCode, 304)
    await send({ method: 'PATCH', url: `${LIST}/${id}`, payload: { read_progress: 40 } })
    assert.equal((await list({ 'if-none-match': etag })).json<Bookmark[]>()[0]!.read_progress, 40)
    assert.doesNotMatch((await list()).body, /"thumbnail"/)
    await app.database.transaction(async (tx) => {
      const file = { sha256: new Uint8Array(32), size: 1, type: 'image/png' }
      await tx
        .insertInto('image')
        .values({ ...file, stored_at: new Date(0).toISOString() })
        .execute()
      const about = { user_id: user.id, entry_id: id, url_hash: addressKey(PICTURE) }
      await tx
        .insertInto('entry_image')
        .values({ ...about, ...file, width: 10, height: 5 })
        .execute()
    })
    assert.match((await list()).body, /"thumbnail"/)
  })
}

async function changes(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a page is saved once, changed, deleted, and restored', async () => {
    const { send } = await userWithKey(app)
    const payload = { url: 'http://127.0.0.1:1/p', title: 'P', labels: ['Tea', 'two words'] }
    const saved = await send({ method: 'POST', url: LIST, payload })
    const again = await send({ method: 'POST', url: LIST, payload: { url: payload.url, labels: ['more'] } })
    const id = String(saved.headers['bookmark-id'])
    assert.deepEqual([saved.statusCode, again.headers['bookmark-id']], [202, id])
    const url = `${LIST}/${id}`
    const change = {
      add_labels: ['new'],
      remove_labels: ['TEA'],
      is_archived: true,
      is_marked: true,
      read_progress: 100,
    }
    const changed = await send({ method: 'PATCH', url, payload: change })
    assert.deepEqual(changed.json<Bookmark>().labels, ['more', 'new', 'two words'])
    const after = (await send({ url })).json<Bookmark>()
    assert.deepEqual([after.title, after.is_archived, after.is_marked, after.read_progress], ['P', true, true, 100])
    const refused = await send({ method: 'PATCH', url, payload: { title: 'Q', read_progress: 101 } })
    assert.equal(refused.statusCode, 400)
    assert.equal((await send({ url })).json<Bookmark>().title, 'P')
    assert.equal((await send({ method: 'PATCH', url, payload: { is_deleted: true } })).statusCode, 200)
    assert.equal((await send({ url })).statusCode, 404)
    assert.equal((await send({ method: 'PATCH', url, payload: { is_deleted: false } })).statusCode, 200)
    assert.equal((await send({ url })).json<Bookmark>().title, 'P')
  })
  await t.test('labels are listed, renamed into others and removed', async () => {
    const { user, send } = await userWithKey(app)
    await app.save(user, 'https://a.example/', { title: 'A', content: '<p>a</p>', tags: 'red,blue' })
    await app.save(user, 'https://b.example/', { title: 'B', content: '<p>b</p>', tags: 'blue,black' })
    const names = async (query = '') =>
      (await send({ url: `${LIST}/labels${query}` }))
        .json<{ name: string; count: number }[]>()
        .map(({ name, count }) => `${name} ${count}`)
    assert.deepEqual(await names(), ['black 1', 'blue 2', 'red 1'])
    assert.deepEqual(await names('?q=b*k'), ['black 1'])
    await send({ method: 'PATCH', url: `${LIST}/labels?name=red`, payload: { name: 'black' } })
    await send({ method: 'DELETE', url: `${LIST}/labels?name=blue` })
    assert.deepEqual(await names(), ['black 2'])
  })
}

const ARTICLE = '<p>One small wheel turns.</p><p>Two <em>large</em> wheels &amp; a stone rest.</p>'

async function annotations(t: TestContext, app: TestApp): Promise<void> {
  await t.test('passages are marked by the elements of the article, in the article too', async () => {
    const { user, send } = await userWithKey(app)
    const { id } = await app.save(user, 'https://a.example/', { title: 'A', content: ARTICLE })
    const url = `${LIST}/${id}/annotations`
    const mark = (start: readonly [string, number], end: readonly [string, number], rest: object = {}) => {
      const [start_selector, start_offset] = [`section/article${start[0]}`, start[1]]
      const [end_selector, end_offset] = [`section/article${end[0]}`, end[1]]
      const payload = { start_selector, start_offset, end_selector, end_offset, color: 'green', ...rest }
      return send({ method: 'POST', url, payload })
    }
    const made = await mark(['/p[2]/em', 0], ['/p[2]', 18], { note: ' big ', color: 'red' })
    assert.equal(made.statusCode, 201, made.body)
    const { text, note, color } = made.json<Annotation>()
    assert.deepEqual([text, note, color], ['large wheels &', 'big', 'red'])
    const across = (await mark(['/p', 10], ['/p[2]', 3])).json<Annotation>()
    assert.equal(across.text, 'wheel turns.\nTwo')
    const listed = (await send({ url })).json<Annotation[]>()
    assert.deepEqual(
      listed.map((one) => [one.text, one.start_selector, one.start_offset]),
      [
        ['wheel turns.\nTwo', 'section/article/p[1]', 10],
        ['large wheels &', 'section/article/p[2]/em[1]', 0],
      ],
    )
    const article = (await send({ url: `${LIST}/${id}/article` })).body
    assert.equal(article.replaceAll(/<\/?(?:rd-annotation|section|article)\b[^>]*>/g, '').trim(), ARTICLE)
    assert.match(article, /<em><rd-annotation id="annotation-\d+" [^>]* title="big">large<\/rd-annotation><\/em>/)
    for (const [refused, message] of [
      [await mark(['/p[9]', 0], ['/p[2]', 1]), /element "section\/article\/p\[9\]" not found/],
      [await mark(['/p[1]', 0], ['/p[1]', 999]), /index "999" is out of range/],
      [await mark(['/p[1]', 4], ['/p[1]', 2]), /invalid range/],
      [await mark(['/p[1]', 0], ['/p[1]', 12]), /overlapping annotation/],
    ] as const) {
      assert.equal(refused.statusCode, 400)
      assert.match(refused.json<{ message: string }>().message, message)
    }
    const change = { color: 'blue', note: 'new' }
    await send({ method: 'PATCH', url: `${url}/${across.id}`, payload: change })
    const all = (await send({ url: `${LIST}/annotations` })).json<Annotation[]>()
    assert.deepEqual(all.map((one) => [one.color, one.note]).toSorted(), [
      ['blue', 'new'],
      ['red', 'big'],
    ])
    assert.equal((await send({ method: 'DELETE', url: `${url}/${across.id}` })).statusCode, 204)
    // The KOReader plugin e8304eb sends the paths of the EPUB, and the words.
    const inBook = (words: string) =>
      mark(['', 0], ['', 0], {
        start_selector: '/body/DocFragment[2]/body/p[1]',
        end_selector: '/body/DocFragment[2]/body/p[1]',
        end_offset: 9,
        text: words,
      })
    assert.equal((await inBook('small  wheel')).json<Annotation>().text, 'small wheel')
    assert.equal((await inBook('no such words')).statusCode, 400)
    await send({ method: 'DELETE', url: `${url}/${(await send({ url })).json<Annotation[]>()[0]!.id}` })
    assert.equal((await send({ url })).json<Annotation[]>().length, 1)
  })
}

async function collections(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the conditions of a collection become its query', async () => {
    const { user, send } = await userWithKey(app)
    await app.save(user, 'https://a.example/', { title: 'A', content: '<p>a</p>', tags: 'tea' })
    await app.save(user, 'https://b.example/', { title: 'B', content: '<p>b</p>' })
    const payload = { name: 'Tea', labels: 'tea', is_archived: false }
    const made = await send({ method: 'POST', url: `${LIST}/collections`, payload })
    const id = String(made.headers['location']).split('/').at(-1)!
    const titles = async () =>
      (await send({ url: `${LIST}?collection=${id}` })).json<Bookmark[]>().map(({ title }) => title)
    assert.deepEqual(await titles(), ['A'])
    const url = `${LIST}/collections/${id}`
    await send({ method: 'PATCH', url, payload: { name: 'Not tea', labels: '-tea' } })
    assert.deepEqual(await titles(), ['B'])
    const { name, search } = (await send({ url })).json<{ name: string; search: string }>()
    assert.deepEqual([name, search], ['Not tea', '-tag:"tea"'])
    assert.equal(
      (await send({ method: 'POST', url: `${LIST}/collections`, payload: { name: 'not TEA' } })).statusCode,
      400,
    )
    const book = await send({ url: `${LIST}/export.epub?collection=${id}` })
    assert.deepEqual([book.statusCode, book.rawPayload.toString('latin1', 0, 2)], [200, 'PK'])
    await send({ method: 'DELETE', url })
    assert.equal((await send({ url })).statusCode, 404)
  })
}

async function otherUsers(t: TestContext, app: TestApp): Promise<void> {
  await t.test("other users' bookmarks, annotations and collections do not exist", async () => {
    const [owner, other] = [await userWithKey(app), await userWithKey(app)]
    const { id } = await app.save(owner.user, 'https://x.example/', { title: 'X', content: ARTICLE, tags: 'mine' })
    const passage = {
      start_selector: 'section/article/p',
      start_offset: 0,
      end_selector: 'section/article/p',
      end_offset: 3,
    }
    const made = await owner.send({
      method: 'POST',
      url: `${LIST}/${id}/annotations`,
      payload: { ...passage, color: 'blue' },
    })
    const annotation = `${LIST}/${id}/annotations/${made.json<Annotation>().id}`
    const collection = await owner.send({ method: 'POST', url: `${LIST}/collections`, payload: { name: 'C' } })
    const statuses = async ({ send }: KeyHolder) =>
      Promise.all(
        (
          [
            ['GET', `${LIST}/${id}`],
            ['GET', `${LIST}/${id}/article`],
            ['GET', `${LIST}/${id}/article.md`],
            ['GET', `${LIST}/${id}/annotations`],
            ['GET', String(collection.headers['location']).slice(app.baseUrl.length)],
            ['GET', `${LIST}/labels?name=mine`],
            ['PATCH', annotation],
          ] as const
        ).map(
          async ([method, url]) =>
            (await send({ method, url, ...(method === 'PATCH' && { payload: { color: 'pink' } }) })).statusCode,
        ),
      )
    assert.deepEqual(new Set(await statuses(other)), new Set([404]))
    assert.deepEqual(new Set(await statuses(owner)), new Set([200]))
    for (const url of [`${LIST}/${id}`, annotation]) {
      assert.equal((await other.send({ method: 'DELETE', url })).statusCode, 404)
    }
  })
}
