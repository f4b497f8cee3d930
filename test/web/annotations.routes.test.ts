import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnnotationRange } from '../../src/annotations/annotation.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn } from './inject-browser.fixture.ts'

const STREAM = { accept: 'text/vnd.turbo-stream.html' }
const content =
  '<p>The wall was built by people.</p><div><p>It holds. The sea <em>moves it</em> a &amp; little.</p></div>'
const TEXT = 'The wall was built by people.It holds. The sea moves it a & little.'

interface Wire {
  readonly id: number
  readonly text: string
  readonly quote: string
  readonly ranges: readonly AnnotationRange[]
}

/** @returns the annotation without the fields that change when it is restored */
const bare = ({ id: _id, ...rest }: Wire): string => JSON.stringify({ ...rest, created_at: '', updated_at: '' })

for (const dialect of DIALECTS) {
  test(`${dialect}: annotations in the browser`, async (t) => {
    const app = await testApp(t, dialect)
    const { alice, bob, ask, save } = app
    const { id } = await save(alice, 'https://example.org/wall', { title: 'Wall', content })
    const [browser, stranger] = [await signedIn(app, alice), await signedIn(app, bob)]
    const token = hiddenField((await browser.get(`/view/${id}`)).body, 'token')
    const rows = async () => (await ask(alice, { url: `/api/annotations/${id}` })).json<{ rows: Wire[] }>().rows
    const select = (words: string, more: Readonly<Record<string, string>> = {}, headers = {}) => {
      const start = TEXT.indexOf(words)
      const place = { start: String(start), end: String(start + words.length), quote: words }
      return browser.post(`/view/${id}/annotations`, { token, ...place, ...more }, headers)
    }

    await t.test('selected words are stored in the format that apps use, and marked', async () => {
      const answer = await select('sea moves', { text: 'a note' })
      const [made] = await rows()
      assert.equal(answer.headers.location, `/view/${id}#annotation-${made!.id}`)
      const place = { start: '/div[1]/p[1]', startOffset: '14', end: '/div[1]/p[1]/em[1]', endOffset: '5' }
      assert.deepEqual([made!.quote, made!.text, made!.ranges], ['sea moves', 'a note', [place]])
      const { body } = await browser.get(`/view/${id}`)
      assert.match(body, /The <mark id="annotation-\d+"[^>]*>sea <\/mark><em><mark [^>]*>moves<\/mark>/)
      assert.match(body, /<p class="note" dir="auto">a note<\/p>/)
    })

    await t.test('with a script, the list is sent again', async () => {
      const { body } = await select('a & little', {}, STREAM)
      assert.match(body, /<turbo-stream action="replace" target="annotations">/)
      assert.match(body, /data-annotation-item-spans-value="\[\[56,66\]\]"/)
    })

    await t.test('an annotation of an app is drawn where its range or its quote leads', async () => {
      const ranges = [{ start: '/p[1]', startOffset: 4, end: '/p[1]', endOffset: '8' }]
      const payload = { text: '', quote: 'wall', ranges }
      await ask(alice, { method: 'POST', url: `/api/annotations/${id}`, payload })
      assert.match((await browser.get(`/view/${id}`)).body, /The <mark[^>]*>wall<\/mark>/)
      await ask(alice, { method: 'POST', url: `/api/annotations/${id}`, payload: { quote: 'never there', ranges: [] } })
      assert.match((await browser.get(`/view/${id}`)).body, /no longer in the text[^]*never there/)
    })

    await t.test('a colour survives the change of a client that does not know it, and returns with undo', async () => {
      await select('people', { color: 'green' })
      const made = (await rows()).at(-1)!
      assert.ok(!('color' in made))
      const colors = async () =>
        [...(await browser.get(`/view/${id}`)).body.matchAll(/data-color="(\w+)"[^>]*>people/g)].map(
          ([, color]) => color,
        )
      assert.deepEqual([...new Set(await colors())], ['green'])
      await ask(alice, { method: 'PUT', url: `/api/annotations/${made.id}`, payload: { text: 'of an app' } })
      assert.deepEqual([...new Set(await colors())], ['green'])
      const changed = await browser.post(`/annotations/${made.id}/note`, { token, text: 'x', color: 'pink' }, STREAM)
      assert.match(changed.body, /data-annotation-item-color-value="pink"/)
      assert.match(changed.body, /Note saved/)
      const same = await browser.post(`/annotations/${made.id}/note`, { token, text: 'x', color: 'pink' }, STREAM)
      assert.match(same.body, /data-annotation-item-color-value="pink"/)
      assert.doesNotMatch(same.body, /Note saved/)
      await browser.post('/undo', { token, action: 'last' })
      assert.deepEqual([...new Set(await colors())], ['green'])
      await browser.post(`/annotations/${made.id}/note`, { token, text: 'x', color: 'red"><script>' })
      assert.deepEqual([...new Set(await colors())], ['green'])
      await browser.post(`/annotations/${made.id}/delete`, { token })
      await browser.post('/undo', { token, action: 'last' })
      assert.deepEqual([...new Set(await colors())], ['green'])
      await browser.post(`/delete/${id}`, { token, back: '/' })
      await browser.post('/undo', { token, action: 'last' })
      assert.deepEqual([...new Set(await colors())], ['green'])
    })

    await t.test(
      'an annotation gets other words, keeps its id, note and colour, and gets the old ones back',
      async () => {
        await select('holds', { text: 'strong', color: 'blue' })
        const made = (await rows()).at(-1)!
        const start = TEXT.indexOf('It holds')
        const place = { start: String(start), end: String(TEXT.indexOf(' it a')), quote: 'It holds. The sea moves' }
        const path = `/annotations/${made.id}/passage`
        const { body } = await browser.post(path, { token, ...place }, STREAM)
        assert.match(
          body,
          new RegExp(`data-annotation-item-id-value="${made.id}" data-annotation-item-spans-value="\\[\\[29,52`),
        )
        const moved = (await rows()).at(-1)!
        assert.deepEqual([moved.id, moved.text, moved.quote], [made.id, 'strong', 'It holds. The sea moves'])
        const range = { start: '/div[1]/p[1]', startOffset: '0', end: '/div[1]/p[1]/em[1]', endOffset: '5' }
        assert.deepEqual(moved.ranges, [range])
        assert.match(body, /annotation-item-color-value="blue"[^]*>strong</)
        assert.equal((await browser.post(path, { token, start: '0', end: '9', quote: 'not there' })).statusCode, 400)
        assert.deepEqual((await rows()).at(-1), moved)
        assert.match((await browser.get('/history')).body, /Highlight adjusted/)
        await browser.post('/undo', { token, action: 'last' })
        assert.deepEqual(bare((await rows()).at(-1)!), bare(made))
        await browser.post(`/annotations/${made.id}/delete`, { token })
      },
    )

    await t.test('words that are not in the article are refused without effect', async () => {
      const before = (await rows()).length
      assert.equal((await select('x', { start: '1', end: '9', quote: 'something else' })).statusCode, 400)
      assert.equal((await select('x', { start: '5', end: '5', quote: '' })).statusCode, 400)
      assert.equal((await rows()).length, before)
    })

    await t.test('a note is changed, and a deletion is undone with all values', async () => {
      const [first] = await rows()
      await browser.post(`/annotations/${first!.id}/note`, { token, text: ' <b>other</b>\nnote ' })
      assert.equal((await rows())[0]!.text, '<b>other</b>\nnote')
      const deleted = await browser.post(`/annotations/${first!.id}/delete`, { token }, STREAM)
      assert.doesNotMatch(deleted.body, new RegExp(`note-${first!.id}"`))
      const action = /name="action" value="(\d+)"/.exec(deleted.body)![1]!
      await browser.post('/undo', { token, action })
      const { id: newId, ...again } = (await rows()).at(-1)!
      assert.notEqual(newId, first!.id)
      assert.deepEqual([again.quote, again.text, again.ranges], [first!.quote, '<b>other</b>\nnote', first!.ranges])
    })

    await t.test('the list of all has them newest first, with the way to their place', async () => {
      const { body } = await browser.get('/annotations')
      const links = [...body.matchAll(/class="quote-link" href="\/view\/(\d+)#annotation-(\d+)"/g)]
      const ids = (await rows()).map((row) => row.id)
      assert.deepEqual(
        links.map(([, , at]) => Number(at)),
        ids.toReversed(),
      )
      assert.equal((await browser.get('/annotations/list/2')).statusCode, 404)
      assert.match((await stranger.get('/annotations')).body, /No annotations yet/)
    })

    await t.test('other users and forms of other sites cannot change them', async () => {
      const other = hiddenField((await stranger.get('/config')).body, 'config[_token]')
      const before = await rows()
      const one = before[0]!.id
      for (const path of [`/annotations/${one}/note`, `/annotations/${one}/delete`, `/view/${id}/annotations`]) {
        const fields = { start: '0', end: '3', quote: 'The', text: 'x' }
        assert.equal((await stranger.post(path, { token: other, ...fields })).statusCode, 404, path)
        assert.equal((await browser.post(path, fields)).statusCode, 403, path)
      }
      const gone = await browser.post(`/annotations/${one}/delete`, { token }, STREAM)
      const action = /name="action" value="(\d+)"/.exec(gone.body)![1]!
      await stranger.post('/undo', { token: other, action })
      assert.equal((await rows()).length, before.length - 1)
      await browser.post('/undo', { token, action })
      assert.deepEqual((await rows()).map(bare).toSorted(), before.map(bare).toSorted())
    })
  })
}
