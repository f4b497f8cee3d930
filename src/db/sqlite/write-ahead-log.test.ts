import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { rawSql } from '../raw-sql.ts'
import { openSqlite } from './sqlite.ts'
import { LAST_RESORT_PAGES } from './write-ahead-log.ts'

const PAGE = 4096
/** Number of rows in one write of these tests. Each row fills a page. */
const A_WRITE = 300

interface Log {
  readonly log: number
  readonly checkpointed: number
}

function opened(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'write-ahead-'))
  const path = join(folder, 'a.sqlite')
  const database = openSqlite({ path })
  const other = new DatabaseSync(path)
  other.exec('create table thing (id integer primary key, text text)')
  t.after(async () => {
    other.close()
    await database.close()
    assert.equal(existsSync(`${path}-wal`), false, 'who closes it last leaves nothing beside the file')
    rmSync(folder, { recursive: true })
  })
  const noop = other.prepare('pragma wal_checkpoint(noop)')
  return {
    path,
    other,
    database,
    write: (times: number) => write(database, times),
    log: () => noop.get() as unknown as Log,
  }
}

async function write(database: ReturnType<typeof openSqlite>, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await database.transaction((tx) =>
      rawSql(
        tx,
        `insert into thing (text) select hex(zeroblob(1500)) from (with recursive c (value) as (select 1 union all select value + 1 from c where value < ${A_WRITE}) select value from c)`,
        [],
      ),
    )
  }
  await database.ping()
}

test('pages are copied into the database file before the writer would have to do it', async (t) => {
  const { write, log } = opened(t)
  await write(2)
  assert.ok(log().log > 2 * A_WRITE && log().checkpointed === 0, 'a short log is left alone')
  await write(3)
  const { log: pages, checkpointed } = log()
  assert.ok(pages < LAST_RESORT_PAGES)
  assert.ok(checkpointed === pages || pages < 1000, `${checkpointed} of ${pages}`)
})

test('the log stays short during many writes', async (t) => {
  const { write, path } = opened(t)
  await Promise.all(Array.from({ length: 8 }, () => write(8)))
  assert.ok(statSync(`${path}-wal`).size < 2000 * PAGE, `${statSync(`${path}-wal`).size / PAGE} pages`)
})

test('pages that a reader still needs stay in the log, and are copied with the next thousand', async (t) => {
  const { write, log, path } = opened(t)
  const reader = new DatabaseSync(path, { readOnly: true })
  reader.exec('begin; select * from thing')
  await write(8)
  assert.ok(log().checkpointed < 1000, JSON.stringify(log()))
  reader.exec('commit')
  reader.close()
  await write(4)
  assert.ok(log().log - log().checkpointed < 1000, JSON.stringify(log()))
})

test('the event loop is free while the log is copied', async (t) => {
  const { write, database, log } = opened(t)
  await write(3)
  assert.equal(log().checkpointed, 0)
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  t.after(() => clearInterval(timer))
  const before = turns
  // This write makes a checkpoint due. `write` ends with a `ping`, which waits until the checkpoint is complete.
  await write(1)
  assert.ok(log().checkpointed > 0 || log().log < 1000)
  assert.ok(turns > before, 'nothing else had its turn')
  const [{ rows } = {}] = await database.prepare<{ rows: number }>('select count(*) as rows from thing').all()
  assert.equal(rows, 4 * A_WRITE)
})

test('a database that was closed in the middle of everything has all that was acknowledged', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'write-ahead-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'a.sqlite')
  const database = openSqlite({ path })
  const maker = new DatabaseSync(path)
  maker.exec('create table thing (id integer primary key, text text)')
  maker.close()
  const writes = Promise.all(Array.from({ length: 6 }, () => write(database, 1)))
  await writes
  await database.close()
  const after = new DatabaseSync(path)
  assert.equal(after.prepare('select count(*) as rows from thing').get()?.['rows'], 6 * A_WRITE)
  after.close()
})
