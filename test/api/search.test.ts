import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { EntryId } from '../../src/kernel/branded-ids.ts'
import type { SearchQuery } from '../../src/search/search-query.ts'
import { ownerPrefix } from '../../src/query/sql/full-text-match.ts'
import { ownerLexeme, ownerMark } from '../../src/query/sql/full-text-match.ts'
import { testApp, type TestApp, type TestUser, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { ALL_NAMES, LIBRARY, QUERIES, type EntryName } from './search-library.fixture.ts'

interface WireList {
  readonly page: number
  readonly pages: number
  readonly total: number
  readonly limit: number
  readonly _links: Readonly<Record<string, { readonly href: string }>>
  readonly _embedded: { readonly items: readonly WireEntry[] }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: searching`, async (t) => {
    const app = await testApp(t, dialect)
    const ids = await fillLibrary(app)
    await suite(t, app, ids)
    await pages(t, app, ids)
    await strangers(t, app, ids)
    await snippets(t, app, ids)
    await following(t, app, ids)
  })

  test(`${dialect}: a library that is older than the index is indexed`, async (t) => {
    const app = await testApp(t, dialect)
    for (let index = 0; index < 30; index++) await app.save(app.alice, `https://example.org/${index}`, text('old page'))
    await search(app, 'old')
    const { searchIndex } = app.services
    await searchIndex.forget(undefined)
    assert.deepEqual(await searchIndex.findBehind(), [app.alice.id])
    assert.equal(await countIndexed(app), 0)
    assert.equal(await searchIndex.catchUp(app.alice.id, 20_000), true)
    assert.deepEqual(await searchIndex.findBehind(), [])
    assert.equal((await search(app, 'old', { sort: 'rank' })).total, 30)
  })
}

const text = (content: string, title = 'Untitled') => ({ title, content: `<p>${content}</p>` })

type Ids = ReadonlyMap<EntryName, number>

async function fillLibrary(app: TestApp): Promise<Ids> {
  const ids = new Map<EntryName, number>()
  for (const name of ALL_NAMES) {
    const { url, ...fields } = LIBRARY[name]
    ids.set(name, (await app.save(app.alice, url, fields)).id)
  }
  const patch = (name: EntryName, payload: object) =>
    app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${ids.get(name)}`, payload })
  await patch('tide', { starred: 1 })
  await patch('wall', { archive: 1 })
  const payload = { text: 'Marginalia here', quote: 'a quoted passage', ranges: [RANGE] }
  await app.ask(app.alice, { method: 'POST', url: `/api/annotations/${ids.get('plain')}`, payload })
  return ids
}

const RANGE = { start: '/p[1]', startOffset: '0', end: '/p[1]', endOffset: '5' }

async function ask(app: TestApp, query: Readonly<Record<string, string>>, user: TestUser = app.alice) {
  return app.ask(user, { method: 'GET', url: `/api/search?${new URLSearchParams(query)}` })
}

async function search(app: TestApp, term: string, rest: Readonly<Record<string, string>> = {}): Promise<WireList> {
  const answer = await ask(app, { term, perPage: '100', ...rest })
  assert.equal(answer.statusCode, 200, `${term.slice(0, 50)}: ${answer.body.slice(0, 300)}`)
  return answer.json<WireList>()
}

const idsOf = (list: WireList) => list._embedded.items.map(({ id }) => id)

async function suite(t: TestContext, app: TestApp, ids: Ids): Promise<void> {
  const names = new Map([...ids].map(([name, id]) => [id, name]))
  for (const [term, found] of QUERIES) {
    await t.test(`${JSON.stringify(term.slice(0, 40))} finds what it should`, async () => {
      const list = await search(app, term)
      assert.deepEqual(
        idsOf(list)
          .map((id) => names.get(id))
          .toSorted(),
        found.toSorted(),
      )
      assert.equal(list.total, found.length)
      const ranked = await search(app, term, { sort: 'rank' })
      assert.deepEqual(idsOf(ranked).toSorted(), idsOf(list).toSorted())
    })
  }
}

async function pages(t: TestContext, app: TestApp, ids: Ids): Promise<void> {
  await t.test('the response has the shape of a list; links repeat the term and the given parameters', async () => {
    const list = (await ask(app, { term: 'sea "x', page: '1', perPage: '2' })).json<WireList>()
    assert.equal(list.total, 0)
    assert.deepEqual([list.page, list.pages, list.limit], [1, 1, 2])
    const full = (await ask(app, { term: 'sea é', perPage: '2' })).json<WireList>()
    const href = `${app.baseUrl}/api/search?term=sea%20%C3%A9&page=1&perPage=2`
    assert.equal(full._links['self']?.href, href)
    const plain = (await app.ask(app.alice, { method: 'GET', url: '/api/search?page=2&perPage=7' })).json<WireList>()
    assert.deepEqual(Object.fromEntries(Object.entries(plain._links).map(([name, { href }]) => [name, href])), {
      self: `${app.baseUrl}/api/search?page=2&perPage=7`,
      first: `${app.baseUrl}/api/search?page=1&perPage=7`,
      last: `${app.baseUrl}/api/search?page=3&perPage=7`,
      next: `${app.baseUrl}/api/search?page=3&perPage=7`,
      previous: `${app.baseUrl}/api/search?page=1&perPage=7`,
    })
  })

  await t.test('pages follow each other, newest first, and end with 404', async () => {
    const walked: number[] = []
    for (let page = 1; ; page++) {
      const answer = await ask(app, { term: '-nowhere', perPage: '6', page: String(page) })
      if (answer.statusCode === 404) break
      walked.push(...idsOf(answer.json<WireList>()))
    }
    assert.deepEqual(walked, [...ids.values()].toReversed())
    for (const page of ['0', '-1', 'x', '99999999999999999999']) {
      assert.equal((await ask(app, { term: 'sea', page })).statusCode, 404, page)
    }
    assert.equal((await ask(app, { term: 'nowhere', page: '2' })).statusCode, 404)
    assert.equal((await ask(app, { term: 'sea', perPage: '0' })).statusCode, 404)
  })

  await t.test('an entry with the word in its title is ranked above one that only mentions it', async () => {
    const [best] = idsOf(await search(app, 'tide', { sort: 'rank' }))
    assert.equal(best, ids.get('tide'))
    await app.save(app.alice, 'https://example.org/later', text('Somebody mentions the tide in passing here.'))
    assert.equal(idsOf(await search(app, 'tide', { sort: 'rank' }))[0], ids.get('tide'))
    assert.notEqual(idsOf(await search(app, 'tide'))[0], ids.get('tide'))
  })

  await t.test('newest means created last, even if stored earlier', async () => {
    const created_at = '2001-01-01T00:00:00.000Z'
    const old = await app.save(app.alice, 'https://example.org/imported', text('imported chronicle'))
    const young = await app.save(app.alice, 'https://example.org/younger', text('younger chronicle'))
    await app.database.transaction((tx) =>
      tx.updateTable('entry').set({ created_at }).where('id', '=', young.id).execute(),
    )
    assert.deepEqual(idsOf(await search(app, 'chronicle')), [old.id, young.id])
  })
}

async function strangers(t: TestContext, app: TestApp, ids: Ids): Promise<void> {
  await t.test('no query finds entries of another user', async () => {
    const mark = ownerPrefix(app.alice.id)
    const lexemes = [ownerLexeme(app.alice.id), `-${ownerLexeme(app.bob.id)}`]
    const forged = [
      'tide',
      '',
      '-nowhere',
      'tag:sea',
      'has:note',
      `${mark}tide`,
      `"${mark}tide"`,
      `_${mark}tide`,
      ...lexemes,
      `${ownerMark(app.alice.id)}tide`,
    ]
    for (const term of [
      ...forged,
      `" OR "${mark}tide`,
      `'${mark}tide'`,
      `${mark}.tag.sea`,
      `.tag.sea`,
      `tide" * OR "`,
    ]) {
      for (const sort of ['created', 'rank']) {
        const answer = await ask(app, { term, sort }, app.bob)
        assert.equal(answer.statusCode, 200)
        assert.equal(answer.json<WireList>().total, 0, term)
      }
    }
    const found = await app.services.searchIndex.snippets(app.bob.id, ALPHA, [ids.get('plain') as EntryId])
    assert.equal(found.size, 0)
  })
}

const ALPHA: SearchQuery = {
  condition: { type: 'tokens', tokens: ['alpha'], isPrefix: false, isText: true },
  sort: [],
}

async function snippets(t: TestContext, app: TestApp, ids: Ids): Promise<void> {
  await t.test('snippets show the words in their context', async () => {
    const { searchQuery } = await import('../../src/search/search-query.ts')
    const marked = async (term: string, name: EntryName) => {
      const id = ids.get(name) as EntryId
      const snippet = (await app.services.searchIndex.snippets(app.alice.id, searchQuery(term), [id])).get(id)
      return snippet?.marks.map(([start, end]) => snippet.text.slice(start, end))
    }
    assert.deepEqual(await marked('UBERM -gut', 'german'), ['Übermut'])
    assert.deepEqual(await marked('人工智能 学习', 'chinese'), ['学习人工智能'])
    assert.deepEqual(await marked('y', 'code'), ['y', 'y'])
    assert.equal(await marked('nowhere', 'plain'), undefined)
  })
}

async function following(t: TestContext, app: TestApp, ids: Ids): Promise<void> {
  const total = async (term: string) => (await search(app, term)).total
  const { id } = await app.save(app.alice, 'https://example.org/moving', text('zebra crossing', 'Quagga'))
  const change = (method: 'PATCH' | 'POST' | 'DELETE', url: string, payload?: object) =>
    app.ask(app.alice, { method, url, ...(payload && { payload }) })

  await t.test('a saved, changed, tagged or annotated entry is found at once, and its old values are not', async () => {
    assert.equal(await total('zebra'), 1)
    await change('PATCH', `/api/entries/${id}`, { title: 'Okapi', content: '<p>giraffe</p>' })
    assert.deepEqual([await total('zebra'), await total('quagga'), await total('okapi giraffe')], [0, 0, 1])
    await change('POST', `/api/entries/${id}/tags`, { tags: 'savannah,steppe' })
    assert.deepEqual([await total('tag:savannah'), await total('steppe')], [1, 1])
    await change('DELETE', '/api/tag/label?tag=savannah')
    assert.deepEqual([await total('tag:savannah'), await total('tag:steppe')], [0, 1])
    const note = await change('POST', `/api/annotations/${id}`, {
      text: 'long necked',
      quote: 'giraffe',
      ranges: [RANGE],
    })
    assert.equal(await total('necked'), 1)
    await change('DELETE', `/api/annotations/${note.json<{ id: number }>().id}`)
    assert.deepEqual([await total('necked'), await total('giraffe')], [0, 1])
  })

  await t.test('a deleted entry leaves the index at the same moment', async () => {
    await change('DELETE', `/api/entries/${id}`)
    assert.equal(await total('giraffe'), 0)
    assert.equal(await countIndexed(app), (await search(app, '')).total)
  })

  await t.test('a page that was fetched is found by its text', async () => {
    await app.save(app.alice, `${app.site.url}/news`)
    assert.ok((await total('sea wall')) >= 2)
  })

  await t.test('deleting an account deletes its words', async () => {
    assert.ok((await countIndexed(app)) > ids.size)
    await app.database.transaction((tx) => tx.deleteFrom('users').where('id', '=', app.alice.id).execute())
    assert.equal(await countIndexed(app), 0)
  })
}

async function countIndexed({ database }: TestApp): Promise<number> {
  const table = database.dialect === 'sqlite' ? 'search_index' : 'search_entry'
  const [row] = await database.prepare<{ total: number }>(`select count(*) as total from ${table}`).all()
  return row!.total
}
