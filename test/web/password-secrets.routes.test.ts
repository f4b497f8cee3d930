import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'

const NEW_PASSWORD = 'another long password'
const BOXES = ['feeds', 'saving', 'links'] as const

/** The paths of an account that contain a secret. */
interface SecretPaths {
  readonly feed: string
  readonly share: string
  readonly entry: string
  readonly collection: string
  readonly listed: string
}

async function publish(browser: InjectBrowser, name: string, fields: Record<string, string> = {}): Promise<string> {
  const token = hiddenField((await browser.get('/collections/new')).body, 'token')
  const form = { token, icon: 'globe', pinned: '1', name, query: '', sort: 'title', public: '1', ...fields }
  const created = String((await browser.post('/collections/new', form)).headers.location)
  return /\/c\/[0-9a-z]+/.exec((await browser.get(created)).body)![0]
}

/** Creates a feed, an entry with a public link, and two public collections. @returns all paths with a secret */
async function createSecrets({ save, ask }: TestApp, user: TestUser, browser: InjectBrowser): Promise<SecretPaths> {
  const { id } = await save(user, 'https://example.org/one', { title: 'One', content: '<p>One</p>', public: 1 })
  const { uid } = (await ask(user, { url: `/api/entries/${id}` })).json<{ uid: string }>()
  const token = hiddenField((await browser.get('/config/feeds')).body, 'token')
  await browser.post('/generate-token', { token })
  const saving = /\/bookmarklet\?token=[\w-]+/.exec((await browser.get('/config/saving')).body)![0]
  return {
    feed: /\/feed\/\w+\/[0-9a-z]+\/all/.exec((await browser.get('/config/feeds')).body)![0],
    share: `${saving}&url=https://example.org/one`,
    entry: `/share/${uid}`,
    collection: await publish(browser, 'Unlisted'),
    listed: await publish(browser, 'Listed', { indexable: '1' }),
  }
}

/** @returns the names of the paths that still work without a session */
async function working({ app }: TestApp, paths: SecretPaths): Promise<string[]> {
  const names = Object.keys(paths) as (keyof SecretPaths)[]
  const answers = await Promise.all(names.map(async (name) => [name, await app.inject({ url: paths[name] })] as const))
  return answers.filter(([, { statusCode }]) => statusCode === 200).map(([name]) => name)
}

/** Sends the form for a new password. @param boxes ticked boxes; undefined for a form without boxes, as apps send it */
async function change(browser: InjectBrowser, user: TestUser, boxes?: readonly string[], old = user.password) {
  const token = hiddenField((await browser.get('/config')).body, 'change_passwd[_token]')
  return browser.post('/config', {
    'change_passwd[_token]': token,
    'change_passwd[old_password]': old,
    'change_passwd[new_password][first]': NEW_PASSWORD,
    'change_passwd[new_password][second]': NEW_PASSWORD,
    ...(boxes && { 'change_passwd[renew]': '1' }),
    ...Object.fromEntries((boxes ?? []).map((box) => [`change_passwd[renew_${box}]`, '1'])),
  })
}

const ticked = (page: string): string[] =>
  BOXES.filter((box) => new RegExp(`name="change_passwd\\[renew_${box}\\]" value="1" checked`).test(page))

for (const dialect of DIALECTS) {
  const cases = [
    { about: 'all boxes ticked', boxes: BOXES, kept: ['listed'] },
    { about: 'no boxes in the form', boxes: undefined, kept: ['listed'] },
    { about: 'only the feeds', boxes: ['feeds'], kept: ['share', 'entry', 'collection', 'listed'] },
    { about: 'no box ticked', boxes: [], kept: ['feed', 'share', 'entry', 'collection', 'listed'] },
  ]
  test(`${dialect}: a new password renews the chosen secrets in addresses`, async (t) => {
    for (const { about, boxes, kept } of cases) {
      const app = await testApp(t, dialect)
      const browser = await signedIn(app, app.alice)
      const paths = await createSecrets(app, app.alice, browser)
      const bobs = await createSecrets(app, app.bob, await signedIn(app, app.bob))
      assert.deepEqual(await working(app, paths), Object.keys(paths))
      assert.equal((await change(browser, app.alice, boxes)).statusCode, 303, about)
      assert.deepEqual(await working(app, paths), kept, about)
      assert.deepEqual(await working(app, bobs), Object.keys(bobs), about)
    }
  })

  test(`${dialect}: a deleted entry does not get its old public link back when it is restored`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    const shared = await app.save(app.alice, 'https://example.org/two', {
      title: 'Two',
      content: '<p>Two</p>',
      public: 1,
    })
    const url = `/api/entries/${shared.id}`
    const { uid } = (await app.ask(app.alice, { url })).json<{ uid: string }>()
    const token = hiddenField((await browser.get('/unread/list')).body, 'token')
    assert.equal((await browser.post(`/delete/${shared.id}`, { token })).statusCode, 303)
    await change(browser, app.alice)
    const again = await signedIn(app, { ...app.alice, password: NEW_PASSWORD })
    const fields = { token: hiddenField((await again.get('/history')).body, 'token'), action: 'last' }
    assert.equal((await again.post('/undo', fields)).statusCode, 303)
    assert.equal((await app.app.inject({ url: `/share/${uid}` })).statusCode, 404)
    const page = (await again.get(`/view/${shared.id}`)).body
    const link = /\/share\/[\w.]+/.exec(page)?.[0] ?? assert.fail('the restored entry is not public')
    assert.equal((await app.app.inject({ url: link })).statusCode, 200)
  })

  test(`${dialect}: all boxes are ticked at first, and a refused form keeps the choice and renews nothing`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    const paths = await createSecrets(app, app.alice, browser)
    assert.deepEqual(ticked((await browser.get('/config')).body), [...BOXES])
    const refused = await change(browser, app.alice, ['links'], 'wrong password')
    assert.deepEqual([refused.statusCode, ticked(refused.body)], [422, ['links']])
    assert.doesNotMatch(refused.body, new RegExp(NEW_PASSWORD))
    assert.deepEqual(await working(app, paths), Object.keys(paths))
  })

  test(`${dialect}: a new password of an administrator for another user renews all, and creates no feed`, async (t) => {
    const app = await testApp(t, dialect)
    const paths = await createSecrets(app, app.alice, await signedIn(app, app.alice))
    const carol = await signedIn(app, app.carol)
    for (const { id } of [app.alice, app.bob]) {
      const token = hiddenField((await carol.get(`/admin/users/${id}`)).body, 'token')
      const fields = { token, new: NEW_PASSWORD, password: app.carol.password }
      assert.equal((await carol.post(`/admin/users/${id}/password`, fields)).statusCode, 303)
    }
    assert.deepEqual(await working(app, paths), ['listed'])
    const bob = await signedIn(app, { ...app.bob, password: NEW_PASSWORD })
    assert.doesNotMatch((await bob.get('/config/feeds')).body, /\/feed\/bob\//)
  })
}
