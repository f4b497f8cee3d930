import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KEYS } from '../../src/web/shortcuts/key-bindings.ts'
import { LANGUAGES } from '../../src/kernel/languages.ts'
import { localizationIn } from '../../src/web/layout/messages-by-language.ts'
import { testApp } from '../support/app.ts'
import { signedIn } from './inject-browser.fixture.ts'

test('the page of entries by time has one name in the sidebar, in the list of shortcuts and as its title', async (t) => {
  const app = await testApp(t, 'sqlite')
  const browser = await signedIn(app, app.alice)
  assert.match((await browser.get('/minutes')).body, /<h1 tabindex="-1">By time<\/h1>/)
  for (const language of LANGUAGES) {
    const words = localizationIn(language)
    assert.equal(words.t('keys.does.minutes'), words.t('frame.places.minutes'))
  }
})

test('commands of the palette have different names', () => {
  const { t: words } = localizationIn('en')
  const names = KEYS.filter(({ where }) => where === 'everywhere').map(({ name }) => words(`keys.does.${name}`))
  assert.equal(new Set(names).size, names.length)
})

test('the menu of a list separates its layouts from what it opens', async (t) => {
  const app = await testApp(t, 'sqlite')
  const browser = await signedIn(app, app.alice)
  for (const name of ['one', 'two']) await app.save(app.alice, `https://example.org/${name}`, { content: '<p>x</p>' })
  const { body } = await browser.get('/')
  assert.match(body, /aria-labelledby="layout-label"[^]*>List layout<[^]*class="menu-rule"><a href="\/unread\/random"/)
})
