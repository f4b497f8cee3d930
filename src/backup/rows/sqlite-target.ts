import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { MIGRATIONS } from '../../db/migrations/all-migrations.ts'
import { migrateSqlite } from '../../db/sqlite/migrate-sqlite.ts'
import { AppError } from '../../kernel/errors.ts'
import { refuseRunning, replaceDatabase, replacementMark } from '../files/replace-files.ts'
import type { Row } from './row.ts'
import { END_SYNC_EPOCH, endSessionsSql, type Completion, type RowTarget, type TargetBackup } from './row-target.ts'
import { sqliteRows } from './sqlite-source.ts'
import { columnList, schemaLayout, type TableLayout } from './table-layout.ts'

/** The table in an unfinished database that records the stored parts. Its first row names the backup. */
const RECORD = 'restored_part'

/**
 * Opens the file `PATH.restoring`, which becomes the database at the end.
 * @throws AppError `conflict` if a service uses the database
 */
export async function openSqliteTarget(path: string, backup: TargetBackup): Promise<RowTarget> {
  const draft = `${path}.restoring`
  refuseRunning(path)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  if (recordOf(draft)[0] !== backup.id) await createDraft(draft, backup)
  const connection = new DatabaseSync(draft, { timeout: 0, enableForeignKeyConstraints: false })
  connection.exec('pragma synchronous = normal')
  const close = () => connection.isOpen && connection.close()
  return {
    storedParts: new Set(recordOf(draft).slice(1)),
    store: (part, table, rows) => storePart(connection, { part, table }, rows),
    rows: sqliteRows(connection),
    finish: async (completion) => {
      await complete(connection, backup, completion)
      close()
      await migrate(draft)
      return replaceDatabase(draft, path, replacementMark())
    },
    discard: async () => {
      close()
      await removeDatabase(draft)
    },
    close: async () => void close(),
  }
}

/** @returns the id of the backup and the stored parts; empty if the file is no unfinished restore */
function recordOf(draft: string): readonly string[] {
  if (!existsSync(draft)) return []
  const connection = new DatabaseSync(draft)
  try {
    const rows = connection.prepare(`select path from ${RECORD} order by rowid`).all()
    return rows.map(({ path }) => String(path))
  } catch {
    return []
  } finally {
    connection.close()
  }
}

async function createDraft(draft: string, { id, steps }: TargetBackup): Promise<void> {
  await removeDatabase(draft)
  await migrateSqlite(draft, MIGRATIONS.slice(0, steps.length))
  const { tables, sqliteTriggers } = await schemaLayout(steps)
  const connection = new DatabaseSync(draft)
  try {
    connection.exec('begin')
    // The triggers would count what the backup contains already. A migration may have stored rows, too.
    for (const name of sqliteTriggers.keys()) connection.exec(`drop trigger "${name}"`)
    for (const { name } of tables.toReversed()) connection.exec(`delete from "${name}"`)
    connection.exec(`create table ${RECORD} (path text not null)`)
    connection.prepare(`insert into ${RECORD} (path) values (?)`).run(id)
    connection.exec('commit')
  } finally {
    connection.close()
  }
}

interface Part {
  readonly part: string
  readonly table: TableLayout
}

async function storePart(
  connection: DatabaseSync,
  { part, table }: Part,
  rows: AsyncIterable<readonly Row[]>,
): Promise<void> {
  const places = table.columns.map(() => '?').join(', ')
  const statement = connection.prepare(`insert into "${table.name}" (${columnList(table)}) values (${places})`)
  connection.exec('begin immediate')
  try {
    for await (const batch of rows) insertRows(statement, batch)
    connection.prepare(`insert into ${RECORD} (path) values (?)`).run(part)
    connection.exec('commit')
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback')
    throw error
  }
}

function insertRows(statement: StatementSync, rows: readonly Row[]): void {
  for (const row of rows) statement.run(...row)
}

async function complete(connection: DatabaseSync, backup: TargetBackup, completion: Completion): Promise<void> {
  const { tables, sqliteTriggers } = await schemaLayout(backup.steps)
  refuseOrphans(connection)
  connection.exec('begin immediate')
  if (completion.endsSessions) for (const sql of endSessionsSql(tables.map(({ name }) => name))) connection.exec(sql)
  if (!completion.keepsSyncEpoch) connection.exec(END_SYNC_EPOCH)
  for (const { name } of tables.filter(({ hasCounter }) => hasCounter)) {
    const last = completion.counters[name] ?? 0
    const { changes } = connection
      .prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?')
      .run(last, name)
    if (changes === 0) connection.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, last)
  }
  for (const sql of sqliteTriggers.values()) connection.exec(sql)
  connection.exec(`drop table ${RECORD}`)
  connection.exec('commit')
  connection.exec('pragma optimize = 0x10002')
}

function refuseOrphans(connection: DatabaseSync): void {
  const [orphan] = connection.prepare('select "table", parent from pragma_foreign_key_check limit 1').all()
  if (!orphan) return
  const problem = `a row of ${String(orphan['table'])} refers to nothing in ${String(orphan['parent'])}`
  throw new AppError('invalid_input', `the backup is damaged: ${problem}`)
}

/** Applies the steps that the backup lacks, without the copy that a migration keeps of a database in use. */
async function migrate(draft: string): Promise<void> {
  const { backup: copy } = await migrateSqlite(draft, MIGRATIONS)
  if (copy !== undefined) await rm(copy)
  const connection = new DatabaseSync(draft)
  try {
    connection.exec('pragma wal_checkpoint(truncate); pragma synchronous = full; pragma journal_mode = delete')
  } finally {
    connection.close()
  }
}

async function removeDatabase(path: string): Promise<void> {
  for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true })
}
