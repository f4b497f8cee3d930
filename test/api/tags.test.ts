import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type TestUser, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

interface WireTag {
  readonly id: number
  readonly label: string
  readonly slug: string
  readonly nbEntries?: number
}

const GIVEN = { title: 'Title', content: '<p>Content</p>' }
const JSON_TYPE = { 'content-type': 'application/json' }

for (const dialect of DIALECTS) {
  test(`${dialect}: tags of an entry`, async (t) => ofAnEntry(t, await testApp(t, dialect)))
  test(`${dialect}: tags of a user`, async (t) => ofTheUser(t, await testApp(t, dialect)))
  test(`${dialect}: dropping tags`, async (t) => dropping(t, await testApp(t, dialect)))
}

type Method = 'GET' | 'POST' | 'DELETE'

async function call(
  app: TestApp,
  method: Method,
  url: string,
  ...[payload, user = app.alice]: readonly [object?, TestUser?]
) {
  const body = payload && { payload: JSON.stringify(payload), headers: JSON_TYPE }
  return app.ask(user, { method, url, ...body })
}

const tagsOf = (entry: WireEntry) => (entry['tags'] as WireTag[]).map(({ label }) => label)

async function ofAnEntry(t: TestContext, app: TestApp): Promise<void> {
  const { id } = await app.save(app.alice, 'https://example.org/tags', { ...GIVEN, tags: 'ink,paper,quill' })

  await t.test('adding keeps existing tags, in every form that clients send', async () => {
    const { id } = await app.save(app.alice, 'https://example.org/added', { ...GIVEN, tags: 'ink' })
    for (const [tags, expected] of [
      ['Paper, INK', ['ink', 'paper']],
      [
        ['quill', 'paper'],
        ['ink', 'paper', 'quill'],
      ],
      ['', ['ink', 'paper', 'quill']],
      [2024, ['2024', 'ink', 'paper', 'quill']],
      [
        [2025, 'ink'],
        ['2024', '2025', 'ink', 'paper', 'quill'],
      ],
    ] as const) {
      const answer = await call(app, 'POST', `/api/entries/${id}/tags.json`, { tags })
      assert.equal(answer.statusCode, 200)
      assert.deepEqual(tagsOf(answer.json<WireEntry>()), expected)
    }
  })

  await t.test('labels that a library took for numbers are found by them', async () => {
    await app.save(app.alice, 'https://example.org/numbers', { ...GIVEN, tags: [2024, 2025] })
    const one = await call(app, 'DELETE', '/api/tag/label', { tag: 2024 })
    assert.deepEqual([one.statusCode, one.json()], [200, { label: '2024', slug: 't:2024' }])
    const list = await call(app, 'DELETE', '/api/tags/label', { tags: [2025, 'nothing'] })
    assert.deepEqual([list.statusCode, list.json()], [200, [{ label: '2025', slug: 't:2025' }]])
  })

  await t.test('the tags of an entry are objects with id, label and slug', async () => {
    const answer = await call(app, 'GET', `/api/entries/${id}/tags`)
    const tags = answer.json<WireTag[]>()
    assert.deepEqual(
      tags.map(({ label, slug }) => [label, slug]),
      [
        ['ink', 't:ink'],
        ['paper', 't:paper'],
        ['quill', 't:quill'],
      ],
    )
    assert.ok(tags.every((tag) => Number.isInteger(tag.id)))
  })

  await t.test('taking a tag away answers the entry, also when it did not have it; an unknown tag is 404', async () => {
    const { id } = await app.save(app.alice, 'https://example.org/taken', { ...GIVEN, tags: 'ink,paper,quill' })
    const [ink] = (await call(app, 'GET', `/api/entries/${id}/tags`)).json<WireTag[]>()
    const other = await app.save(app.alice, 'https://example.org/other', { ...GIVEN, tags: 'ink' })
    const taken = await call(app, 'DELETE', `/api/entries/${id}/tags/${ink!.id}.json`)
    assert.deepEqual(tagsOf(taken.json<WireEntry>()), ['paper', 'quill'])
    const again = await call(app, 'DELETE', `/api/entries/${id}/tags/${ink!.id}`)
    assert.equal(again.statusCode, 200)
    assert.deepEqual(tagsOf((await call(app, 'GET', `/api/entries/${other.id}`)).json<WireEntry>()), ['ink'])
    assert.equal((await call(app, 'DELETE', `/api/entries/${id}/tags/999999`)).statusCode, 404)
  })

  await t.test('updated_at changes when tags are added or removed, but not for a repetition', async () => {
    const before = await app.database
      .prepare<{ updated_at: string }>('select updated_at from entry where id = $1')
      .all(id)
    await call(app, 'POST', `/api/entries/${id}/tags`, { tags: 'paper' })
    const same = await app.database
      .prepare<{ updated_at: string }>('select updated_at from entry where id = $1')
      .all(id)
    assert.deepEqual(same, before)
    app.clock.advance(5)
    await call(app, 'POST', `/api/entries/${id}/tags`, { tags: 'vellum' })
    const after = await app.database
      .prepare<{ updated_at: string }>('select updated_at from entry where id = $1')
      .all(id)
    assert.ok(after[0]!.updated_at > before[0]!.updated_at)
  })
}

const ALL_TAGS = { ...GIVEN, tags: 'ink,paper,quill,vellum' }

async function ofTheUser(t: TestContext, app: TestApp): Promise<void> {
  await app.save(app.alice, 'https://example.org/tags', ALL_TAGS)

  await t.test('the list is sorted by label, counts entries, and contains only tags of the user', async () => {
    await app.save(app.bob, 'https://example.org/bob', { ...GIVEN, tags: 'secret' })
    const tags = (await call(app, 'GET', '/api/tags')).json<WireTag[]>()
    assert.deepEqual(
      tags.map(({ label, nbEntries }) => [label, nbEntries]),
      [
        ['ink', 1],
        ['paper', 1],
        ['quill', 1],
        ['vellum', 1],
      ],
    )
    assert.deepEqual((await call(app, 'GET', '/api/tags', undefined, app.carol)).json(), [])
  })

  await t.test('slugs are ASCII, and a used one gets a number', async () => {
    await app.save(app.carol, 'https://example.org/slugs', {
      ...GIVEN,
      tags: ['C++', 'C#', 'Été!', '日本語', 'a b', 'a/b'],
    })
    const tags = (await call(app, 'GET', '/api/tags', undefined, app.carol)).json<WireTag[]>()
    const slugs = Object.fromEntries(tags.map(({ label, slug }) => [label, slug]))
    assert.deepEqual(slugs, {
      'c++': 't:c',
      'c#': 't:c-1',
      'été!': 't:ete',
      日本語: 't:ri-ben-yu',
      'a b': 't:a-b',
      'a/b': 't:a-b-1',
    })
  })
}

async function dropping(t: TestContext, app: TestApp): Promise<void> {
  await app.save(app.alice, 'https://example.org/tags', ALL_TAGS)
  await app.save(app.bob, 'https://example.org/bob', { ...GIVEN, tags: 'secret' })

  await t.test(
    'a dropped tag is returned without its id and is removed from every entry; entries count as changed',
    async () => {
      const tags = (await call(app, 'GET', '/api/tags')).json<WireTag[]>()
      const quill = tags.find(({ label }) => label === 'quill')!
      const deleted = await call(app, 'DELETE', `/api/tags/${quill.id}.json`)
      assert.deepEqual(deleted.json(), { label: 'quill', slug: 't:quill' })
      assert.equal((await call(app, 'DELETE', `/api/tags/${quill.id}`)).statusCode, 404)
      const [stone] = await app.database
        .prepare<{ kind: string }>('select kind from tombstone where user_id = $1 and object_id = $2')
        .all(app.alice.id, quill.id)
      assert.equal(stone?.kind, 'tag')
    },
  )

  await t.test('by label: from the query or the body, one or several, exact', async () => {
    assert.deepEqual((await call(app, 'DELETE', '/api/tag/label?tag=vellum')).json(), {
      label: 'vellum',
      slug: 't:vellum',
    })
    assert.equal((await call(app, 'DELETE', '/api/tag/label?tag=vellum')).statusCode, 404)
    assert.equal((await call(app, 'DELETE', '/api/tag/label')).statusCode, 404)
    assert.equal((await call(app, 'DELETE', '/api/tags/label', { tags: ' ink' })).statusCode, 404)
    const both = await call(app, 'DELETE', '/api/tags/label.json', { tags: 'ink,paper,none' })
    assert.deepEqual(
      both.json<WireTag[]>().map(({ label }) => label),
      ['ink', 'paper'],
    )
    const left = (await call(app, 'GET', '/api/tags')).json<WireTag[]>().map(({ label }) => label)
    assert.deepEqual(
      left.filter((label) => label !== 'quill'),
      [],
    )
  })

  await t.test('users cannot drop tags of others', async () => {
    const [secret] = (await call(app, 'GET', '/api/tags', undefined, app.bob)).json<WireTag[]>()
    assert.equal((await call(app, 'DELETE', `/api/tags/${secret!.id}`)).statusCode, 404)
    assert.equal((await call(app, 'DELETE', '/api/tag/label?tag=secret')).statusCode, 404)
    assert.equal((await call(app, 'GET', '/api/tags', undefined, app.bob)).json<WireTag[]>().length, 1)
  })
}
