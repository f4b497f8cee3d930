import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUserConfig } from '../../src/users/user-config.repository.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: settings of the user`, async (t) => {
    const app = await testApp(t, dialect)
    await t.test('a new user has the defaults, and no member is null', async () => {
      const answer = await app.ask(app.alice, { url: '/api/config.json' })
      assert.deepEqual(answer.json(), {
        id: app.alice.id,
        items_per_page: 12,
        language: 'en',
        feed_limit: 50,
        reading_speed: 200,
        action_mark_as_read: 1,
        list_mode: 0,
        display_thumbnails: 1,
      })
      // Typed clients infer the type integer from a number without decimals, and then reject values such as 250.5.
      assert.match(answer.body, /"reading_speed":200\.0,/)
    })
    await t.test('the values are shown, only to their owner', async () => {
      await app.database.transaction((tx) => setUserConfig(tx, app.alice.id, { feed_limit: 7, font: 'serif' }))
      await app.database.transaction((tx) => setUserConfig(tx, app.alice.id, { reading_speed: 250.5 }))
      const config = (await app.ask(app.alice, { url: '/api/config' })).json<Record<string, unknown>>()
      assert.deepEqual([config['feed_limit'], config['font'], config['reading_speed']], [7, 'serif', 250.5])
      const other = (await app.ask(app.bob, { url: '/api/config' })).json<Record<string, unknown>>()
      assert.equal(other['feed_limit'], 50)
    })
  })
}
