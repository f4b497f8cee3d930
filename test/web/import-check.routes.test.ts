import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FILES } from '../../src/imports/import-files.fixture.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'
import { until, uploadFile } from './import-upload.fixture.ts'

const TOKEN = 'upload_import_file[_token]'

/** Chooses a file on the page of imports. @returns the path of the import, and its page after the check */
async function check(app: Parameters<typeof uploadFile>[0], browser: InjectBrowser, file: string) {
  const token = hiddenField((await browser.get('/import/')).body, TOKEN)
  const form = new FormData()
  form.set(TOKEN, token)
  form.set('upload_import_file[file]', new Blob([file]), 'saved.csv')
  const answer = await uploadFile(app, browser, '/import/', form)
  assert.equal(answer.statusCode, 303, answer.body)
  const path = String(answer.headers['location'])
  const body = await until(
    async () => (await browser.get(path)).body,
    (page) => !page.includes('Reading the file'),
  )
  return { path, body }
}

/** @returns the fields of the form that starts an import, without fetching pages */
const fieldsOf = (body: string) => ({ token: hiddenField(body, 'token'), 'upload_import_file[fetch]': '0' })

const rows = (titles: readonly string[], address = (title: string) => `https://example.org/${title}`) =>
  `title,url,time_added,tags,status\n${titles.map((title) => `${title},${address(title)},1772357403,,unread`).join('\n')}\n`

for (const dialect of DIALECTS) {
  test(`${dialect}: checking and undoing imports`, async (t) => {
    const app = await testApp(t, dialect)
    const titlesOf = async (user: Parameters<typeof app.ask>[0]) => {
      const answer = await app.ask(user, { url: '/api/entries?perPage=100' })
      return answer
        .json<{ _embedded: { items: { title: string }[] } }>()
        ._embedded.items.map(({ title }) => title)
        .toSorted()
    }

    await t.test('a file is recognised and counted before anything is imported', async () => {
      const user = await app.newUser()
      const browser = await signedIn(app, user)
      await app.save(user, 'https://example.org/b', { title: 'mine', content: '<p>x</p>' })
      const { path, body } = await check(app, browser, rows(['a', 'b', 'c']))
      assert.match(body, /Ready to import/)
      assert.match(body, /Pocket, 3 rows, 1 already saved/)
      assert.deepEqual(await titlesOf(user), ['mine'])
      const listed = (await browser.get('/import/')).body
      assert.match(listed, /Ready to import/)
      assert.doesNotMatch(listed, /0 imported/, 'nothing has been counted yet')
      const started = await browser.post(`${path}/start`, fieldsOf(body))
      assert.equal(started.statusCode, 303)
      const done = await until(
        async () => (await browser.get(path)).body,
        (page) => page.includes('Finished'),
      )
      assert.match(done, /2 imported, 0 merged, 1 skipped, 0 failed/)
      // A second press of the button does not import again.
      assert.equal((await browser.post(`${path}/start`, fieldsOf(body))).statusCode, 303)
    })

    await t.test('the check names repeated and invalid rows and the tags, and counts only pages', async () => {
      const browser = await signedIn(app, await app.newUser())
      const lines = [
        'title,url,time_added,tags,status',
        'a,https://example.org/a,1772357403,sea|old garden,unread',
        'b,https://example.org/b,1772357403,sea,unread',
        'again,https://example.org/a,1772357403,,unread',
        'broken,not an address,1772357403,,unread',
      ]
      const { path, body } = await check(app, browser, `${lines.join('\n')}\n`)
      const text = body.replaceAll(/<[^>]+>/g, '')
      assert.match(text, /Pocket, 4 rows, 0 already saved/)
      assert.match(text, /2 new pages/)
      assert.doesNotMatch(text, /of the new pages/)
      assert.match(text, /1 row repeats a page of the file/)
      assert.match(text, /2 tags: sea, old garden/)
      assert.match(text, /1 row can’t be imported:\s*Row 4: “not an address” isn’t a web address\./)
      await browser.post(`${path}/start`, fieldsOf(body))
      const page = () => browser.get(path).then((answer) => answer.body)
      const done = await until(page, (shown) => shown.includes('Finished'))
      assert.match(done, /3 pages in the file/)
      assert.match(done, /2 imported, 0 merged, 1 skipped, 1 failed/)
    })

    await t.test('the check says which of the new pages go to the archive, and which are starred', async () => {
      const user = await app.newUser()
      const browser = await signedIn(app, user)
      await app.save(user, 'https://example.org/c', { title: 'mine', content: '<p>x</p>' })
      const items = ['a', 'b', 'c'].map((name) => ({ url: `https://example.org/${name}`, title: name, is_archived: 1 }))
      const file = JSON.stringify([{ ...items[0], is_starred: 1 }, ...items.slice(1)])
      const text = (await check(app, browser, file)).body.replaceAll(/<[^>]+>/g, '')
      assert.match(text, /2 of the new pages are read and go to the Archive/)
      assert.match(text, /1 of the new pages will be starred/)
    })

    await t.test('of several requests that start an import at once, one starts it, and all lead to it', async () => {
      const user = await app.newUser()
      const browser = await signedIn(app, user)
      const { path, body } = await check(app, browser, rows(['a', 'b', 'c']))
      const starts = await Promise.all([1, 2, 3, 4].map(() => browser.post(`${path}/start`, fieldsOf(body))))
      const places = starts.map(({ statusCode, headers }) => `${statusCode} ${String(headers['location'])}`)
      assert.deepEqual(new Set(places), new Set([`303 ${path}`]))
      const page = () => browser.get(path).then((answer) => answer.body)
      assert.match(await until(page, (text) => text.includes('Finished')), /3 imported, 0 merged, 0 skipped, 0 failed/)
      assert.deepEqual(await titlesOf(user), ['a', 'b', 'c'])
    })

    await t.test('a checked file can be discarded, and only its owner sees it', async () => {
      const user = await app.newUser()
      const browser = await signedIn(app, user)
      const stranger = await signedIn(app, app.bob)
      const { path, body } = await check(app, browser, FILES.pocket)
      assert.equal((await stranger.get(path)).statusCode, 404)
      const foreign = { token: hiddenField((await stranger.get('/import/')).body, TOKEN) }
      for (const action of ['start', 'discard', 'undo']) {
        assert.equal((await stranger.post(`${path}/${action}`, foreign)).statusCode, 404, action)
        assert.equal((await browser.post(`${path}/${action}`, { token: 'x' })).statusCode, 403, action)
      }
      const discarded = await browser.post(`${path}/discard`, fieldsOf(body))
      assert.deepEqual([discarded.statusCode, discarded.headers['location']], [303, '/import/'])
      assert.equal((await browser.get(path)).statusCode, 404)
      assert.deepEqual(await titlesOf(user), [])
    })

    await t.test('a file that cannot be read fails with the reason', async () => {
      const browser = await signedIn(app, await app.newUser())
      const { body } = await check(app, browser, 'neither, nor\n1, 2\n')
      assert.match(body, /Failed/)
      assert.match(body, /The file format couldn’t be recognised\./)
      assert.doesNotMatch(body, /\/start"/)
    })

    await t.test('an undo moves what the import created to the trash, and restoring brings it back', async () => {
      const user = await app.newUser()
      const browser = await signedIn(app, user)
      await app.save(user, 'https://example.org/b', { title: 'mine', content: '<p>x</p>' })
      const { path, body } = await check(app, browser, rows(['a', 'b', 'c']))
      assert.equal((await browser.post(`${path}/undo`, fieldsOf(body))).statusCode, 409, 'not started')
      await browser.post(`${path}/start`, fieldsOf(body))
      const page = () => browser.get(path).then((answer) => answer.body)
      const done = await until(page, (text) => text.includes('Finished'))
      assert.match(done, /Moves the 2 pages that this import added to Recently deleted/)
      const undo = () => browser.post(`${path}/undo`, fieldsOf(done))
      assert.deepEqual([(await undo()).statusCode, (await undo()).statusCode], [303, 303])
      const undone = await until(page, (text) => text.includes('This import was undone.'))
      assert.ok(!undone.includes('Show what was imported') && !undone.includes(`${path}/undo"`))
      const listed = async () => / · (\w+)\s+·/.exec((await browser.get('/import/')).body)?.[1]
      assert.equal(await listed(), 'Undone')
      assert.deepEqual(await titlesOf(user), ['mine'])
      const trash = await browser.get('/trash')
      assert.match(trash.body, />a</)
      const history = (await browser.get('/history')).body
      assert.equal(history.match(/2 entries/g)?.length, 1, 'one action, although the button was pressed twice')
      await browser.post('/undo', { ...fieldsOf(done), action: 'last' })
      assert.deepEqual(await titlesOf(user), ['a', 'c', 'mine'])
      const restored = await until(page, (text) => !text.includes('This import was undone.'))
      assert.equal(await listed(), 'Finished')
      assert.match(restored, /Show what was imported/)
      assert.match(restored, /Moves the 2 pages/)
    })
  })
}
