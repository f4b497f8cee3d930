import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { signedIn } from './inject-browser.fixture.ts'

const notice = (body: string): string =>
  (/<p class="search-correction"[^>]*>([^]*?)<\/p>/.exec(body)?.[1] ?? '').replaceAll(/<[^>]*>/g, '').trim()
const titles = (body: string): string[] => [...body.matchAll(/<h2 [^>]*><a [^>]*>([^<]*)/g)].map(([, title]) => title!)

for (const dialect of DIALECTS) {
  test(`${dialect}: a search that finds nothing shows what the nearest words find`, async (t) => {
    const app = await testApp(t, dialect)
    const [user, neighbour] = [await app.newUser(), await app.newUser()]
    await app.save(user, 'https://example.org/1', { title: 'Tides', content: '<p>The fishermen at the harbour</p>' })
    await app.save(user, 'https://example.org/2', { title: 'Nets', content: '<p>fishermen mend, dishes wait</p>' })
    await app.save(neighbour, 'https://example.org/3', { title: 'Secret', content: '<p>lighthouse</p>' })
    const browser = await signedIn(app, user)
    const search = async (query: Readonly<Record<string, string>>) =>
      (await browser.get(`/search?${new URLSearchParams({ sort: 'created', ...query }).toString()}`)).body

    const body = await search({ q: 'fishremen' })
    assert.deepEqual(titles(body), ['Nets', 'Tides'])
    assert.equal(notice(body), 'No entries with “fishremen”. Showing “fishermen”. Search for exactly “fishremen”')
    assert.match(body, /value="fishremen"/)
    assert.match(body, /href="\/search\?q=fishermen"/, 'the other order is that of the query that found something')
    assert.match(body, /<mark>fishermen<\/mark>/)
    const exact = /search-correction[^]*?<a href="([^"]*)"/.exec(body)![1]!.replaceAll('&amp;', '&')
    const exactly = (await browser.get(exact)).body
    assert.deepEqual([titles(exactly), notice(exactly)], [[], ''])
    assert.match(exactly, /No results/)

    const both = await search({ q: 'Habrour (fishermne OR nothingness) is:unread' })
    assert.equal(notice(both), '', '“nothingness” has no near word')
    const two = await search({ q: 'Habrour fishermne is:unread' })
    assert.deepEqual(titles(two), ['Tides'])
    assert.match(notice(two), /^No entries with “Habrour” and “fishermne”\. Showing “harbour” and “fishermen”\./)

    for (const q of [
      '"fishremen"',
      'title:fishremen',
      'tag:fishremen',
      'fishremen*',
      'lighthuose',
      'fishermen lighthouse',
      'fishremen -fishermen',
      '東京',
    ]) {
      const { length } = titles(await search({ q }))
      assert.deepEqual([length, notice(await search({ q }))], [0, ''], q)
    }
    const { total } = (await app.ask(user, { url: '/api/search?term=fishremen' })).json<{ total: number }>()
    assert.equal(total, 0, 'the API is exact')
  })
  test(`${dialect}: two mistakes in a word are corrected, if no word is nearer`, async (t) => {
    const app = await testApp(t, dialect)
    const user = await app.newUser()
    await app.save(user, 'https://example.org/1', { title: 'Learning', content: '<p>tutoring and restaurants</p>' })
    await app.save(user, 'https://example.org/2', { title: 'Turning', content: '<p>to turn, a restaurant</p>' })
    const browser = await signedIn(app, user)
    for (const [typed, title, near] of [
      ['tutrng', 'Learning', 'tutoring'],
      ['restaraunt', 'Turning', 'restaurant'],
    ] as const) {
      const { body } = await browser.get(`/search?q=${typed}&sort=created`)
      assert.ok(titles(body).includes(title), typed)
      assert.match(notice(body), new RegExp(`^No entries with “${typed}”\\. Showing “${near}”\\.`))
    }
  })

  test(`${dialect}: a search that finds little offers a far more frequent word, and near filters`, async (t) => {
    const app = await testApp(t, dialect)
    const user = await app.newUser()
    for (let id = 1; id <= 6; id++)
      await app.save(user, `https://example.org/${id}`, { title: `Light ${id}`, content: '<p>One lantern burns</p>' })
    await app.save(user, 'https://example.org/7', { title: 'Lanterns of the harbour', content: '<p>Nothing else</p>' })
    const browser = await signedIn(app, user)
    const offered = async (q: string) => {
      const { body } = await browser.get(`/search?${new URLSearchParams({ q }).toString()}`)
      return [titles(body).length, notice(body)]
    }
    assert.deepEqual(await offered('lanterns is:unread'), [1, 'Did you mean “lantern is:unread”?'])
    assert.deepEqual(await offered('lantern'), [7, ''])
    assert.deepEqual(await offered('harbour'), [1, ''])
    assert.deepEqual(await offered('lanterns harbour'), [1, ''], 'the offered words must find more')
    assert.deepEqual(await offered('is:unred'), [0, 'Did you mean “is:unread”?'])
  })

  test(`${dialect}: “or” between words is read as the operator, if that finds more`, async (t) => {
    const app = await testApp(t, dialect)
    const user = await app.newUser()
    await app.save(user, 'https://example.org/1', { title: 'Tides', content: '<p>The harbour</p>' })
    await app.save(user, 'https://example.org/2', { title: 'Bread', content: '<p>The kitchen</p>' })
    const browser = await signedIn(app, user)
    const search = async (query: Readonly<Record<string, string>>) => {
      const { body } = await browser.get(`/search?${new URLSearchParams({ sort: 'created', ...query }).toString()}`)
      return [titles(body), notice(body)]
    }
    assert.deepEqual(await search({ q: 'harbour or kitchen' }), [
      ['Bread', 'Tides'],
      'No entries with “harbour or kitchen”. Showing “harbour OR kitchen”. Search for exactly “harbour or kitchen”',
    ])
    assert.deepEqual(await search({ q: 'harbour or kitchen', exact: '1' }), [[], ''])
    await app.save(user, 'https://example.org/3', { title: 'Sink or swim', content: '<p>Kitchen, harbour</p>' })
    const offered = [['Sink or swim'], 'Did you mean “harbour OR kitchen”?']
    assert.deepEqual(await search({ q: 'harbour or kitchen' }), offered)
    assert.deepEqual(await search({ q: 'sink or swim' }), [['Sink or swim'], ''], 'the operator finds nothing else')
    assert.deepEqual(await search({ q: 'harbour OR kitchen' }), [['Sink or swim', 'Bread', 'Tides'], ''])
  })
}
