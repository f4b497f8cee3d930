import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { signedIn } from './inject-browser.fixture.ts'

const words = (minutes: number) => `<p>A text. ${'word '.repeat(minutes * 200)}</p>`

for (const dialect of DIALECTS) {
  test(`${dialect}: the page for a number of minutes`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    const save = (title: string, minutes: number, rest = {}) =>
      app.save(app.alice, `https://example.org/${title}`, { title, content: words(minutes), ...rest })
    await save('short', 3)
    const { id } = await save('begun', 30)
    await save('long', 30)
    await save('read', 3, { archive: '1' })
    for (const name of ['a', 'b', 'c', 'd', 'e']) await save(name, 5)
    await app.database.transaction((tx) =>
      tx
        .insertInto('entry_progress')
        .values({ user_id: app.alice.id, entry_id: id, block: 0, share: 0.9, revision: 1, updated_at: '2026-01-01' })
        .execute(),
    )
    const groups = async (minutes: string) => {
      const page = (await browser.get(`/minutes?for=${minutes}`)).body
      const sections = page.split('<section class="minute-group"').slice(1)
      return sections.map((section) => [
        /id="minutes-(\w+)"/.exec(section)![1],
        ...[...section.matchAll(/data-action-name="open">([^<]+)</g)].map((match) => match[1]),
      ])
    }
    await t.test('started entries come first, then the oldest, then random ones', async () => {
      const [begun, oldest, random] = await groups('5')
      assert.deepEqual(
        [begun, oldest],
        [
          ['begun', 'begun'],
          ['oldest', 'short', 'a', 'b'],
        ],
      )
      assert.deepEqual([random![0], random!.slice(1).toSorted()], ['random', ['c', 'd', 'e']])
    })
    await t.test('only entries that fit into the time are listed', async () => {
      assert.deepEqual(await groups('3'), [
        ['begun', 'begun'],
        ['oldest', 'short'],
      ])
      assert.deepEqual(await groups('1'), [])
      assert.match((await browser.get('/minutes?for=1')).body, /Nothing short enough/)
    })
    await t.test('a text of a few words fits, and a page whose fetch failed does not', async () => {
      await save('note', 0)
      await app.save(app.alice, `${app.site.url}/missing`)
      assert.deepEqual(await groups('1'), [['oldest', 'note']])
    })
    await t.test('a library without unread entries says so, and suggests no other number of minutes', async () => {
      const { body } = await (await signedIn(app, app.bob)).get('/minutes?for=5', { accept: 'text/html' })
      assert.match(body, /<h2>Nothing to read<\/h2>/)
      assert.doesNotMatch(body, /Nothing short enough/)
    })
    await t.test('ten minutes are suggested without a choice, and for an invalid number', async () => {
      const chosen = /for=10" aria-current="true"/
      for (const query of ['', '?for=', '?for=0', '?for=-5', '?for=1441', '?for=x', '?for=1.5']) {
        const page = await browser.get(`/minutes${query}`)
        assert.equal(page.statusCode, 200)
        assert.match(page.body, chosen)
        assert.match(page.body, /id="minutes-oldest"/)
      }
    })
  })
}
