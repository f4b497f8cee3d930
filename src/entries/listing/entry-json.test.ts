import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS } from '../../../test/support/database.ts'
import { testApp, type TestApp } from '../../../test/support/app.ts'
import type { Database } from '../../db/database.ts'
import type { EntryVersion } from './list-entries.ts'
import { entryLoader, type LoadEntries } from './load-entries.ts'
import { entryLister } from './list-entries.ts'
import { currentRevision } from './count-lists.ts'
import { entryPresenter, type EntryFormat } from './entry-json.ts'

const CACHE_BYTES = 10_000_000
const TAGS: EntryFormat = {
  key: 'tags',
  hasContent: true,
  present: (entries) => entries.map(({ tags }) => [Buffer.from(JSON.stringify(tags.map(({ label }) => label)))]),
}

for (const dialect of DIALECTS) {
  test(`${dialect}: JSON that was loaded during a change does not outlive the change in the cache`, async (t) => {
    const app = await testApp(t, dialect)
    const { id } = await app.save(app.alice, 'https://example.org/changing', { title: 'T', content: '<p>text</p>' })
    await setTag(app, id, 'earlier')
    const written = Promise.withResolvers<void>()
    const load = entryLoader(readingTagsFirst(app.services.database, written.promise))
    const present = entryPresenter(load, CACHE_BYTES)
    const duringChange = present(app.alice.id, await versionsOf(app), TAGS)
    await setTag(app, id, 'later')
    written.resolve()
    await duringChange
    assert.match(textOf(await present(app.alice.id, await versionsOf(app), TAGS)), /later/)
  })

  test(`${dialect}: an entry that changes before it is loaded is cached under the revision that was requested`, async (t) => {
    const app = await testApp(t, dialect)
    const { id } = await app.save(app.alice, 'https://example.org/changed', { title: 'T', content: '<p>text</p>' })
    const load = entryLoader(app.services.database)
    let loads = 0
    const countingLoad: LoadEntries = (...call) => {
      loads += 1
      return load(...call)
    }
    const present = entryPresenter(countingLoad, CACHE_BYTES)
    const requested = await versionsOf(app)
    await setTag(app, id, 'later')
    const first = textOf(await present(app.alice.id, requested, TAGS))
    assert.match(first, /later/)
    assert.equal(textOf(await present(app.alice.id, requested, TAGS)), first)
    assert.equal(loads, 1)
    assert.equal(textOf(await present(app.alice.id, await versionsOf(app), TAGS)), first)
    assert.equal(loads, 2)
  })
}

/** @returns the same database, whose statements without tags wait for `written` */
function readingTagsFirst(database: Database, written: Promise<void>): Database {
  return {
    ...database,
    prepare: <Row>(sql: string) => {
      const statement = database.prepare<Row>(sql)
      return {
        all: async (...parameters) => {
          if (!sql.includes('from entry_tag')) await written
          return statement.all(...parameters)
        },
      }
    },
  }
}

async function versionsOf({ services: { database }, alice }: TestApp): Promise<readonly EntryVersion[]> {
  const owner = { id: alice.id, revision: await currentRevision(database, alice.id) }
  return (await entryLister(database)(owner, { sort: 'created', order: 'desc', page: 1, perPage: 30 })).entries
}

async function setTag(app: TestApp, id: number, tag: string): Promise<void> {
  const answer = await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${id}`, payload: { tags: tag } })
  assert.equal(answer.statusCode, 200, answer.body)
}

const textOf = (entries: readonly (readonly Uint8Array[])[]): string => Buffer.concat(entries.flat()).toString()
