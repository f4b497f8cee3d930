import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openSqlite } from './sqlite/sqlite.ts'

test('a database is closed although another process writes to it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'closing-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'a.sqlite')
  const database = openSqlite({ path })
  const other = new DatabaseSync(path)
  other.exec('create table thing (id integer primary key, name text); create index by_name on thing (name)')
  other.exec(
    "insert into thing select value, 'n' || value % 7 from (with recursive c (value) as (select 1 union all select value + 1 from c where value < 5000) select value from c)",
  )
  await database.prepare('select * from thing where name = $1').all('n1')
  other.exec('begin immediate')
  await assert.doesNotReject(database.close())
  other.exec('rollback')
  other.close()
})
