import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { listCounter } from '../../src/entries/listing/count-lists.ts'
import type { UserId } from '../../src/kernel/branded-ids.ts'
import { MAX_NOTE } from '../../src/entries/entry.ts'
import { operation, sendOne } from '../api/sync-operations.fixture.ts'
import { testApp, type TestApp, type TestUser, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn } from './inject-browser.fixture.ts'

const GIVEN = { title: 'Wall', content: '<p>The wall was built by people.</p>' }
const NOTE = 'For the <b>harbour</b> talk\n\nPage two'

for (const dialect of DIALECTS) {
  test(`${dialect}: the note of an entry`, async (t) => {
    const app = await testApp(t, dialect)
    await onTheWeb(t, app)
    await inTheHistory(t, app)
    await inSync(t, app)
    await inMerges(t, app)
    await inListsAndFiles(t, app)
  })
}

async function found(app: TestApp, user: TestUser, query: string): Promise<string[]> {
  const answer = await app.ask(user, { url: `/api/search?term=${encodeURIComponent(query)}` })
  const { _embedded: list } = answer.json<{ _embedded: { items: { title: string }[] } }>()
  return list.items.map(({ title }) => title)
}

/** Saves two entries of a new user. @returns the first one, and what its reading page does */
async function twoEntries(app: TestApp) {
  const user = await app.newUser()
  const { id } = await app.save(user, 'https://example.org/wall', GIVEN)
  await app.save(user, 'https://example.org/other', { ...GIVEN, title: 'Other' })
  const browser = await signedIn(app, user)
  const token = hiddenField((await browser.get(`/view/${id}`)).body, 'token')
  return {
    id,
    browser,
    token,
    find: (query: string) => found(app, user, query),
    read: async () => (await app.ask(user, { url: `/api/entries/${id}` })).json<WireEntry>(),
    set: (note: string) => browser.post(`/view/${id}/note`, { token, note, list: 'archive' }),
    shown: async () => (await browser.get(`/view/${id}`)).body,
  }
}

async function onTheWeb(t: TestContext, app: TestApp): Promise<void> {
  await t.test('is set on the reading page, found by the search, and unknown to clients of wallabag', async () => {
    const { id, find, read, set, shown } = await twoEntries(app)
    const before = await read()
    assert.match(await shown(), /<section id="entry-note" hidden>/)
    const { statusCode, headers } = await set(NOTE.replaceAll('\n', '\r\n'))
    assert.deepEqual([statusCode, headers.location], [303, `/view/${id}?list=archive`])
    assert.match(await shown(), /<p class="note" dir="auto">For the &lt;b&gt;harbour&lt;\/b&gt; talk\n\nPage two<\/p>/)
    const { updated_at: _before, ...members } = before
    const { updated_at: _after, ...now } = await read()
    assert.deepEqual(now, members)
    for (const query of ['harbour', 'note:harbour', 'note:"page two"', 'has:note', '-no:note harb*']) {
      assert.deepEqual(await find(query), ['Wall'], query)
    }
    assert.deepEqual(await find('no:note'), ['Other'])
    assert.deepEqual([await find('has:highlight'), await find('title:harbour')], [[], []])
  })

  await t.test('is not reported as saved if it has not changed', async () => {
    const { id, browser, token } = await twoEntries(app)
    const set = (note: string) =>
      browser.post(`/view/${id}/note`, { token, note }, { accept: 'text/vnd.turbo-stream.html' })
    assert.match((await set('Later')).body, /Note saved/)
    assert.equal((await set('Later')).body, '')
  })

  await t.test('is changed on the edit page and removed again', async () => {
    const { id, browser, token, find, set, shown } = await twoEntries(app)
    await set(NOTE)
    const edit = await browser.get(`/edit/${id}`)
    assert.ok(edit.body.includes('>\nFor the &lt;b&gt;harbour&lt;/b&gt; talk\n\nPage two</textarea>'), edit.body)
    const values = { token, title: 'Wall', tags: '', language: '', picture: '' }
    const refused = await browser.post(`/edit/${id}`, { ...values, note: 'x'.repeat(MAX_NOTE + 1) })
    assert.equal(refused.statusCode, 422)
    assert.match(refused.body, /id="edit-note-error"/)
    assert.equal((await set('x'.repeat(MAX_NOTE + 1))).statusCode, 400)
    assert.match(await shown(), /harbour/)
    await browser.post(`/edit/${id}`, { ...values, note: 'Lighthouse' })
    const stale = { ...values, title: 'Sea wall', note: 'Before\r\nit', note_was: 'Before\r\nit' }
    await browser.post(`/edit/${id}`, stale)
    assert.deepEqual(await find('note:lighthouse'), ['Sea wall'], 'a field that was not touched changes nothing')
    await browser.post(`/edit/${id}`, { ...values, note: 'Lighthouse' })
    assert.deepEqual([await find('note:lighthouse'), await find('note:harbour')], [['Wall'], []])
    await set('  ')
    assert.match(await shown(), /<section id="entry-note" hidden>/)
    assert.deepEqual(await find('has:note'), [])
  })

  await t.test('belongs to its owner, and is not on the public page', async () => {
    const { id, browser, token, read, set } = await twoEntries(app)
    await set(NOTE)
    const other = await signedIn(app, await app.newUser())
    const foreign = hiddenField((await other.get('/config')).body, 'token')
    const answer = await other.post(`/view/${id}/note`, { token: foreign, note: 'mine' })
    assert.equal(answer.statusCode, 404)
    await browser.post(`/share/${id}`, { token })
    const { uid } = await read()
    const { body } = await browser.get(`/share/${String(uid)}`)
    assert.match(body, /built by people/)
    assert.doesNotMatch(body, /harbour/)
  })

  await t.test('returns with an entry from the trash', async () => {
    const { id, browser, token, find, set, shown } = await twoEntries(app)
    await set(NOTE)
    await browser.post(`/delete/${id}`, { token, back: '/' })
    assert.deepEqual(await find('has:note'), [])
    await browser.post('/undo', { token, action: 'last' })
    assert.match(await shown(), /harbour/)
    assert.deepEqual(await find('note:harbour'), ['Wall'])
  })
}

async function inTheHistory(t: TestContext, app: TestApp): Promise<void> {
  await t.test('is undone as the last action, unless it was changed again since', async () => {
    const { id, browser, token, find, set } = await twoEntries(app)
    const undo = async (action = 'last') => {
      const { headers } = await browser.post('/undo', { token, action, back: `/view/${id}` })
      return (await browser.get(String(headers.location))).body
    }
    await browser.post(`/view/${id}/states`, { token, starred: '1' })
    await set(NOTE)
    await set('Lighthouse')
    await set('Lighthouse')
    assert.match(await undo(), /Undone: Note changed · Wall/)
    assert.deepEqual([await find('note:harbour'), await find('note:lighthouse')], [['Wall'], []])
    const { body } = await browser.get('/history')
    assert.equal(body.match(/Note changed/g)?.length, 2)
    await browser.post(`/edit/${id}`, { token, title: 'Wall', tags: '', language: '', picture: '', note: 'Pier' })
    const actions = (await browser.get('/history')).body.matchAll(/name="action" value="(\d+)"/g)
    const [, earlier] = [...new Set([...actions].map(([, action]) => action))]
    assert.match(await undo(earlier), /later changes/)
    assert.deepEqual([await find('note:pier'), await find('is:starred')], [['Wall'], ['Wall']])
    assert.match(await undo(), /Undone: Note changed · Wall/)
    assert.deepEqual(await find('note:harbour'), ['Wall'])
  })

  await t.test('that an offline client has changed is undone too', async () => {
    const { id = 0 } = await sendOne(
      app,
      operation('entries create', { tmp: randomUUID(), url: 'https://example.org/undo', note: 'One' }),
    )
    await sendOne(app, operation('entries change', { id, set: { note: 'Two' } }, 0))
    const browser = await signedIn(app, app.alice)
    const shown = async () => (await browser.get(`/view/${id}`)).body
    const token = hiddenField(await shown(), 'token')
    await browser.post('/undo', { token, action: 'last' })
    assert.match(await shown(), /<p class="note" dir="auto">One<\/p>/)
  })
}

async function inSync(t: TestContext, app: TestApp): Promise<void> {
  const noteOf = async (id: number) => {
    const answer = await app.ask(app.alice, { url: '/api/sync?types=entries' })
    const { changes } = answer.json<{ changes: { id: number; object: { note: string | null } }[] }>()
    return changes.find((one) => one.id === id)?.object.note
  }
  await t.test('of two changes by offline clients, the later one wins', async () => {
    const created = operation('entries create', { tmp: randomUUID(), url: 'https://example.org/sync', note: ' One ' })
    const { id = 0 } = await sendOne(app, created)
    assert.equal(await noteOf(id), 'One')
    const change = (note: string, seconds: number) => operation('entries change', { id, set: { note } }, seconds)
    assert.deepEqual(await sendOne(app, change('Two', -1)), { result: 'merged', id, lost: ['note'] })
    assert.deepEqual(await sendOne(app, change('Three', 0)), { result: 'applied', id })
    assert.equal(await noteOf(id), 'Three')
    assert.deepEqual(await sendOne(app, change('', 0)), { result: 'applied', id })
    assert.equal(await noteOf(id), null)
    await sendOne(app, change('Four', 0))
    const again = operation('entries create', { tmp: randomUUID(), url: 'https://example.org/sync', note: 'Five' })
    assert.deepEqual(await sendOne(app, again), { result: 'merged', id })
    assert.equal(await noteOf(id), 'Four\n\nFive')
    const earlier = { tmp: randomUUID(), url: 'https://example.org/sync', note: 'Six' }
    assert.deepEqual(await sendOne(app, operation('entries create', earlier, -60)), { result: 'merged', id })
    assert.equal(await noteOf(id), 'Four\n\nFive\n\nSix')
    assert.deepEqual(await sendOne(app, change('Old', -30)), { result: 'merged', id, lost: ['note'] })
    const { result, message } = await sendOne(app, change('x'.repeat(MAX_NOTE + 1), 0))
    assert.deepEqual([result, message], ['rejected', `a note has at most ${MAX_NOTE} characters`])
  })
}

async function inMerges(t: TestContext, { alice, ask, save, site, database }: TestApp): Promise<void> {
  const merged = async (path: string, [older, newer]: readonly [string | null, string | null]) => {
    const kept = await save(alice, `${site.url}/article/${path}`)
    site.page(`/to-${path}`, (_request, response) => {
      response.writeHead(302, { location: `/article/${path}` }).end()
    })
    // Without a network the second address becomes an entry of its own, until its page is fetched.
    site.page(`/article/later-${path}`, (_request, response) => void response.writeHead(503).end())
    const later = await save(alice, `${site.url}/article/later-${path}`)
    await database.transaction(async (tx) => {
      await tx.updateTable('entry').set({ note: older }).where('id', '=', kept.id).execute()
      await tx.updateTable('entry').set({ note: newer }).where('id', '=', later.id).execute()
    })
    site.page(`/article/later-${path}`, (_request, response) => {
      response.writeHead(302, { location: `/article/${path}` }).end()
    })
    await ask(alice, { method: 'PATCH', url: `/api/entries/${later.id}/reload` })
    const row = await database.read((db) => db.selectFrom('entry').select('note').where('id', '=', kept.id).execute())
    const { rows } = (await ask(alice, { url: `/api/annotations/${kept.id}` })).json<{ rows: { text: string }[] }>()
    return [row[0]?.note, ...rows.map(({ text }) => text)]
  }
  await t.test('entries of one page keep both notes when they become one', async () => {
    assert.deepEqual(await merged('n1', ['First', 'Second']), ['First\n\nSecond'])
    assert.deepEqual(await merged('n2', ['First', 'First']), ['First'])
    assert.deepEqual(await merged('n3', [null, 'Second']), ['Second'])
    assert.deepEqual(await merged('n4', ['First', null]), ['First'])
    const [long, longer] = ['a'.repeat(MAX_NOTE), 'b'.repeat(MAX_NOTE)]
    assert.deepEqual(await merged('n5', [long, longer]), [long, longer])
  })
}

async function inListsAndFiles(t: TestContext, app: TestApp): Promise<void> {
  const user = app.bob
  const browser = await signedIn(app, user)
  const [first, second] = [
    await app.save(user, 'https://sea.example/1', { title: 'First', content: '<p>One two three.</p>', tags: 'sea' }),
    await app.save(user, 'https://sea.example/2', { title: 'Second', content: '<p>Four five six.</p>' }),
  ]
  const csv = async () => (await app.ask(user, { url: `/api/entries/${first.id}/export.csv` })).body
  assert.doesNotMatch(await csv(), /Note/)
  const token = hiddenField((await browser.get(`/view/${first.id}`)).body, 'token')
  const annotate = (id: number, quote: string) =>
    app.ask(user, { method: 'POST', url: `/api/annotations/${id}`, payload: { text: '', quote, ranges: [] } })
  await annotate(first.id, 'two')
  await browser.post(`/view/${first.id}/note`, { token, note: 'Before the sea' })
  await annotate(second.id, 'five')
  const list = async (query: string) => {
    const answer = await app.ask(user, { url: `/api/annotations${query}` })
    const found = answer.json<{ id: number | null; text: string; quote: string; link: string }[]>()
    return found.map(({ id, text, quote, link }) =>
      id === null ? `${text} ${link.replace(/^.*(?=\/view)/, '')}` : quote,
    )
  }
  const note = `Before the sea /view/${first.id}#entry-note`

  await t.test('is listed among the annotations, in their order and with their filters', async () => {
    const { body } = await browser.get('/annotations')
    assert.match(body, /2 annotations · 1 note on a page/)
    const counts = await listCounter(app.services.database)({ id: user.id as UserId, revision: -1 })
    assert.equal(counts.annotations, 2)
    assert.match(body, /five[^]*<p class="note" dir="auto">Before the sea<\/p>[^]*two/)
    assert.ok(body.includes(`<a href="/view/${first.id}#entry-note"><bdi>First</bdi></a>`))
    assert.deepEqual(await list(''), ['five', note, 'two'])
    assert.deepEqual(await list('?order=place'), ['five', note, 'two'])
    assert.deepEqual(await list('?q=sea+first'), [note])
    assert.deepEqual(await list('?tag=sea'), [note, 'two'])
    assert.deepEqual(await list('?color=yellow'), ['five', 'two'])
    assert.deepEqual(await list('?to=2001-01-01'), [])
    assert.deepEqual(await list('?from=2001-01-01&site=sea.example'), ['five', note, 'two'])
    assert.match((await browser.get('/annotations?order=place')).body, /five[^]*Before the sea[^]*two/)
  })

  await t.test('is in the files of annotations and of entries', async () => {
    const markdown = (await app.ask(user, { url: '/api/annotations?format=md' })).body
    assert.match(markdown, /## \[First\][^]*\n\nBefore the sea\n\n\[[\d-]+\]\([^)]*#entry-note\)\n/)
    const json = (await app.ask(user, { url: `/api/entries/${first.id}/export.json` })).json<{ note: string }[]>()
    assert.equal(json[0]?.note, 'Before the sea')
    assert.match(await csv(), /;Note\n[^]*;"Before the sea"\n$/)
    const { body } = await browser.get('/export/all.csv')
    assert.match(body, /;Note\n/)
  })
}
