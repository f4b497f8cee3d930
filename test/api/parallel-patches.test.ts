import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

/**
 * Number of attempts. Before the service serialised the changes of one owner, concurrent changes were mixed in two of
 * three attempts.
 */
const ROUNDS = 30

for (const dialect of DIALECTS) {
  test(`${dialect}: two concurrent changes of one entry are both kept`, async (t) => {
    const app = await testApp(t, dialect)
    await t.test('a title in one and a flag in the other', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { id } = await anEntry(app, round)
        await Promise.all([patch(app, id, { title: `new ${round}` }), patch(app, id, { archive: 1 })])
        const { title, is_archived: isArchived } = await read(app, id)
        assert.deepEqual({ title, isArchived }, { title: `new ${round}`, isArchived: 1 })
      }
    })
    await t.test('if both change all fields, the entry has the values of one request', async () => {
      for (let round = ROUNDS; round < 2 * ROUNDS; round++) {
        const { id } = await anEntry(app, round)
        const one = { title: 'one', content: '<p>one</p>', archive: 1, starred: 0, tags: 'one' }
        const two = { title: 'two', content: '<p>two</p>', archive: 0, starred: 1, tags: 'two' }
        await Promise.all([patch(app, id, one), patch(app, id, two)])
        const { title, content, is_archived, is_starred, tags } = await read(app, id)
        const isOne = title === 'one'
        const labels = (tags as { label: string }[]).map(({ label }) => label)
        assert.deepEqual(
          { content, is_archived, is_starred, labels },
          isOne
            ? { content: '<p>one</p>', is_archived: 1, is_starred: 0, labels: ['one'] }
            : { content: '<p>two</p>', is_archived: 0, is_starred: 1, labels: ['two'] },
        )
      }
    })
    await t.test('a change against a deletion is answered with 200 or 404', async () => {
      for (let round = 2 * ROUNDS; round < 3 * ROUNDS; round++) {
        const { id, url } = await anEntry(app, round)
        const answers = await Promise.all([
          patch(app, id, { tags: 'ink,paper', content: '<p>changed</p>' }),
          app.ask(app.alice, { method: 'DELETE', url: `/api/entries/${id}` }),
          app.ask(app.alice, { method: 'POST', url: `/api/entries/${id}/tags`, payload: { tags: 'press' } }),
          app.ask(app.alice, {
            method: 'POST',
            url: '/api/entries',
            payload: { url, title: 'again', content: '<p>a</p>' },
          }),
        ])
        for (const { statusCode, body } of answers) assert.ok(statusCode === 200 || statusCode === 404, body)
      }
    })
  })
}

const anEntry = (app: TestApp, round: number): Promise<WireEntry> =>
  app.save(app.alice, `https://example.org/parallel/${round}`, { title: 'old', content: '<p>old</p>' })

const patch = (app: TestApp, id: number, payload: object) =>
  app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${id}`, payload })

const read = async (app: TestApp, id: number): Promise<WireEntry> =>
  (await app.ask(app.alice, { url: `/api/entries/${id}` })).json<WireEntry>()
