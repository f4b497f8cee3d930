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
      assert.deepEqual(added, { id: added.id, rule, tags: ['drinks', 'hot'] })
      assert.deepEqual((await add({ rule, tags: ['drinks', 'hot'] })).json(), added)
      const url = `/api/taggingrules/${added.id}`
      const changed = await ask(alice, { method: 'PUT', url, payload: { rule: 'readingTime >= 4', tags: 'long' } })
      assert.deepEqual(changed.json(), { id: added.id, rule: 'readingTime >= 4', tags: ['long'] })
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

    await t.test('a trial names the entries for which a rule would hold, and tags none', async () => {
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

    await t.test('an entry with as many tags as it may have is stored all the same', async () => {
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
