import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { testApp } from '../../../test/support/app.ts'
import { rawSql } from '../raw-sql.ts'
import { openSqlite } from './sqlite.ts'

test('a library that only grows by saves has statistics after the hourly cleanup', async (t) => {
  const { alice, database, save, services } = await testApp(t, 'sqlite')
  for (let number = 0; number < 20; number++) {
    await save(alice, `https://example.org/${number}`, { title: 'T', content: '<p>C</p>', tags: `t${number % 4}` })
  }
  const statistics = async () => {
    const rows = await database.transaction((tx) =>
      rawSql<{ idx: string | null; stat: string }>(tx, 'select idx, stat from sqlite_stat1', []),
    )
    return new Map(rows.map(({ idx, stat }) => [idx, stat]))
  }
  assert.ok(!(await statistics()).has('entry_tag_tag'))
  await services.handlers['maintenance.sweep']({}, {} as never)
  const found = await statistics()
  assert.match(found.get('entry_tag_tag')!, /^20 20 5 /, 'five entries for each tag')
  assert.match(found.get('entry_revision')!, /^20 20 /)
})

const NUMBERS = 'with recursive s (value) as (select 1 union all select value + 1 from s where value < 40000)'

test('an open database plans by the new statistics', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'statistics-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'a.sqlite')
  const other = new DatabaseSync(path)
  other.exec('create table thing (a, b); create index by_a on thing (a); create index by_b on thing (b)')
  other.exec('create table entry_tag (a)')
  other.exec(`insert into thing ${NUMBERS} select value % 2, value from s limit 2000; analyze`)
  const database = openSqlite({ path })
  const plan = async (): Promise<string> => {
    await database.prepare('select * from thing limit 1').all()
    const rows = await database
      .prepare<{ detail: string }>('explain query plan select * from thing where a = 1 and b = 1')
      .all()
    return rows.map(({ detail }) => detail).join()
  }
  assert.match(await plan(), /by_b/)
  other.exec(`delete from thing; insert into thing ${NUMBERS} select value, value % 2 from s`)
  await database.updateStatistics()
  assert.match(await plan(), /by_a/)
  await database.close()
  other.close()
})
