import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { signedIn } from './inject-browser.fixture.ts'
import { formTokenOf } from './second-factor.fixture.ts'

const STREAM = { accept: 'text/vnd.turbo-stream.html, text/html' }

for (const dialect of DIALECTS) {
  test(`${dialect}: the message about a page that is fetched again is replaced by what happened`, async (t) => {
    const app = await testApp(t, dialect)
    const { id } = await app.save(app.alice, `${app.site.url}/nothing-here`, {
      title: 'Wall',
      content: '<p>Stones.</p>',
    })
    const browser = await signedIn(app, app.alice)
    const token = await formTokenOf(browser)
    const started = await browser.post(`/refetch/${id}`, { token, back: '/unread/list' }, STREAM)
    assert.match(started.body, new RegExp(`<span id="fetching-${id}">Fetching again: Wall</span>`))
    const { body } = await browser.get(`/events?ids=${id}&back=/unread/list`)
    assert.match(body, new RegExp(`action="update" target="fetching-${id}"><template>The earlier text is kept. `))
  })
}
