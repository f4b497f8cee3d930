import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

const labelsOf = (entry: WireEntry) => (entry['tags'] as { label: string }[]).map(({ label }) => label)

for (const dialect of DIALECTS) {
  test(`tagging rules, ${dialect}`, async (t) => {
    const { alice, bob, ask, save, site } = await testApp(t, dialect)
    const add = (payload: object, user = alice) => ask(user, { method: 'POST', url: '/api/taggingrules', payload })
    const entry = async (id: number) => (await ask(alice, { url: `/api/entries/${id}` })).json<WireEntry>()
    const content = `<p>${'word '.repeat(900)}</p>`

    await t.test('a rule is added once, listed, changed, exported and deleted', async () => {
      const rule = 'title matches "tea"'
      const added = (await add({ rule, tags: 'Drinks, hot' })).json<{ id: number }>()
      assert.deepEqual(added, { id: added.id, rule, language: 'wallabag', tags: ['drinks', 'hot'] })
      assert.deepEqual((await add({ rule, tags: ['drinks', 'hot'] })).json(), added)
      const url = `/api/taggingrules/${added.id}`
      const changed = await ask(alice, { method: 'PUT', url, payload: { rule: 'readingTime >= 4', tags: 'long' } })
      const { id, ...rest } = changed.json<{ id: number }>()
      assert.equal(id, added.id)
      assert.deepEqual(rest, { rule: 'readingTime >= 4', language: 'wallabag', tags: ['long'] })
      assert.deepEqual((await ask(alice, { url: '/api/taggingrules' })).json(), [changed.json()])
      for (const path of ['/api/taggingrule/export', '/api/taggingrule/export.json']) {
        const file = await ask(alice, { url: path })
        assert.deepEqual(file.json(), [{ rule: 'readingTime >= 4', tags: ['long'] }])
        assert.equal(file.headers['content-type'], 'application/json')
        assert.equal(file.headers['content-disposition'], 'attachment; filename="tagging_rules_alice.json"')
        assert.equal(file.headers['content-transfer-encoding'], 'UTF-8')
      }
      assert.equal((await ask(bob, { url: '/api/taggingrule/export' })).body, '[]')
      assert.equal((await ask(bob, { method: 'PUT', url, payload: { rule: 'true', tags: 'x' } })).statusCode, 404)
      assert.equal((await ask(bob, { method: 'DELETE', url })).statusCode, 404)
      assert.deepEqual((await ask(alice, { method: 'DELETE', url })).json(), changed.json())
      assert.equal((await ask(alice, { method: 'DELETE', url })).statusCode, 404)
    })

    await t.test('a rule that cannot be read is refused in the words of wallabag', async () => {
      const cases = {
        'author = 1': 'The variable « author » does not exist.',
        'title ~ "x"': 'The operator « ~ » does not exist.',
        'title="x"': 'The rule « title="x" » is invalid.',
      }
      for (const [rule, message] of Object.entries(cases)) {
        assert.deepEqual((await add({ rule, tags: 'x' })).json(), { code: 400, message })
      }
      assert.equal((await add({ rule: 'true', tags: ' , ' })).statusCode, 400)
    })

    await t.test('a rule can be a query, which is refused with the place of an error', async () => {
      const rule = 'site:example.org time:>3'
      const added = (await add({ rule, language: 'query', tags: 'long' })).json<{ id: number }>()
      assert.deepEqual(added, { id: added.id, rule, language: 'query', tags: ['long'] })
      assert.deepEqual((await add({ rule, language: 'query', tags: 'long' })).json(), added)
      const file = async (query: string) => (await ask(alice, { url: `/api/taggingrule/export${query}` })).json()
      assert.deepEqual(await file(''), [], 'wallabag cannot read queries')
      assert.deepEqual(await file('?queries=1'), [{ rule, tags: ['long'], language: 'query' }])
      const cases = {
        'tag:sea colour:red': 'the query is invalid at character 9: there is no such field',
        'sea OR': 'the query is invalid at character 5: a condition is missing beside an operator',
        'is:unread sort:time': 'the query is invalid at character 11: a rule cannot contain sort: or limit:',
        'limit:5': 'the query is invalid at character 1: a rule cannot contain sort: or limit:',
        ' ': 'the query is invalid at character 1: it has no condition',
        'is:green': 'the query is invalid at character 1: the field does not have this value',
        'title matches "sea"': 'the query is invalid at character 1: this is a rule in the language wallabag',
      }
      for (const [text, message] of Object.entries(cases)) {
        assert.deepEqual((await add({ rule: text, language: 'query', tags: 'x' })).json(), { code: 400, message })
      }
      assert.equal((await add({ rule: 'true', language: 'sql', tags: 'x' })).statusCode, 400)
      assert.deepEqual((await ask(alice, { url: '/api/taggingrules' })).json(), [added])
      await ask(alice, { method: 'DELETE', url: `/api/taggingrules/${added.id}` })
    })

    await t.test('a trial lists the matching entries, and tags none', async () => {
      const one = await save(alice, 'https://a.example.org/trial', { title: 'Coffee', content })
      await save(alice, 'https://a.example.org/other', { title: 'Water', content })
      await save(bob, 'https://a.example.org/trial', { title: 'Coffee', content })
      const payload = { rule: 'title matches "coffee" and content matches "word word"' }
      const trial = await ask(alice, { method: 'POST', url: '/api/taggingrules/try', payload })
      assert.deepEqual(trial.json(), {
        matches: 1,
        examined: 2,
        loose_nots: [],
        entries: [{ id: one.id, title: 'Coffee' }],
      })
      assert.deepEqual(labelsOf(await entry(one.id)), [])
      const loose = { rule: 'not title matches "x"' }
      const hint = await ask(alice, { method: 'POST', url: '/api/taggingrules/try', payload: loose })
      assert.deepEqual(hint.json<{ loose_nots: number[] }>().loose_nots, [0])
    })

    await t.test('a trial of a query finds the same as a search', async () => {
      const tried = async (rule: string) => {
        const payload = { rule, language: 'query' }
        const answer = await ask(alice, { method: 'POST', url: '/api/taggingrules/try', payload })
        return answer.json<{ entries: { title: string }[] }>().entries.map(({ title }) => title)
      }
      assert.deepEqual(await tried('coffee word'), ['Coffee'])
      assert.deepEqual(await tried('"word word" -coffee'), ['Water'])
      assert.deepEqual(await tried('site:example.org time:>3 saved:today'), ['Water', 'Coffee'])
      assert.deepEqual(await tried('is:tagged'), [])
      const refused = await ask(alice, {
        method: 'POST',
        url: '/api/taggingrules/try',
        payload: { rule: 'tag:', language: 'query' },
      })
      assert.equal(refused.statusCode, 400)
    })

    await t.test('a query tags saved entries, with words of the text, tags and collections', async () => {
      await ask(alice, { method: 'POST', url: '/api/collections', payload: { name: 'Long', query: 'time:>3' } })
      const rules = { '"salt water" -harbour': 'brine', 'in:Long tag:mine': 'both', 'in:Nowhere': 'never' }
      const ids: number[] = []
      for (const [rule, tags] of Object.entries(rules)) {
        ids.push((await add({ rule, language: 'query', tags })).json<{ id: number }>().id)
      }
      const text = `${content}<p>Salt water.</p>`
      const saved = await save(alice, 'https://q.example.org/1', { title: 'A', content: text, tags: 'mine' })
      assert.deepEqual(labelsOf(saved), ['both', 'brine', 'mine'])
      const harbour = await save(alice, 'https://q.example.org/harbour', { title: 'A', content: text })
      assert.deepEqual(labelsOf(harbour), [])
      assert.deepEqual(labelsOf(await save(bob, 'https://q.example.org/1', { title: 'A', content: text })), [])
      for (const id of ids) await ask(alice, { method: 'DELETE', url: `/api/taggingrules/${id}` })
    })

    await t.test('rules run whenever content is stored, and only add', async () => {
      await add({ rule: 'domainName = "rules.example.org" and readingTime > 3', tags: 'long,ruled' })
      await add({ rule: 'title matches "never"', tags: 'never' })
      const saved = await save(alice, 'https://rules.example.org/1', { title: 'A', content, tags: 'mine' })
      assert.deepEqual(labelsOf(saved), ['long', 'mine', 'ruled'])
      const short = await save(alice, 'https://rules.example.org/2', { title: 'A', content: '<p>short</p>' })
      assert.deepEqual(labelsOf(short), [])
      const url = `/api/entries/${short.id}`
      await ask(alice, { method: 'PATCH', url, payload: { content } })
      assert.deepEqual(labelsOf(await entry(short.id)), ['long', 'ruled'])
      await ask(alice, { method: 'PATCH', url, payload: { content: `${content}<p>x</p>`, tags: 'only' } })
      assert.deepEqual(labelsOf(await entry(short.id)), ['only'])
      assert.deepEqual(labelsOf(await save(bob, 'https://rules.example.org/1', { title: 'A', content })), [])
    })

    await t.test('a fetched page is tagged too', async () => {
      await add({ rule: `url matches "${new URL(site.url).host}"`, tags: 'fetched' })
      const saved = await save(alice, `${site.url}/article/ruled`)
      assert.deepEqual(labelsOf(saved), ['fetched'])
    })

    await t.test('an entry with the maximum number of tags is stored', async () => {
      await add({ rule: 'title = "full"', tags: 'one-more' })
      const tags = Array.from({ length: 100 }, (_, index) => `t${index}`).join(',')
      const url = 'https://full.example.org/'
      const { id } = await save(alice, url, { title: 'x', content, tags })
      await ask(alice, {
        method: 'PATCH',
        url: `/api/entries/${id}`,
        payload: { title: 'full', content: '<p>new</p>' },
      })
      const full = await entry(id)
      assert.deepEqual([full['title'], labelsOf(full).length], ['full', 100])
    })
  })
}
