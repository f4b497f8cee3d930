import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReviewAhead } from '../../src/annotations/review/list-review-ahead.ts'
import type { StoredChanges } from '../../src/web/sync/stored-objects.ts'
import { renewFeedToken, revokeFeedToken } from '../../src/users/feed-token.ts'
import { changePreferences } from '../../src/users/change-preferences.ts'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'

const content = '<p>The wall was built by people. It holds, and the sea moves it.</p>'
const DAY = 86_400

const counts = ({ days }: ReviewAhead) => days.map(({ highlights }) => highlights.length)

for (const dialect of DIALECTS) {
  test(`${dialect}: the daily review`, async (t) => {
    const app = await testApp(t, dialect)

    await t.test('an account without highlights reads how the review works', async () => {
      const { body } = await (await signedIn(app, await app.newUser())).get('/review')
      assert.match(body, /Your highlights come back here/)
      assert.doesNotMatch(body, /<progress/)
    })

    await t.test('highlights of today can be reviewed tomorrow', async () => {
      const user = await app.newUser()
      await highlight(app, user, ['one', 'two'])
      const today = await (await signedIn(app, user)).get('/review')
      assert.match(today.body, /Nothing to review today/)
      assert.match(today.body, /Next review: /)
      app.clock.advance(DAY)
      assert.deepEqual(quotesOf((await (await signedIn(app, user)).get('/review')).body).toSorted(), ['one', 'two'])
    })

    await t.test('eight highlights a day, the same ones in the same order until the day ends', async () => {
      const user = await app.newUser()
      await highlight(app, user, twelve())
      app.clock.advance(DAY)
      const browser = await signedIn(app, user)
      const { body } = await browser.get('/review')
      const eight = quotesOf(body)
      assert.equal(eight.length, 8)
      assert.deepEqual(quotesOf((await browser.get('/review')).body), eight)
      await highlight(app, user, ['made meanwhile'])
      for (const [done, decision] of (['keep', 'later', 'forget'] as const).entries()) {
        await decide(browser, decision)
        const page = (await browser.get('/review')).body
        assert.deepEqual(quotesOf(page), eight.slice(done + 1))
        assert.match(page, new RegExp(`${done + 2} of 8`))
        assert.match(page, new RegExp(`<progress value="${done + 1}" max="8"`))
      }
      for (let done = 3; done < 8; done++) await decide(browser, 'keep')
      const after = (await browser.get('/review')).body
      assert.deepEqual(quotesOf(after), [])
      assert.match(after, /That’s all for today/)
    })

    await t.test('browsers store the highlights of this day and the next two', async () => {
      const user = await app.newUser()
      const { id } = await app.save(user, 'https://example.org/ahead', { content: '<p>sea wall</p>' })
      for (let index = 0; index < 12; index++) {
        const payload = { text: String(index), quote: 'sea', ranges: [] }
        await app.ask(user, { method: 'POST', url: `/api/annotations/${id}`, payload })
      }
      let browser = await signedIn(app, user)
      const ahead = async () => (await browser.get('/sync')).json<StoredChanges>().review!
      assert.deepEqual(counts(await ahead()), [0, 12, 12], 'they are due from tomorrow')
      app.clock.advance(DAY)
      browser = await signedIn(app, user)
      const today = await ahead()
      assert.deepEqual(counts(today), [8, 12, 12])
      const shown = [...(await browser.get('/review')).body.matchAll(/action="\/review\/(\d+)"/g)].map(([, one]) =>
        Number(one),
      )
      assert.deepEqual(
        today.days[0]!.highlights.map((one) => one.id),
        shown,
        'in the order of the page',
      )
      assert.deepEqual([today.done, today.left, today.hasHighlights, today.nextDay], [0, 0, true, undefined])
    })
    await t.test('kept highlights return after two days, put off ones tomorrow, and the third never', async () => {
      const user = await app.newUser()
      await highlight(app, user, ['one', 'two', 'three'])
      app.clock.advance(DAY)
      const browser = await signedIn(app, user)
      const [kept, later, left] = quotesOf((await browser.get('/review')).body)
      const answer = await decide(browser, 'keep')
      assert.equal(answer.statusCode, 303)
      assert.match((await browser.get('/review')).body, /role="status"[^>]*><span>Back on /)
      await decide(browser, 'later')
      await decide(browser, 'forget')
      const days: (readonly string[])[] = []
      for (let day = 0; day < 4; day++) {
        app.clock.advance(DAY)
        days.push(quotesOf((await (await signedIn(app, user)).get('/review')).body))
      }
      assert.deepEqual(days, [[later], [later, kept], [later, kept], [later, kept]])
      assert.match((await (await signedIn(app, user)).get('/annotations')).body, new RegExp(left!))
    })

    await t.test('a decision can be undone, and a second one on the same day changes nothing', async () => {
      const user = await app.newUser()
      await highlight(app, user, ['one', 'two'])
      app.clock.advance(DAY)
      const browser = await signedIn(app, user)
      const first = await browser.get('/review')
      const [id] = idsOf(first.body)
      const token = hiddenField(first.body, 'token')
      await decide(browser, 'forget')
      await browser.post(`/review/${id}`, { token, decision: 'keep' })
      assert.deepEqual(quotesOf((await browser.get('/review')).body), quotesOf(first.body).slice(1))
      assert.match((await browser.get('/history')).body, /Highlight reviewed/)
      await browser.post('/undo', { token, action: 'last', back: '/review' })
      assert.deepEqual(quotesOf((await browser.get('/review')).body), quotesOf(first.body))
      await decide(browser, 'keep')
      assert.match((await browser.get('/review')).body, /2 of 2/)
    })

    await t.test('on the first day the highlights that come next are shown', async () => {
      const user = await app.newUser()
      await highlight(app, user, ['one', 'two'])
      const { body } = await (await signedIn(app, user)).get('/review')
      const upcoming = /<ul class="review-upcoming">([^]*?)<\/ul>/.exec(body)?.[1] ?? ''
      assert.deepEqual(
        [...upcoming.matchAll(/dir="auto">([^<]*)/g)].map(([, quote]) => quote),
        ['one', 'two'],
      )
      assert.match(body, /Next review: /)
      assert.doesNotMatch((await (await signedIn(app, await app.newUser())).get('/review')).body, /review\/left/)
    })

    await t.test('the keys are shown on the buttons, unless they are turned off', async () => {
      const user = await app.newUser()
      await highlight(app, user, ['one'])
      app.clock.advance(DAY)
      const keys = async () => {
        const { body } = await (await signedIn(app, user)).get('/review')
        return [...body.slice(body.indexOf('id="review"')).matchAll(/<kbd>([^<]*)/g)].map(([, key]) => key).slice(0, 6)
      }
      assert.deepEqual(await keys(), ['l', 'k', 'x', 'm', 'z', '?'])
      await changePreferences(app, user.id, { shortcuts: false })
      assert.deepEqual(await keys(), [])
    })

    await t.test('highlights that were taken out are listed, and can be brought back', async () => {
      const user = await app.newUser()
      await highlight(app, user, ['one', 'two', 'three'])
      app.clock.advance(DAY)
      const browser = await signedIn(app, user)
      const page = (await browser.get('/review')).body
      const [quotes, ids, token] = [quotesOf(page), idsOf(page), hiddenField(page, 'token')]
      await decide(browser, 'forget')
      app.clock.advance(1)
      await decide(browser, 'forget')
      assert.deepEqual(quotesOf((await browser.get('/review/left')).body), [quotes[1], quotes[0]])
      assert.equal((await browser.post(`/review/${ids[0]}/return`, { token })).headers.location, '/review/left')
      const left = (await browser.get('/review/left')).body
      assert.deepEqual(quotesOf(left), [quotes[1]])
      assert.match(left, /role="status"[^>]*><span>Back on /)
      await browser.post('/undo', { token, action: 'last', back: '/review' })
      assert.equal(quotesOf((await browser.get('/review/left')).body).length, 2)
      await browser.post(`/review/${ids[0]}/return`, { token })
      assert.deepEqual(quotesOf((await browser.get('/review')).body), [quotes[2]], 'not again on the same day')
      assert.equal(await status(browser, `/review/${ids[1]}/return`, { token: 'x' }), 403)
      app.clock.advance(DAY)
      assert.deepEqual(
        quotesOf((await (await signedIn(app, user)).get('/review')).body).toSorted(),
        [quotes[0], quotes[2]].toSorted(),
      )
      const other = await signedIn(app, await app.newUser())
      const theirs = hiddenField((await other.get('/config/feeds')).body, 'token')
      assert.equal(await status(other, `/review/${ids[1]}/return`, { token: theirs }), 404)
      assert.equal((await other.get('/review/left?page=2')).statusCode, 404)
    })

    await t.test('the note is edited on the page, and can be undone', async () => {
      const user = await app.newUser()
      await highlight(app, user, ['one'])
      app.clock.advance(DAY)
      const browser = await signedIn(app, user)
      const page = (await browser.get('/review')).body
      const token = hiddenField(page, 'token')
      const answer = await browser.post(`/review/${idsOf(page)[0]}/note`, { token, text: 'because' })
      assert.equal(answer.headers.location, '/review')
      const after = (await browser.get('/review')).body
      assert.match(after, /class="review-note" dir="auto">because</)
      assert.match(after, /1 of 1/)
      await browser.post('/undo', { token, action: 'last', back: '/review' })
      assert.doesNotMatch((await browser.get('/review')).body, /because/)
    })

    await t.test('deleted entries and highlights drop out, and restored ones keep their state', async () => {
      const user = await app.newUser()
      const entry = await highlight(app, user, ['one', 'two', 'three'])
      app.clock.advance(DAY)
      const browser = await signedIn(app, user)
      const page = (await browser.get('/review')).body
      await decide(browser, 'keep')
      await app.ask(user, { method: 'DELETE', url: `/api/annotations/${idsOf(page)[1]}` })
      assert.equal(quotesOf((await browser.get('/review')).body).length, 1)
      const token = hiddenField(page, 'token')
      await browser.post(`/delete/${entry}`, { token, back: '/' })
      assert.match((await browser.get('/review')).body, /Your highlights come back here/)
      await browser.post('/undo', { token, action: 'last', back: '/' })
      assert.match((await browser.get('/review')).body, /2 of 2/)
    })

    await t.test('the day is that of the time zone of the account', async () => {
      app.clock.advance((90 - app.clock.now().getUTCMinutes()) * 60)
      const user = await app.newUser()
      await highlight(app, user, ['one'])
      const browser = await signedIn(app, user)
      const hour = app.clock.now().getUTCHours()
      // The day ends within an hour in the one zone, and has begun less than an hour ago in the other.
      const [late, early] = [23 - hour, -hour].map((offset) => zoneOf(offset))
      await changePreferences(app, user.id, { timeZone: late! })
      assert.match((await browser.get('/review')).body, /Nothing to review today/)
      app.clock.advance(3600)
      assert.deepEqual(quotesOf((await browser.get('/review')).body), ['one'])
      await changePreferences(app, user.id, { timeZone: early! })
      assert.match((await browser.get('/review')).body, /Nothing to review today/)
    })

    await t.test('the feed has one entry a day, with the highlights that are left', async () => {
      const user = await app.newUser()
      await highlight(app, user, ['AT&T <b>', 'two'])
      app.clock.advance(DAY)
      const token = await renewFeedToken(app.services, user.id)
      const feed = (headers = {}) => app.ask(undefined, { url: `/feed/${user.username}/${token}/review`, headers })
      const { body, headers } = await feed()
      assert.equal(headers['content-type'], 'application/atom+xml', body)
      assert.match(body, /<blockquote>AT&amp;T &lt;b&gt;<\/blockquote>/)
      assert.equal(body.match(/<entry>/g)?.length, 1)
      assert.equal((await feed({ 'if-none-match': headers.etag })).statusCode, 304)
      const browser = await signedIn(app, user)
      await decide(browser, 'keep')
      assert.equal((await feed({ 'if-none-match': headers.etag })).body.match(/<blockquote>/g)?.length, 1)
      await decide(browser, 'keep')
      assert.doesNotMatch((await feed()).body, /<entry>/)
      assert.match((await browser.get('/config/feeds')).body, new RegExp(`/feed/${user.username}/${token}/review`))
      await revokeFeedToken(app.services, user.id)
      assert.equal((await feed()).statusCode, 404)
    })

    await t.test('wrong requests are refused, and change nothing', async () => {
      const user = await app.newUser()
      await highlight(app, user, ['one'])
      app.clock.advance(DAY)
      const browser = await signedIn(app, user)
      const page = (await browser.get('/review')).body
      const [token, [id]] = [hiddenField(page, 'token'), idsOf(page)]
      const other = await signedIn(app, await app.newUser())
      const theirs = hiddenField((await other.get('/config/feeds')).body, 'token')
      assert.equal(await status(browser, `/review/${id}`, { token, decision: 'never' }), 400)
      assert.equal(await status(browser, `/review/${id}`, { token }), 400)
      assert.equal(await status(browser, `/review/${id}`, { token: 'x', decision: 'keep' }), 403)
      assert.equal(await status(browser, '/review/999999', { token, decision: 'keep' }), 404)
      assert.equal(await status(browser, '/review/x', { token, decision: 'keep' }), 404)
      assert.equal(await status(other, `/review/${id}`, { token: theirs, decision: 'forget' }), 404)
      assert.equal(await status(other, `/review/${id}/note`, { token: theirs, text: 'mine' }), 404)
      assert.deepEqual(quotesOf((await browser.get('/review')).body), ['one'])
    })
  })
}

const status = async (by: InjectBrowser, path: string, fields: Readonly<Record<string, string>>): Promise<number> =>
  (await by.post(path, fields)).statusCode

const twelve = (): string[] => Array.from({ length: 12 }, (_, index) => `quote ${index + 1}`)

const quotesOf = (page: string): string[] =>
  [...page.matchAll(/<blockquote dir="auto" data-color="\w+">([^<]*)</g)].map(([, quote]) => quote!)

const idsOf = (page: string): string[] =>
  [...page.matchAll(/class="review-decisions" action="\/review\/(\d+)"/g)].map(([, id]) => id!)

/** Adds highlights to a new entry. @returns the id of the entry */
async function highlight(app: TestApp, user: TestUser, quotes: readonly string[]): Promise<number> {
  const { id } = await app.save(user, `https://example.org/${quotes.join('-')}`, { title: 'Wall', content })
  for (const quote of quotes) {
    const payload = { text: '', quote, ranges: [] }
    const answer = await app.ask(user, { method: 'POST', url: `/api/annotations/${id}`, payload })
    assert.equal(answer.statusCode, 200)
  }
  return id
}

/** Decides about the first highlight of the page. */
async function decide(browser: InjectBrowser, decision: 'keep' | 'later' | 'forget') {
  const { body } = await browser.get('/review', { 'x-update-since': '0' })
  return browser.post(`/review/${idsOf(body)[0]}`, { token: hiddenField(body, 'token'), decision })
}

/** @param offset hours ahead of UTC, or a day more or less. The signs of these names are reversed. */
function zoneOf(offset: number): string {
  const hours = offset > 12 ? offset - 24 : offset < -11 ? offset + 24 : offset
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}
