import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { signedIn } from './inject-browser.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: the card of a page about a video says so, and a query finds it`, async (t) => {
    const app = await testApp(t, dialect)
    const user = await app.newUser()
    const content = '<p>About the tides</p>'
    await app.save(user, 'https://www.youtube.com/watch?v=abcdefghijk', { title: 'Moving', content })
    await app.save(user, 'https://www.youtube.com/@tides', { title: 'Channel', content })
    const browser = await signedIn(app, user)
    const cards = async (path: string) =>
      [...(await browser.get(path)).body.matchAll(/<li class="card"[^]*?<\/li>/g)].map(([card]) => ({
        title: /<h2 [^>]*><a [^>]*>([^<]*)/.exec(card)![1]!,
        isVideo: /card-meta meta">[^]*?<span>Video<\/span>/.test(card),
      }))
    assert.deepEqual(await cards('/all/list'), [
      { title: 'Channel', isVideo: false },
      { title: 'Moving', isVideo: true },
    ])
    for (const path of ['/search?q=type:video', '/all/list?q=type:video']) {
      assert.deepEqual(await cards(path), [{ title: 'Moving', isVideo: true }], path)
    }
    assert.deepEqual(await cards('/search?q=-type:video'), [{ title: 'Channel', isVideo: false }])
  })
}
