import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { injectBrowser, signedIn } from './inject-browser.fixture.ts'

const ELSEWHERE = [
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'http://sub.dogear.test', 'sec-fetch-site': 'same-site' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
]

async function statesOf(app: TestApp, user: TestUser, id: number): Promise<string> {
  const answer = await app.ask(user, { url: `/api/entries/${id}` })
  if (answer.statusCode === 404) return 'deleted'
  const { is_archived, is_starred } = answer.json<Record<string, unknown>>()
  return `${is_archived}${is_starred}`
}

for (const dialect of DIALECTS) {
  test(`${dialect}: actions on entries after the session has ended`, async (t) => {
    const app = await testApp(t, dialect)
    const save = async (user: TestUser, title: string) =>
      (await app.save(user, `https://example.org/${title}`, { title, content: '<p>x</p>' })).id
    await t.test('are performed after signing in, without scripts, with a message for each kind', async () => {
      const user = await app.newUser()
      const [one, two, three] = [await save(user, 'one'), await save(user, 'two'), await save(user, 'three')]
      const browser = await signedIn(app, user)
      browser.cookies.delete('session')
      const headers = { accept: 'text/html', referer: 'http://dogear.test/all/list' }
      await browser.post(`/archive/${one}`, { archived: '1' }, headers)
      await browser.post(`/view/${two}/states`, { starred: '1' }, headers)
      await browser.post(`/star/${three}`, { starred: '1' }, headers)
      assert.equal(await statesOf(app, user, one), '00')
      await browser.signIn(user)
      assert.deepEqual(
        [await statesOf(app, user, one), await statesOf(app, user, two), await statesOf(app, user, three)],
        ['10', '01', '01'],
      )
      assert.match((await browser.get('/')).body, /1 entry archived, 2 entries starred/)
      assert.deepEqual(
        [...browser.cookies.keys()].filter((name) => /waiting|unsent/.test(name)),
        [],
      )
    })
    await t.test('are not left by other sites, and never change entries of others', async () => {
      const [owner, other] = [await app.newUser(), await app.newUser()]
      const id = await save(owner, 'one')
      const browser = injectBrowser(app)
      for (const headers of ELSEWHERE) await browser.post(`/archive/${id}`, { archived: '1' }, headers)
      assert.deepEqual([...browser.cookies.keys()], [])
      await browser.post(`/archive/${id}`, { archived: '1' })
      await browser.signIn(other)
      assert.doesNotMatch((await browser.get('/')).body, /class="notice"/)
      assert.equal(await statesOf(app, owner, id), '00')
    })
    await t.test('are limited in number, and the response names those that were left out', async () => {
      const browser = injectBrowser(app)
      for (let id = 1; id <= 40; id++) await browser.post(`/archive/${id}`, { archived: '1' })
      assert.equal([...browser.cookies.keys()].filter((name) => name.startsWith('waiting_action_')).length, 30)
      await browser.signIn(await app.newUser())
      assert.match((await browser.get('/')).body, /class="notice"[^>]*><span>Your session had ended/)
    })
    await t.test('signing in does not lead back to a deleted entry', async () => {
      const user = await app.newUser()
      const id = await save(user, 'one')
      const browser = await signedIn(app, user)
      browser.cookies.delete('session')
      await browser.get(`/view/${id}`, { accept: 'text/html' })
      await browser.post(`/delete/${id}`, { deleted: '1', back: `/view/${id}` }, { accept: 'text/html' })
      assert.equal((await browser.signIn(user)).headers['location'], '/')
      assert.equal(await statesOf(app, user, id), 'deleted')
    })
  })

  test(`${dialect}: behind TLS actions are performed after signing in as well`, async (t) => {
    const app = await testApp(t, dialect, { baseUrl: 'https://read.example.org' })
    const { id } = await app.save(app.alice, 'https://example.org/one', { title: 'one', content: '<p>x</p>' })
    const browser = injectBrowser(app)
    const origin = { host: 'read.example.org', origin: 'https://read.example.org' }
    await browser.post(`/archive/${id}`, { archived: '1' }, origin)
    const token = /name="_csrf_token" value="([^"]+)"/.exec((await browser.get('/login')).body)![1]!
    const { username, password } = app.alice
    const form = { _username: username, _password: password, _csrf_token: token }
    assert.equal((await browser.post('/login_check', form, origin)).statusCode, 302)
    assert.equal(await statesOf(app, app.alice, id), '10')
  })
}
