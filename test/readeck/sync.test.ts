import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { LIST, userWithKey, type Annotation, type Bookmark } from './api.fixture.ts'

interface Change {
  readonly id: string
  readonly time: string
  readonly type: 'update' | 'delete'
}

/** A picture of 80 by 60 pixels in one colour. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAFAAAAA8CAAAAADUTGJQAAAAO0lEQVR42u3MMQ0AIAADMOQgBznIQQ6ysMCxa2kFdAzgwwwTCjvDFSYUdoY7TCjsDE+YUNgZ3jChsDJ8B21Tat+arlwAAAAASUVORK5CYII=',
  'base64',
)

for (const dialect of DIALECTS) {
  test(`${dialect}: sync of Readeck's API`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_SAVE_WAIT_SECONDS: '0' } })

    await t.test('changes are listed by time, with deletions since a time', async () => {
      const { user, send } = await userWithKey(app)
      const save = (name: string) =>
        app.save(user, `https://${name}.example/`, { title: name, content: '<p>Some text</p>' })
      const [one, two, three] = [await save('one'), await save('two'), await save('three')]
      const changes = async (since = '') => (await send({ url: `${LIST}/sync?since=${since}` })).json<Change[]>()
      assert.deepEqual(
        (await changes()).map(({ id }) => id),
        [three, two, one].map(({ id }) => String(id)),
      )
      app.clock.advance(60)
      const since = new Date(app.clock.now()).toISOString()
      const passage = {
        start_selector: 'section/article/p',
        start_offset: 0,
        end_selector: 'section/article/p',
        end_offset: 4,
      }
      const made = await send({
        method: 'POST',
        url: `${LIST}/${one.id}/annotations`,
        payload: { ...passage, color: 'blue' },
      })
      assert.equal(made.json<Annotation>().text, 'Some')
      await send({ method: 'DELETE', url: `${LIST}/${two.id}` })
      const later = (await changes(since)).map(({ id, type }) => `${type} ${id}`)
      assert.deepEqual(later.toSorted(), [`delete ${two.id}`, `update ${one.id}`])
      assert.deepEqual(
        (await changes()).map(({ type }) => type),
        ['update', 'update'],
      )
    })

    await t.test('bookmarks are sent in the requested order, however many ids are sent', async () => {
      const { user, send } = await userWithKey(app)
      const saved: string[] = []
      for (const name of ['a', 'b', 'c']) {
        const { id } = await app.save(user, `https://${name}.example/`, { title: name, content: '<p>Text</p>' })
        saved.push(String(id))
        app.clock.advance(5)
      }
      await send({ method: 'PATCH', url: `${LIST}/${saved[0]}`, payload: { is_marked: true } })
      const sent = async (payload: object) => {
        const answer = await send({ method: 'POST', url: `${LIST}/sync`, payload: { with_json: true, ...payload } })
        return partsOf(answer).map(({ headers }) => saved.indexOf(headers.get('Bookmark-Id')!))
      }
      const many = [...saved, ...Array.from({ length: 150 }, (_, index) => String(900_000 + index))]
      for (const id of [undefined, saved, many]) {
        assert.deepEqual(await sent({ id }), [1, 2, 0])
        assert.deepEqual(await sent({ id, sort: ['-created'] }), [2, 1, 0])
      }
      assert.deepEqual(await sent({ id: [saved[1]] }), [1])
      assert.deepEqual(await sent({ id: ['nothing'] }), [])
    })

    await t.test('a page comes with its pictures, and goes out with them', async () => {
      const { send } = await userWithKey(app)
      const html = `<html><head><title>Mill</title></head><body><article>${'<p>The wheel of the mill turns slowly, and the miller waits for the tide to fall.</p>'.repeat(6)}<p><img src="/wheel.png" alt="wheel"></p></article></body></html>`
      const boundary = 'boundary-of-the-form'
      const field = (name: string, value: string) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
      const file = (location: string, type: string) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="resource"; filename="_"\r\nLocation: ${location}\r\nContent-Type: ${type}\r\n\r\n`
      const payload = Buffer.concat([
        Buffer.from(field('url', 'http://127.0.0.1:1/mill') + field('labels', 'one') + field('labels', 'two')),
        Buffer.from(`${file('http://127.0.0.1:1/mill', 'text/html')}${html}\r\n`),
        Buffer.from(file('http://127.0.0.1:1/wheel.png', 'image/png')),
        PICTURE,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ])
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
      const saved = await send({ method: 'POST', url: LIST, headers, payload })
      assert.equal(saved.statusCode, 202, saved.body)
      const id = String(saved.headers['bookmark-id'])
      const { title, labels } = (await send({ url: `${LIST}/${id}` })).json<Bookmark>()
      assert.deepEqual([title, labels], ['Mill', ['one', 'two']])
      const wanted = { id: [id, '999999'], with_html: true, with_markdown: true, with_resources: true, with_json: true }
      const answer = await send({
        method: 'POST',
        url: `${LIST}/sync`,
        payload: { ...wanted, resource_prefix: '%/img' },
      })
      const parts = partsOf(answer)
      assert.deepEqual(
        parts.map(({ headers: head }) => head.get('Group') ?? head.get('Type')),
        ['json', 'html', 'markdown', 'image', 'thumbnail', 'embedded'],
      )
      const picture = parts.find(({ headers: head }) => head.get('Group') === 'embedded')!
      assert.deepEqual(picture.body, PICTURE)
      const path = picture.headers.get('Path')!
      assert.match(path, new RegExp(`^${id}/img/[0-9a-f]{32}\\.png$`))
      assert.ok(parts[1]!.body.toString().includes(`src="${path}"`))
      assert.ok(parts[2]!.body.toString().includes(`(${path})`), parts[2]!.body.toString())
      assert.match(parts[2]!.body.toString(), /^---\ntitle: "Mill"\n[^=]*\n---\n\nThe wheel/)
    })

    await t.test('a form that is cut off changes nothing', async () => {
      const { send } = await userWithKey(app)
      const headers = { 'content-type': 'multipart/form-data; boundary=b' }
      const payload = '--b\r\nContent-Disposition: form-data; name="url"\r\n\r\nhttp://127.0.0.1:1/cut'
      assert.equal((await send({ method: 'POST', url: LIST, headers, payload })).statusCode, 422)
      assert.deepEqual((await send({ url: LIST })).json(), [])
    })
  })
}

interface Part {
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

function partsOf({ headers, rawPayload }: LightMyRequestResponse): Part[] {
  const [, boundary] = /boundary="(\w+)"/.exec(String(headers['content-type'])) ?? []
  const pieces = rawPayload.toString('latin1').split(`--${boundary}`).slice(1, -1)
  return pieces.map((piece) => {
    const end = piece.indexOf('\r\n\r\n')
    const lines = piece.slice(2, end).split('\r\n')
    const head = new Map(lines.map((line) => line.split(': ', 2) as [string, string]))
    return { headers: head, body: Buffer.from(piece.slice(end + 4, -2), 'latin1') }
  })
}
