import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { injectBrowser, signedIn } from './inject-browser.fixture.ts'
import { formTokenOf } from './second-factor.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: the pages of the settings`, async (t) => {
    const app = await testApp(t, dialect)
    await navigation(t, app)
    await reading(t, app)
    await trials(t, app)
    await clientPage(t, app)
    await withoutMail(t, app)
  })
}

/** Signs in a new user. */
async function visit(app: TestApp) {
  const user = await app.newUser()
  const browser = await signedIn(app, user)
  return { user, browser, token: await formTokenOf(browser) }
}

async function navigation(t: TestContext, app: TestApp): Promise<void> {
  await t.test('every settings page needs a session, has a title, and links to all others', async () => {
    const browser = await signedIn(app, app.alice)
    for (const path of [
      '/config',
      '/config/feeds',
      '/config/rules',
      '/config/reading',
      '/config/security',
      '/connect',
      '/config/export',
      '/config/danger',
    ]) {
      assert.equal((await injectBrowser(app).get(path)).headers.location, '/login', path)
      const { body, statusCode } = await browser.get(path)
      assert.equal(statusCode, 200, path)
      const [nav = ''] = /<nav class="settings-nav"[^]*?<\/nav>/.exec(body) ?? []
      assert.ok(nav.includes(`href="${path}" aria-current="page"`), path)
      assert.equal(nav.match(/aria-current/g)?.length, 1, path)
    }
  })
  await t.test('the feeds page names the lists first, and then their addresses', async () => {
    const { browser, token } = await visit(app)
    const before = (await browser.get('/config/feeds')).body
    assert.match(before, /for each of these lists: Unread, Starred, Archive, All,? and Review\./)
    assert.doesNotMatch(before, /feed_limit/)
    await browser.post('/generate-token', { token })
    const names = (await browser.get('/config/feeds')).body.matchAll(
      /<p class="row-name">([^<]+)<[^]*?\/feed\/[^/]+\/[^/]+\/(\w+)/g,
    )
    assert.deepEqual(
      [...names].map(([, name, path]) => `${name}: ${path}`),
      ['Unread: unread', 'Starred: starred', 'Archive: archive', 'All: all', 'Review: review'],
    )
  })
  await t.test('every link of the export page leads to a file', async () => {
    const user = await app.newUser()
    const browser = await signedIn(app, user)
    await app.save(user, 'https://example.org/export', { title: 'T', content: '<p>Words.</p>' })
    const { body } = await browser.get('/config/export')
    const links = [...body.matchAll(/href="(\/export\/[^"]+)" data-turbo="false"/g)].map(([, href]) => href!)
    assert.equal(links.length, 32)
    for (const href of links.filter((one) => /all\.(?:csv|txt|xml|json|md)$/.test(one))) {
      const file = await browser.get(href)
      assert.equal(file.statusCode, 200, href)
      assert.match(String(file.headers['content-disposition']), /^attachment/)
    }
  })
}

async function reading(t: TestContext, app: TestApp): Promise<void> {
  const all = { theme: 'sepia', font: 'mono', size: '7', width: '1', leading: '5', layout: 'rows', shortcuts: 'off' }
  await t.test('the appearance is stored and applies to every page', async () => {
    const { browser, token } = await visit(app)
    const saved = await browser.post('/config/reading', { token, ...all })
    assert.deepEqual([saved.statusCode, saved.headers.location], [303, '/config/reading'])
    const { body } = await browser.get('/config/reading')
    assert.match(body, /data-theme="sepia" data-font="mono" data-size="7" data-width="1" data-leading="5"/)
    for (const name of ['theme-sepia', 'font-mono', 'layout-rows', 'shortcuts-off']) {
      assert.match(body, new RegExp(`id="${name}"[^>]* checked>`))
    }
    assert.match((await browser.get('/config')).body, /<html lang="en" data-theme="sepia"/)
  })
  await t.test('invalid values become defaults, and a foreign form has no effect', async () => {
    const { browser, token } = await visit(app)
    await browser.post('/config/reading', { token, ...all })
    assert.equal((await browser.post('/config/reading', { ...all, theme: 'dark', token: 'forged' })).statusCode, 403)
    assert.match((await browser.get('/config/reading')).body, /data-theme="sepia"/)
    await browser.post('/config/reading', { token, theme: '"><script>', size: '99', width: '-1', leading: '1.5' })
    const { body } = await browser.get('/config/reading')
    assert.match(body, /data-theme="auto" data-font="serif" data-size="4" data-width="3" data-leading="3"/)
    assert.match(body, /id="shortcuts-on"[^>]* checked>/)
  })
}

async function trials(t: TestContext, app: TestApp): Promise<void> {
  const { user, browser, token } = await visit(app)
  const attempt = (rule: string, headers: Readonly<Record<string, string>> = {}) =>
    browser.post('/tagging-rule/try', { 'tagging_rule[_token]': token, 'tagging_rule[rule]': rule }, headers)
  for (const title of ['Green <tea>', 'Coffee'])
    await app.save(user, `https://example.org/${title}`, { title, content: '<p>Words.</p>' })
  await t.test('a rule is tried before it is saved, and the input stays', async () => {
    const { statusCode, body } = await attempt('title matches "tea"')
    assert.equal(statusCode, 200)
    assert.match(body, /Matches 1 of your newest 2 entries\./)
    assert.match(body, /href="\/view\/\d+" dir="auto">Green &lt;tea&gt;</)
    assert.match(body, /value="title matches &quot;tea&quot;"/)
    assert.deepEqual((await app.ask(user, { url: '/api/taggingrules' })).json(), [])
  })
  await t.test('with scripts the response contains only the form', async () => {
    const { body, headers } = await attempt('readingTime > 5000', { accept: 'text/vnd.turbo-stream.html, text/html' })
    assert.match(String(headers['content-type']), /^text\/vnd\.turbo-stream\.html/)
    assert.match(body, /^<turbo-stream action="replace" method="morph" target="rule-form">/)
    assert.match(body, /Matches none of your newest 2 entries\./)
  })
  await t.test('a rule that cannot be read is refused beside its field, and a foreign form everywhere', async () => {
    const refused = await attempt('title matches')
    assert.equal(refused.statusCode, 422)
    assert.match(refused.body, /id="tagging_rule_rule_-error"/)
    assert.equal((await browser.post('/tagging-rule/try', { 'tagging_rule[rule]': 'true' })).statusCode, 403)
  })
  await t.test('a rule that is being changed is still that rule after a trial', async () => {
    const { user, browser, token } = await visit(app)
    await browser.post('/config', {
      'tagging_rule[_token]': token,
      'tagging_rule[rule]': 'isStarred',
      'tagging_rule[tags]': 'best',
    })
    const [rule] = (await app.ask(user, { url: '/api/taggingrules' })).json<{ id: number }[]>()
    const fields = {
      'tagging_rule[_token]': token,
      'tagging_rule[id]': String(rule!.id),
      'tagging_rule[rule]': 'isArchived',
    }
    const { body } = await browser.post('/tagging-rule/try', fields)
    assert.match(body, new RegExp(`name="tagging_rule\\[id\\]" value="${rule!.id}"`))
  })
}

async function clientPage(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the page of a client shows its values only to its owner', async () => {
    const path = `/developer/client/${app.client.id.split('_')[0]}`
    const { body, headers } = await (await signedIn(app, app.alice)).get(path)
    assert.ok(body.includes(app.client.secret))
    assert.equal(headers['cache-control'], 'no-store')
    assert.match(body, /http:\/\/dogear\.test/)
    const stranger = await signedIn(app, app.bob)
    for (const other of [path, '/developer/client/0', '/developer/client/x', '/developer/client/99999999999999']) {
      assert.equal((await stranger.get(other)).statusCode, 404, other)
    }
  })
}

async function withoutMail(t: TestContext, app: TestApp): Promise<void> {
  await t.test('without a mail server, users learn whom to ask, and administrators what to set', async () => {
    const pages = async (user: TestApp['alice']) => {
      const browser = await signedIn(app, user)
      const [{ body }, palette] = [await browser.get('/config/mail'), await browser.get('/help/palette')]
      const [nav = ''] = /<nav class="settings-nav"[^]*?<\/nav>/.exec(body) ?? []
      return { body, isOffered: [nav, palette.body].map((part) => part.includes('/config/mail')) }
    }
    const user = await pages(app.alice)
    assert.match(user.body, /Ask the person who runs it/)
    assert.doesNotMatch(user.body, /DOGEAR_SMTP_URL|<form[^>]*\/config\/mail/)
    assert.deepEqual(user.isOffered, [false, false])
    const administrator = await pages(app.carol)
    assert.match(administrator.body, /DOGEAR_SMTP_URL=[^]*DOGEAR_MAIL_FROM=[^]*docs\/apps\/send-by-mail\.md/)
    assert.deepEqual(administrator.isOffered, [true, true])
  })
}
