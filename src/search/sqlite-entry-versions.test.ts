import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { migratedDatabaseUrl } from '../../test/support/database.ts'
import { openIndexConnection, type IndexConnection } from './sqlite-index.ts'
import { entryVersionsSqlite } from './sqlite-entry-versions.ts'

const READER = 1

async function library(t: TestContext, count: number) {
  const path = (await migratedDatabaseUrl(t, 'sqlite')).slice('sqlite:'.length)
  const writer = openIndexConnection(path)
  for (const id of [READER, 2]) {
    writer.run(
      'insert into users (id, username, username_key, password_hash, created_at, updated_at) ' +
        "values ($1, 'u' || $1, 'u' || $1, '', '', '')",
      id,
    )
  }
  add(
    writer,
    READER,
    Array.from({ length: count }, (_, index) => [10 + 10 * index, 1000 - index]),
  )
  const asked: string[] = []
  const connection = openIndexConnection(path)
  const all: IndexConnection['all'] = (sql, ...parameters) => {
    asked.push(sql)
    return connection.all(sql, ...parameters)
  }
  const find = (ids: readonly number[]) => {
    asked.length = 0
    const keys = entryVersionsSqlite(counting, READER, ids).map(({ id, revision }) => [id, revision])
    return { keys, isLookedUp: asked.some((sql) => sql.includes('json_each')), statements: asked.length }
  }
  const counting: IndexConnection = { ...connection, all }
  return { writer, find }
}

function add(writer: IndexConnection, owner: number, entries: readonly (readonly number[])[]): void {
  const columns = 'id, user_id, url, created_at, updated_at, revision'
  const sql = `insert into entry (${columns}) select value ->> 0, $1, '', '', '', value ->> 1 from json_each($2)`
  writer.run(sql, owner, JSON.stringify(entries))
}

test('the revisions are current, and only changes are read', async (t) => {
  const { writer, find } = await library(t, 20)
  assert.deepEqual(find([200, 10]).keys, [
    [200, 981],
    [10, 1000],
  ])
  assert.deepEqual(find([20]), { keys: [[20, 999]], isLookedUp: false, statements: 1 })
  writer.run('update entry set revision = 1001 where id = 190')
  add(writer, READER, [
    [195, 1002],
    [210, 1003],
  ])
  add(writer, 2, [[220, 2000]])
  assert.deepEqual(find([210, 200, 195, 190]), {
    keys: [
      [210, 1003],
      [200, 981],
      [195, 1002],
      [190, 1001],
    ],
    isLookedUp: false,
    statements: 1,
  })
  assert.deepEqual(find([200, 220, 999, 10]).keys, [
    [200, 981],
    [10, 1000],
  ])
})

test('after a thousand changes the cache is read again', async (t) => {
  const { writer, find } = await library(t, 1500)
  find([10])
  writer.run('update entry set revision = 20000 + id')
  assert.deepEqual(find([15_000, 10]), {
    keys: [
      [15_000, 35_000],
      [10, 20_010],
    ],
    isLookedUp: false,
    statements: 2,
  })
})

test('of a large library the entries changed last are cached, the others are looked up until many were missing', async (t) => {
  const { writer, find } = await library(t, 20_100)
  const [first, last] = [10, 201_000]
  assert.deepEqual(find([first]), { keys: [[first, 1000]], isLookedUp: false, statements: 1 })
  assert.deepEqual(find([last, first]).isLookedUp, true)
  assert.deepEqual(find([last, first]).keys, [
    [last, 1000 - 20_099],
    [first, 1000],
  ])
  writer.run('update entry set revision = 1001 where id = $1', last)
  assert.deepEqual(find([last, first]), {
    keys: [
      [last, 1001],
      [first, 1000],
    ],
    isLookedUp: false,
    statements: 1,
  })
  const older = last - 10
  for (let page = 0; page < 3; page++) assert.equal(find([older]).isLookedUp, true)
  for (let page = 0; page < 2; page++) {
    assert.deepEqual(find([older]), { keys: [[older, 1000 - 20_098]], isLookedUp: false, statements: 1 })
  }
})
