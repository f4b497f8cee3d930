import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { waitFor } from '../crash/wait-for.ts'
import { hiddenField, injectBrowser, signedIn } from './inject-browser.fixture.ts'

/** @returns a part of a multipart form */
const part = (name: string, value: string, file = '') =>
  `--x\r\nContent-Disposition: form-data; name="upload_tagging_rule_file[${name}]"${file}\r\n\r\n${value}\r\n`

/** @returns the settings page of a new user, and what its forms do */
async function openSettings(app: TestApp) {
  const user = await app.newUser()
  const browser = await signedIn(app, user)
  const page = async (path = '/config') => (await browser.get(path)).body
  const token = hiddenField(await page(), 'config[_token]')
  const send = (form: string, fields: Record<string, string>) =>
    browser.post('/config', { [`${form}[_token]`]: token, ...fields })
  const read = async <T>(url: string) => (await app.ask(user, { url })).json<T>()
  return {
    user,
    browser,
    page,
    token,
    send,
    read,
    config: () => read<Record<string, unknown>>('/api/config'),
    rules: () => read<{ id: number; rule: string }[]>('/api/taggingrules'),
    add: (text: string, tags = 'a,b') =>
      send('tagging_rule', { 'tagging_rule[rule]': text, 'tagging_rule[tags]': tags }),
  }
}

for (const dialect of DIALECTS) {
  test(`settings page, ${dialect}`, async (t) => {
    const app = await testApp(t, dialect)

    await t.test('visitors are redirected to the sign-in page, and a form from another site is refused', async () => {
      const { browser, config } = await openSettings(app)
      assert.equal((await injectBrowser(app).get('/config')).headers.location, '/login')
      for (const path of ['/config', '/generate-token', '/revoke-token', '/tagging-rule/delete/1']) {
        assert.equal((await browser.post(path, { 'config[reading_speed]': '1' })).statusCode, 403, path)
      }
      assert.equal((await config())['reading_speed'], 200)
    })

    await t.test('settings are stored, and invalid values are shown again beside their error', async () => {
      const { browser, page, send, config } = await openSettings(app)
      const fields = { 'config[items_per_page]': '30', 'config[reading_speed]': '250.5', 'config[language]': 'fr' }
      const saved = await send('config', { ...fields, 'config[action_mark_as_read]': '0' })
      assert.deepEqual([saved.statusCode, saved.headers.location], [303, '/config'])
      const now = await config()
      assert.deepEqual([now['items_per_page'], now['reading_speed'], now['language']], [30, 250.5, 'fr'])
      assert.equal(now['action_mark_as_read'], 0)
      assert.match(await page(), /<html lang="fr"[\s\S]*Enregistré</)
      const missing = await browser.get('/no-such-page')
      assert.deepEqual([missing.statusCode, /<html lang="(\w+)/.exec(missing.body)?.[1]], [404, 'fr'])
      await send('config', { 'config[language]': 'en' })
      for (const speed of ['0', '-1', 'NaN', '1e3', '']) {
        const refused = await send('config', { 'config[reading_speed]': speed })
        assert.equal(refused.statusCode, 422, speed)
        assert.match(refused.body, /id="config_reading_speed_-error">Enter a number from 1 to 5,000\./)
      }
      const both = await send('config', { 'config[reading_speed]': 'fast', 'config[items_per_page]': '-3' })
      assert.match(both.body, /id="config_reading_speed_-error">Enter a number from 1 to 5,000\./)
      assert.match(both.body, /id="config_items_per_page_-error">Enter a number from 1 to 500\./)
      assert.equal((await send('config', { 'config[reading_speed]': '220,5' })).statusCode, 303, 'a decimal comma')
      assert.equal((await config())['reading_speed'], 220.5)
      const limited = await send('feed_config', { 'feed_config[feed_limit]': '20' })
      assert.deepEqual([limited.statusCode, limited.headers.location], [303, '/config/feeds'])
      assert.equal((await config())['feed_limit'], 20)
      assert.equal((await send('feed_config', { 'feed_config[feed_limit]': '501' })).statusCode, 422)
    })

    await t.test('name and e-mail are changed, and an e-mail in use is refused', async () => {
      const { page, send, read } = await openSettings(app)
      await send('update_user', { 'update_user[name]': 'Ann <b>', 'update_user[email]': 'new@example.org' })
      const user = await read<{ name: string; email: string }>('/api/user')
      assert.deepEqual([user.name, user.email], ['Ann <b>', 'new@example.org'])
      assert.match(await page(), /value="Ann &lt;b&gt;"/)
      for (const email of ['BOB@example.org', 'nothing']) {
        const refused = await send('update_user', { 'update_user[email]': email })
        assert.equal(refused.statusCode, 422, email)
        assert.match(refused.body, /id="update_user_email_-error"/)
      }
    })

    await t.test('feed addresses are made, renewed and withdrawn', async () => {
      const { user, browser, page, token, config } = await openSettings(app)
      assert.equal((await browser.get('/generate-token')).statusCode, 405)
      await browser.post('/generate-token', { token })
      const first = String((await config())['feed_token'])
      assert.ok((await page('/config/feeds')).includes(`/feed/${user.username}/${first}/unread`))
      assert.equal((await app.ask(undefined, { url: `/feed/${user.username}/${first}/unread` })).statusCode, 200)
      await browser.post('/generate-token', { token })
      assert.equal((await app.ask(undefined, { url: `/feed/${user.username}/${first}/unread` })).statusCode, 404)
      await browser.post('/revoke-token', { token })
      assert.equal((await config())['feed_token'], undefined)
    })

    await t.test('rules are added, refused with their reason, changed and deleted', async () => {
      const { user, browser, page, token, send, rules, add } = await openSettings(app)
      const rule = 'title matches "tea"'
      await add(rule)
      const refused = await add('author = "<b>"')
      assert.equal(refused.statusCode, 422)
      assert.match(
        refused.body,
        /id="tagging_rule_rule_-error">“author” \(at character 1\) isn’t valid in a wallabag rule\./,
      )
      assert.match(refused.body, /value="author = &quot;&lt;b&gt;&quot;"/)
      assert.match((await add('title matches ')).body, /-error">This wallabag rule is incomplete\./)
      assert.match((await add(rule, '')).body, /id="tagging_rule_tags_-error"/)
      const [{ id } = { id: 0 }] = await rules()
      const old = await browser.get(`/config?tagging-rule=${id}`)
      assert.deepEqual(
        [old.statusCode, old.headers.location],
        [302, `/config/rules?tagging-rule=${id}#rule-form`],
        'the address of wallabag',
      )
      const editing = await page(`/config/rules?tagging-rule=${id}`)
      assert.equal(hiddenField(editing, 'tagging_rule[id]'), String(id))
      const edited = { 'tagging_rule[id]': String(id), 'tagging_rule[rule]': 'true', 'tagging_rule[tags]': 'c' }
      await send('tagging_rule', edited)
      assert.deepEqual(await rules(), [{ id, rule: 'true', language: 'wallabag', tags: ['c'] }])
      const file = await browser.get('/tagging-rule/export')
      assert.equal(file.headers['content-disposition'], `attachment; filename="tagging_rules_${user.username}.json"`)
      assert.equal(file.body, '[{"rule":"true","tags":["c"]}]')
      const stranger = await signedIn(app, await app.newUser())
      const theirs = hiddenField((await stranger.get('/config')).body, 'config[_token]')
      assert.equal((await stranger.post(`/tagging-rule/delete/${id}`, { token: theirs })).statusCode, 404)
      assert.ok(!(await stranger.get(`/config/rules?tagging-rule=${id}`)).body.includes('tagging_rule[id]'))
      assert.equal((await browser.post(`/tagging-rule/delete/${id}`, { token })).statusCode, 303)
      assert.deepEqual(await rules(), [])
      const [, action] = /Rule deleted[^]*?name="action" value="(\d+)"/.exec(await page('/config/rules')) ?? []
      assert.match((await browser.get('/history')).body, /Rule deleted<\/p>[^]*<bdi>true<\/bdi>/)
      assert.equal((await stranger.post('/undo', { token: theirs, action: action!, back: '/' })).statusCode, 303)
      assert.deepEqual(await rules(), [])
      for (let i = 0; i < 2; i++) await browser.post('/undo', { token, action: action!, back: '/config' })
      const [{ id: restored } = { id: 0 }, ...others] = await rules()
      assert.deepEqual(await rules(), [{ id: restored, rule: 'true', language: 'wallabag', tags: ['c'] }])
      assert.deepEqual(others, [])
    })

    await t.test('a rule is a query if the form says so, and a wrong one is refused beside its field', async () => {
      const { browser, page, send, rules } = await openSettings(app)
      const addQuery = (text: string) =>
        send('tagging_rule', {
          'tagging_rule[language]': 'query',
          'tagging_rule[rule]': text,
          'tagging_rule[tags]': 'q',
        })
      assert.match(await page('/config/rules'), /value="query" checked/)
      const refused = await addQuery('is:unread colour:<b>')
      assert.equal(refused.statusCode, 422)
      assert.match(refused.body, /-error">“colour:&lt;b&gt;” \(at character 11\) isn’t a known field\./)
      assert.match(refused.body, /value="query" checked/)
      assert.match((await addQuery('sort:title')).body, /Remove “sort:title” \(at character 1\): a rule can’t sort/)
      assert.match((await addQuery('title matches "sea"')).body, /-error">This looks like a wallabag rule/)
      await addQuery('is:unread  -tag:done')
      const [{ id } = { id: 0 }] = await rules()
      assert.deepEqual(await rules(), [{ id, rule: 'is:unread -tag:done', language: 'query', tags: ['q'] }])
      assert.equal((await browser.get('/tagging-rule/export')).body, '[]')
      const file = (await browser.get('/tagging-rule/export?queries=1')).body
      assert.equal(file, '[{"rule":"is:unread -tag:done","tags":["q"],"language":"query"}]')
      assert.match(
        await page('/config/rules'),
        /<a [^>]*href="\/tagging-rule\/export\?queries=1"[^]*Download for wallabag/,
      )
    })

    await t.test('rules are applied to all entries at the push of a button', async () => {
      const { user, browser, page, token, read, add } = await openSettings(app)
      assert.ok(!(await page('/config/rules')).includes('action="/tagging-rule/apply"'))
      const content = '<p>x</p>'
      const { id } = await app.save(user, 'https://example.org/apply', { title: 'Coffee', content })
      await add('title = "Coffee"', 'hot')
      assert.match(await page('/config/rules'), /action="\/tagging-rule\/apply"/)
      assert.equal((await browser.post('/tagging-rule/apply', { token: 'forged' })).statusCode, 403)
      const answer = await browser.post('/tagging-rule/apply', { token })
      assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/config/rules'])
      assert.match(await page('/config/rules'), /Applying the rules to all entries…/)
      const tags = async () => (await read<{ tags: unknown[] }>(`/api/entries/${id}`)).tags
      await waitFor('the tag', async () => (await tags()).length === 1)
    })

    await t.test('rules for origins are added, refused with their reason, and deleted by their owner', async () => {
      const { browser, page, token, send } = await openSettings(app)
      const addOriginRule = (rule: string) => send('ignore_origin_user_rule', { 'ignore_origin_user_rule[rule]': rule })
      const deletion = /\/ignore-origin-user-rule\/delete\/(\d+)/g
      const ids = async () => [...(await page('/config/rules')).matchAll(deletion)].map(([, id]) => id)
      assert.equal((await addOriginRule('host = "go.example.org"')).statusCode, 303)
      assert.equal((await addOriginRule(' host = "go.example.org"')).statusCode, 303)
      const [id, ...others] = await ids()
      assert.deepEqual([typeof id, others], ['string', []])
      assert.match(await page('/config/rules'), /<code>host = &quot;go\.example\.org&quot;<\/code>/)
      for (const rule of ['url = "<b>"', '_all ~ "("', 'nonsense']) {
        const refused = await addOriginRule(rule)
        assert.equal(refused.statusCode, 422)
        assert.match(refused.body, /id="ignore_origin_user_rule_rule_-error">This isn’t a valid rule\. Use host/, rule)
      }
      const path = `/ignore-origin-user-rule/delete/${id}`
      const stranger = await signedIn(app, await app.newUser())
      const theirs = (await stranger.get('/config')).body
      assert.ok(!theirs.includes('go.example.org&quot;</code>'))
      const answer = await stranger.post(path, { token: hiddenField(theirs, 'config[_token]') })
      assert.equal(answer.statusCode, 404)
      assert.equal((await browser.post(path, { token: 'forged' })).statusCode, 403)
      assert.equal((await browser.post(path, { token })).statusCode, 303)
      assert.deepEqual(await ids(), [])
    })

    await t.test('a file of rules is read whole or not at all', async () => {
      const { browser, token, rules } = await openSettings(app)
      const upload = (text: string) => {
        const payload = `${part('_token', token)}${part('file', text, '; filename="r.json"')}--x--\r\n`
        const cookie = [...browser.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
        const headers = { cookie, 'content-type': 'multipart/form-data; boundary=x' }
        return app.app.inject({ method: 'POST', url: '/config', headers, payload })
      }
      const good = '[{"rule":"isStarred","tags":["best"]},{"rule":"readingTime > 20","tags":["long","late"]}]'
      assert.equal((await upload(good)).statusCode, 303)
      assert.equal((await upload(good)).statusCode, 303)
      assert.deepEqual(
        (await rules()).map(({ rule }) => rule),
        ['isStarred', 'readingTime > 20'],
      )
      const bad = ['', 'x', '{}', '[1]', '[{"rule":1,"tags":[]}]', '[{"rule":"x","tags":["a"]}]', '['.repeat(100_000)]
      for (const text of bad) assert.equal((await upload(text)).statusCode, 422, text.slice(0, 30))
      const half = '[{"rule":"true","tags":["x"]},{"rule":"true","tags":[]}]'
      assert.equal((await upload(half)).statusCode, 422)
      assert.equal((await rules()).length, 2)
    })

    await t.test('a new password needs the old one, and ends the session', async () => {
      const { user, browser, send } = await openSettings(app)
      const change = (old: string, first: string, second = first) =>
        send('change_passwd', {
          'change_passwd[old_password]': old,
          'change_passwd[new_password][first]': first,
          'change_passwd[new_password][second]': second,
        })
      const wrong = await change('nothing', 'a new password')
      assert.match(wrong.body, /id="change_passwd_old_password_-error">Wrong password\./)
      assert.ok(!wrong.body.includes('a new password') && !wrong.body.includes('value="nothing"'))
      assert.match((await change(user.password, 'a new password', 'another')).body, /second_-error/)
      assert.match((await change(user.password, 'short')).body, /first_-error">Use at least 8 characters/)
      const changed = await change(user.password, 'a new password')
      assert.deepEqual([changed.statusCode, changed.headers.location], [303, '/login'])
      const signInPage = (await browser.get('/login')).body
      assert.match(signInPage, /Password changed\. Sign in with the new one\./)
      assert.doesNotMatch(signInPage, /session has ended/)
      assert.equal((await browser.get('/config')).statusCode, 302)
      const signIn = await injectBrowser(app).signIn({ ...user, password: 'a new password' })
      assert.deepEqual([signIn.statusCode, signIn.headers.location], [302, '/'])
    })
  })
}
