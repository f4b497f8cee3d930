import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: bundles are collections with a query`, async (t) => {
    const app = await testApp(t, dialect)
    const user = app.alice
    const key = await app.newKey(user)
    const send = (url: string, request: InjectOptions = {}) =>
      app.app.inject({ ...request, url: `/linkding/api/${url}`, headers: { authorization: `Token ${key}` } })
    const create = async (payload: object) =>
      (await send('bundles/', { method: 'POST', payload })).json<{ id: number; search: string }>()
    const found = async (bundle: number) => {
      const answer = await send(`bookmarks/?bundle=${bundle}`)
      return answer
        .json<{ results: { title: string }[] }>()
        .results.map(({ title }) => title)
        .toSorted()
    }
    for (const [title, tags] of [
      ['Tides', 'sea,moon'],
      ['Ships', 'sea,old'],
      ['Stars', 'moon'],
      ['Bread', 'kitchen'],
    ] as const)
      await app.save(user, `https://a.example/${title}`, { title, content: '<p>Text.</p>', tags })

    await t.test('each field is a condition, and all of them hold', async () => {
      for (const [fields, titles] of [
        [{ any_tags: 'sea moon' }, ['Ships', 'Stars', 'Tides']],
        [{ any_tags: 'sea moon', excluded_tags: 'old' }, ['Stars', 'Tides']],
        [{ all_tags: 'sea moon' }, ['Tides']],
        [{ search: 'bread or ships', excluded_tags: 'old' }, ['Bread']],
        [{ filter_unread: 'no' }, []],
        [{}, ['Bread', 'Ships', 'Stars', 'Tides']],
      ] as const) {
        const name = `Bundle ${JSON.stringify(fields)}`.slice(0, 60)
        const { id } = await create({ name, ...fields })
        assert.deepEqual(await found(id), titles, name)
      }
    })
    await t.test('a bundle is the collection of the same name, moved, renamed and deleted', async () => {
      const { id } = await create({ name: 'The sea', search: '#sea' })
      const collections = await app.ask(user, { url: '/api/collections' })
      assert.match(collections.body, /"name":"The sea"[^}]*"query":"#sea"/)
      const patched = await send(`bundles/${id}/`, { method: 'PATCH', payload: { name: 'Seas', order: 0 } })
      assert.deepEqual([patched.json<{ name: string }>().name, patched.json<{ order: number }>().order], ['Seas', 0])
      const again = await send('bundles/', { method: 'POST', payload: { name: 'seas' } })
      assert.equal(again.statusCode, 400)
      assert.equal((await send(`bundles/${id}/`, { method: 'DELETE' })).statusCode, 204)
      assert.equal((await send(`bundles/${id}/`)).statusCode, 404)
      assert.equal((await send('bundles/x/')).statusCode, 404)
    })
  })
}
