import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../../test/crash/seeded-random.ts'
import { migratedDatabaseUrl } from '../../../test/support/database.ts'
import { fts5Match } from '../../query/sql/full-text-match.ts'
import { indexChangesSqlite, openIndexConnection, resetIndexSqlite, type IndexConnection } from '../sqlite-index.ts'
import { followsRevision } from '../follows-revision.ts'
import { matchingIds, rankedIds } from './sqlite-matches.ts'
import { queryParts } from '../query-parts.ts'
import { searchQuery } from '../search-query.ts'
import { findSqlite } from '../sqlite-find.ts'
import { listSqlite } from '../sqlite-list.ts'
import type { UserId } from '../../kernel/branded-ids.ts'

const OWNER = 1 as UserId
const TAG = 1
const WORDS = ['harbour', 'harvest', 'tide', 'lantern']
const QUERIES = ['har', 'harbour', '"tide lantern"', 'tide -lantern', 'harvest OR lantern'].map((text) => {
  const { indexed } = queryParts(searchQuery(text).condition)
  return fts5Match(OWNER, indexed!).text
})
/** Queries whose ids come from columns, alone or together with words. */
const COLUMN_QUERIES = ['no:tag', 'is:unread', 'is:starred -no:tag', 'NOT har', 'is:unread OR tide', 'is:archived har']
const SEED = Number(process.env['SEARCH_SEED'] ?? Date.now() % 2 ** 32)
const LIST = { sort: 'created', order: 'asc', page: 1, perPage: 10 } as const
const INDEXING_MS = 10_000

/** A library that is changed as the service does: with a revision for each change, and a tombstone for each deletion. */
class Library {
  readonly writer: IndexConnection
  readonly #random = seededRandom(SEED)
  #revision = 0

  constructor(path: string) {
    this.writer = openIndexConnection(path)
    this.writer.run(
      'insert into users (id, username, username_key, password_hash, created_at, updated_at) ' +
        `values (${OWNER}, 'ada', 'ada', '', '', '')`,
    )
    this.writer.run(`insert into user_revision (user_id, revision) values (${OWNER}, 0)`)
    this.writer.run(`insert into tag (id, user_id, label, slug) values (${TAG}, ${OWNER}, 'sea', 'sea')`)
  }

  change(): void {
    const id = this.#random.between(1, 30)
    this.writer.run(`update user_revision set revision = ${++this.#revision} where user_id = ${OWNER}`)
    const percent = this.#random.between(0, 99)
    if (percent < 20) this.#delete(id)
    else if (percent < 40) this.#tag(id)
    else if (percent < 60) this.#set(id, this.#random.chance(0.5) ? 'is_starred' : 'is_archived')
    else this.#save(id, [1, 2].map(() => WORDS[this.#random.between(0, WORDS.length - 1)]!).join(' '))
  }

  #delete(id: number): void {
    const values = `select user_id, 'entry', id, ${this.#revision}, '' from entry where id = $1`
    this.writer.run(
      `insert into tombstone (user_id, kind, object_id, revision, deleted_at) ${values} on conflict do nothing`,
      id,
    )
    this.writer.run('delete from entry where id = $1', id)
  }

  #set(id: number, flag: 'is_starred' | 'is_archived'): void {
    this.writer.run(`update entry set ${flag} = 1 - ${flag}, revision = ${this.#revision} where id = $1`, id)
  }

  #tag(id: number): void {
    const isAdded = this.#random.chance(0.5)
    const add = `insert into entry_tag (user_id, entry_id, tag_id) select user_id, id, ${TAG} from entry where id = $1
      on conflict do nothing`
    this.writer.run(isAdded ? add : 'delete from entry_tag where entry_id = $1', id)
    this.writer.run(`update entry set revision = ${this.#revision} where id = $1`, id)
  }

  #save(id: number, title: string): void {
    this.writer.run("delete from tombstone where kind = 'entry' and object_id = $1", id)
    this.writer.run(
      `insert into entry (id, user_id, url, title, created_at, updated_at, revision)
       values ($1, ${OWNER}, 'https://example.org/' || $1, $2, '', '', ${this.#revision})
       on conflict (id) do update set title = excluded.title, revision = excluded.revision`,
      id,
      title,
    )
  }

  /** Indexes all changes, or some of them. */
  async index(): Promise<void> {
    if (this.#random.chance(0.8)) await indexChangesSqlite(this.writer, OWNER, INDEXING_MS)
  }

  async rebuild(): Promise<void> {
    resetIndexSqlite(this.writer, OWNER)
    await indexChangesSqlite(this.writer, OWNER, INDEXING_MS)
  }
}

test('cached ids are those in the database after every change', async (t) => {
  const path = (await migratedDatabaseUrl(t, 'sqlite')).slice('sqlite:'.length)
  const library = new Library(path)
  const cached = openIndexConnection(path)
  for (let step = 0; step < 150; step++) {
    library.change()
    await library.index()
    if (step % 50 === 49) await library.rebuild()
    // A connection without a cache reads the matches from the index.
    const fresh = openIndexConnection(path)
    for (const text of QUERIES) {
      const expected = matchingIds(fresh, OWNER, text)
      const context = `${text}, step ${step}, seed ${SEED}`
      assert.deepEqual([...matchingIds(cached, OWNER, text)], [...expected], context)
      const from = expected[Math.floor(expected.length / 2)] ?? 0
      const ranked = rankedIds(fresh, OWNER, { text, from })
      assert.deepEqual(
        inOrderThatLasts(text, rankedIds(cached, OWNER, { text, from })),
        inOrderThatLasts(text, ranked),
        context,
      )
    }
    for (const text of COLUMN_QUERIES) {
      const context = `${text}, step ${step}, seed ${SEED}`
      const query = searchQuery(text)
      const page = { offset: 0, limit: 10, sort: 'created' } as const
      assert.deepEqual(findSqlite(cached, OWNER, query, page), findSqlite(fresh, OWNER, query, page), context)
      const filter = { query: { condition: query.condition, dialect: 'sqlite' }, ...LIST } as const
      assert.deepEqual(await listSqlite(cached, OWNER, filter), await listSqlite(fresh, OWNER, filter), context)
    }
  }
})

/** The weights of two alternatives depend on the number of all entries, so a cached order of such matches may be older. */
function inOrderThatLasts(text: string, ids: readonly number[]): readonly number[] {
  return text.includes(' OR ') ? ids.toSorted((a, b) => a - b) : ids
}

test('a repeated search does not look up its words again, and a change without new words neither', async (t) => {
  const path = (await migratedDatabaseUrl(t, 'sqlite')).slice('sqlite:'.length)
  const library = new Library(path)
  for (let step = 0; step < 50; step++) library.change()
  await indexChangesSqlite(library.writer, OWNER, INDEXING_MS)
  const asked: string[] = []
  const connection = openIndexConnection(path)
  const all: IndexConnection['all'] = (sql, ...parameters) => {
    asked.push(sql)
    return connection.all(sql, ...parameters)
  }
  const counting = { ...connection, all }
  const lookups = () => {
    asked.length = 0
    matchingIds(counting, OWNER, QUERIES[0]!)
    return asked.filter((sql) => sql.includes('search_index match')).length
  }
  assert.deepEqual([lookups(), lookups()], [1, 0])
  library.writer.run('update user_revision set revision = 51')
  library.writer.run(
    'update entry set is_starred = 1 - is_starred, revision = 51 where id = (select min(id) from entry)',
  )
  await indexChangesSqlite(library.writer, OWNER, INDEXING_MS)
  assert.equal(lookups(), 0)
  library.writer.run('update user_revision set revision = 52')
  library.writer.run("update entry set title = 'harbour', revision = 52 where id = (select min(id) from entry)")
  await indexChangesSqlite(library.writer, OWNER, INDEXING_MS)
  assert.equal(lookups(), 1)
})

test('only conditions whose entries get a new revision are cached', () => {
  for (const text of ['no:tag', 'is:unread time:<5', 'type:pdf OR is:starred', 'url:example']) {
    assert.equal(followsRevision(searchQuery(text).condition), true, text)
  }
  for (const text of ['is:reading', 'is:failed', 'left:<5m', 'progress:>10%', 'saved:7d', 'no:tag tide']) {
    assert.equal(followsRevision(searchQuery(text).condition), false, text)
  }
  assert.equal(followsRevision(searchQuery('no:tag tide').condition, { mayHaveWords: true }), true)
  assert.equal(followsRevision({ type: 'not', part: { type: 'collected', collection: 1 } }), false)
})
