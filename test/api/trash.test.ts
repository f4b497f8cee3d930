import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp, type TestUser, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

interface Listed {
  readonly total: number
  readonly pages: number
  readonly days: number
  readonly items: readonly { readonly id: number; readonly tags: readonly string[]; readonly deleted_at: string }[]
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the trash in the API`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_TRASH_DAYS: '7' } })
    const ask = (user: TestUser, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
      app.ask(user, { method, url: `/api${url}`, ...(payload && { payload }) })
    const list = async (user: TestUser, query = '') => (await ask(user, 'GET', `/trash${query}`)).json<Listed>()
    const remove = async (user: TestUser, name: string, tags = '') => {
      const { id } = await app.save(user, `https://example.org/${name}`, { title: name, content: '<p>tide</p>', tags })
      app.clock.advance(1)
      assert.equal((await ask(user, 'DELETE', `/entries/${id}`)).statusCode, 200)
      return id
    }

    await t.test('lists deleted entries, which other requests treat as deleted', async () => {
      const user = await app.newUser()
      const [one, two] = [await remove(user, 'one', 'sea,wall'), await remove(user, 'two')]
      const { items, total, days } = await list(user)
      assert.deepEqual([total, days, items.map(({ id }) => id)], [2, 7, [two, one]])
      assert.deepEqual(items[1]!.tags, ['sea', 'wall'])
      assert.deepEqual((await list(user, '?perPage=1&page=2')).items[0]!.id, one)
      assert.deepEqual((await list(user, '?perPage=1&page=2')).pages, 2)
      assert.deepEqual(
        (await list(user, '?q=tag:sea')).items.map(({ id }) => id),
        [one],
      )
      assert.equal((await ask(user, 'GET', `/entries/${one}`)).statusCode, 404)
      assert.equal((await ask(user, 'DELETE', `/entries/${one}`)).statusCode, 404)
      for (const query of ['?page=0', '?page=x', '?perPage=101']) {
        assert.equal((await ask(user, 'GET', `/trash${query}`)).statusCode, 400, query)
      }
      assert.equal((await list(app.bob)).total, 0)
    })

    await t.test('restores entries, merged with entries that were saved again', async () => {
      const user = await app.newUser()
      const [one, two] = [await remove(user, 'one', 'old'), await remove(user, 'two')]
      await app.save(user, 'https://example.org/one', { title: 'one', content: '<p>tide</p>', tags: 'new' })
      const restored = await ask(user, 'POST', '/trash/restore', { entries: [one, two, 999_999] })
      assert.deepEqual(restored.json<{ entries: number[] }>().entries.toSorted(), [one, two].toSorted())
      const all = (await ask(user, 'GET', '/entries')).json<{ _embedded: { items: WireEntry[] } }>()._embedded.items
      assert.equal(all.length, 2)
      assert.equal((all.find(({ id }) => id === one)!['tags'] as unknown[]).length, 2)
      assert.deepEqual((await ask(user, 'POST', '/trash/restore', { entries: [one] })).json(), { entries: [] })
      assert.equal((await ask(user, 'POST', '/trash/restore', { entries: 'x' })).statusCode, 400)
      assert.equal((await ask(user, 'POST', '/trash/restore')).statusCode, 400)
    })

    await t.test('deletes one, several or all of them forever, and only those of the user', async () => {
      const user = await app.newUser()
      const ids: number[] = []
      for (const name of ['one', 'two', 'three', 'four']) ids.push(await remove(user, name))
      assert.equal((await ask(app.bob, 'DELETE', `/trash/${ids[0]}`)).statusCode, 404)
      assert.deepEqual((await ask(app.bob, 'DELETE', '/trash/entries', { entries: ids })).json(), { deleted: 0 })
      assert.deepEqual((await ask(app.bob, 'DELETE', '/trash')).json(), { deleted: 0 })
      assert.deepEqual((await ask(user, 'DELETE', `/trash/${ids[0]}`)).json(), { deleted: 1 })
      assert.equal((await ask(user, 'DELETE', `/trash/${ids[0]}`)).statusCode, 404)
      assert.equal((await ask(user, 'DELETE', '/trash/entries')).statusCode, 400)
      assert.equal((await list(user)).total, 3)
      assert.deepEqual((await ask(user, 'DELETE', '/trash/entries', { entries: [ids[1]] })).json(), { deleted: 1 })
      assert.deepEqual((await ask(user, 'DELETE', '/trash')).json(), { deleted: 2 })
      assert.deepEqual((await ask(user, 'POST', '/trash/restore', { entries: ids })).json(), { entries: [] })
    })
  })
}
