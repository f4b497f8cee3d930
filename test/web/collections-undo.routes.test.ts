import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn } from './inject-browser.fixture.ts'

interface WireCollection {
  readonly id: number
  readonly name: string
  readonly query: string
  readonly public_url: string | null
}

for (const dialect of DIALECTS) {
  test(`${dialect}: changes of collections are undone`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    const token = hiddenField((await browser.get('/collections/new')).body, 'token')
    const collections = async () =>
      (await app.ask(app.alice, { url: '/api/collections' })).json<readonly WireCollection[]>()
    const names = async () => (await collections()).map(({ name }) => name)
    const movedNames = async () => (await names()).filter((name) => ['B', 'C', 'D'].includes(name)).join('')
    const create = (name: string, more = {}) =>
      browser.post('/collections/new', { token, icon: 'folder', pinned: '1', name, ...more })
    const named = async (name: string) => (await collections()).find((one) => one.name === name)!
    /** @returns the ids of the actions in the history, newest first */
    const actions = async () => {
      const { body } = await browser.get('/history')
      return [...body.slice(body.indexOf('class="history"')).matchAll(/name="action" value="(\d+)"/g)].map(
        (one) => one[1]!,
      )
    }
    const undo = () => browser.post('/undo', { token, action: 'last', back: '/history' })

    await t.test('a creation is undone from the message, and the undoing by the history', async () => {
      const created = await create('Kept')
      const page = (await browser.get(created.headers.location!)).body
      const [, action] = /name="action" value="(\d+)"/.exec(page) ?? []
      assert.ok(action, 'the message has an undo button')
      await browser.post('/undo', { token, action, back: '/collections' })
      assert.deepEqual(await names(), [])
      const history = (await browser.get('/history')).body
      assert.match(history, /Collection deleted[^]*Collection created/)
      await undo()
      assert.deepEqual(await names(), ['Kept'])
    })

    await t.test('an edit is undone field by field, unless the field was changed again', async () => {
      await create('Shelf')
      const { id } = await named('Shelf')
      const url = `/collections/${id}/edit`
      await browser.post(url, { token, icon: 'star', name: 'Edited', query: 'tag:a', sort: 'title', public: '1' })
      assert.match((await named('Edited')).public_url ?? '', /\/c\//)
      await app.ask(app.alice, { method: 'PATCH', url: `/api/collections/${id}`, payload: { query: 'tag:b' } })
      const [, edit] = await actions()
      await browser.post('/undo', { token, action: edit!, back: '/history' })
      const collection = await named('Shelf')
      assert.deepEqual([collection.query, collection.public_url], ['tag:b', null])
    })

    await t.test('moves of one collection are one action', async () => {
      for (const name of ['B', 'C', 'D']) await create(name)
      const { id } = await named('D')
      const move = (to: string) => browser.post(`/collections/${id}/move`, { token, to, back: '/collections' })
      for (const to of ['up', 'up', 'first']) await move(to)
      assert.equal(await movedNames(), 'DBC')
      await undo()
      assert.equal(await movedNames(), 'BCD')
    })

    await t.test('a change of the collections of an entry is undone from the message', async () => {
      await create('Box')
      const { id } = await named('Box')
      const entry = (await app.save(app.alice, 'https://example.org/picked', { title: 'Picked' })).id
      const path = `/view/${entry}/collections`
      const entriesIn = async (collection: number) =>
        (await app.ask(app.alice, { url: `/api/entries?collection=${collection}` })).json<{ total: number }>().total
      const undoFromMessage = async (back: string) => {
        const [, action] = /class="notice"[^]*?name="action" value="(\d+)"/.exec((await browser.get(back)).body) ?? []
        assert.ok(action, 'the message has an undo button')
        await browser.post('/undo', { token, action, back })
      }
      await browser.post(path, { token, back: `/view/${entry}`, collections: String(id) })
      assert.equal(await entriesIn(id), 1)
      await undoFromMessage(`/view/${entry}`)
      assert.equal(await entriesIn(id), 0)
      await browser.post(path, { token, back: '/all/list', name: 'Fresh' })
      assert.equal(await entriesIn((await named('Fresh')).id), 1)
      await undoFromMessage('/all/list')
      assert.ok(!(await names()).includes('Fresh'))
    })

    await t.test('moves of an entry in its collection are undone', async () => {
      await create('Row')
      const { id } = await named('Row')
      const entries: number[] = []
      for (const path of ['one', 'two', 'three']) {
        entries.push((await app.save(app.alice, `https://example.org/${path}`, { title: path })).id)
      }
      const payload = { entries: entries.join(',') }
      await app.ask(app.alice, { method: 'POST', url: `/api/collections/${id}/entries`, payload })
      const order = async () =>
        (await app.ask(app.alice, { url: `/api/entries?collection=${id}` }))
          .json<{ _embedded: { items: { id: number }[] } }>()
          ._embedded.items.map((one) => one.id)
      const path = `/collections/${id}/entries/${entries[2]}/move`
      for (const to of ['up', 'first']) await browser.post(path, { token, to, back: '/' })
      assert.deepEqual(await order(), [entries[2], entries[0], entries[1]])
      await undo()
      assert.deepEqual(await order(), entries)
    })

    await t.test('changes of deleted collections are not undone', async () => {
      await create('Old')
      const { id } = await named('Old')
      await app.ask(app.alice, { method: 'PATCH', url: `/api/collections/${id}`, payload: { name: 'Old 2' } })
      const [edit] = await actions()
      await app.ask(app.alice, { method: 'DELETE', url: `/api/collections/${id}` })
      const answer = await browser.post('/undo', { token, action: edit!, back: '/history' })
      assert.equal(answer.statusCode, 303)
      const shown = (await browser.get('/history')).body
      assert.match(shown, /Nothing undone: later changes or deletions/)
      assert.ok(!(await names()).includes('Old'))
    })
  })
}
