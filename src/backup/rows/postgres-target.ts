import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from } from 'pg-copy-streams'
import { MIGRATIONS } from '../../db/migrations/all-migrations.ts'
import type { PostgresLocation } from '../../db/database-url.ts'
import { connectDirectly } from '../../db/postgres/direct-client.ts'
import { lockMigrations, migrateClient } from '../../db/postgres/migrate-postgres.ts'
import { formatCopyLine } from './copy-text.ts'
import { postgresRows } from './postgres-source.ts'
import { moveTables, refuseOccupied } from './postgres-schemas.ts'
import type { Row } from './row.ts'
import { END_SYNC_EPOCH, endSessionsSql, type Completion, type RowTarget, type TargetBackup } from './row-target.ts'
import { columnList, schemaLayout, type TableLayout } from './table-layout.ts'

/** The schema in which a restore prepares the tables, so that nobody sees them before they are complete. */
const DRAFT = 'dogear_restoring'
/** The table in an unfinished schema that records the stored parts. Its first row names the backup. */
const RECORD = `${DRAFT}.restored_part`

/**
 * Opens a schema of the database, whose tables replace the present ones at the end.
 * @throws AppError `conflict` if the service is running, or another program has tables of the same names
 */
export async function openPostgresTarget(location: PostgresLocation, backup: TargetBackup): Promise<RowTarget> {
  const client = await connectDirectly(location, 'dogear restore')
  try {
    await lockMigrations(client)
    const { rows: homes } = await client.query<{ schema: string }>('select current_schema() as schema')
    const home = homes[0]!.schema
    await refuseOccupied(client, home)
    await client.query(`set search_path to ${DRAFT}`)
    const { tables } = await schemaLayout(backup.steps)
    if ((await recordOf(client))[0] !== backup.id) await createDraft(client, backup, tables)
    return {
      storedParts: new Set((await recordOf(client)).slice(1)),
      store: (part, table, rows) => storePart(client, { part, table }, rows),
      rows: await postgresRows(client),
      finish: async (completion) => {
        await complete(client, tables, completion)
        return moveTables(client, DRAFT, home)
      },
      discard: async () => {
        await client.query(`drop schema ${DRAFT} cascade`)
        await client.end()
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** @returns the id of the backup and the stored parts; empty if there is no unfinished restore */
async function recordOf(client: Client): Promise<readonly string[]> {
  const { rows: found } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    RECORD,
  ])
  if (!found[0]!.exists) return []
  const { rows } = await client.query<{ path: string }>(`select path from ${RECORD} order by position`)
  return rows.map(({ path }) => path)
}

async function createDraft(client: Client, { id, steps }: TargetBackup, tables: readonly TableLayout[]): Promise<void> {
  await client.query(`drop schema if exists ${DRAFT} cascade`)
  await client.query(`create schema ${DRAFT}`)
  await migrateClient(client, MIGRATIONS.slice(0, steps.length))
  await client.query('begin')
  for (const { name } of tables.toReversed()) await client.query(`delete from "${name}"`)
  // The triggers would count what the backup contains already.
  for (const { name } of tables) await client.query(`alter table "${name}" disable trigger user`)
  await client.query(`create table ${RECORD} (position integer generated always as identity, path text not null)`)
  await client.query(`insert into ${RECORD} (path) values ($1)`, [id])
  await client.query('commit')
}

interface Part {
  readonly part: string
  readonly table: TableLayout
}

async function storePart(client: Client, { part, table }: Part, rows: AsyncIterable<readonly Row[]>): Promise<void> {
  const lines = async function* () {
    for await (const batch of rows) yield batch.map(formatCopyLine).join('')
  }
  await client.query('begin')
  try {
    await pipeline(lines, client.query(from(`copy "${table.name}" (${columnList(table)}) from stdin`)))
    await client.query(`insert into ${RECORD} (path) values ($1)`, [part])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function complete(client: Client, tables: readonly TableLayout[], completion: Completion): Promise<void> {
  await client.query('begin')
  if (completion.endsSessions) for (const sql of endSessionsSql(tables.map(({ name }) => name))) await client.query(sql)
  if (!completion.keepsSyncEpoch) await client.query(END_SYNC_EPOCH)
  for (const { name, hasCounter } of tables) {
    await client.query(`alter table "${name}" enable trigger user`)
    if (!hasCounter) continue
    await client.query(
      `select setval(pg_get_serial_sequence($1, 'id'), greatest((select max(id) from "${name}"), $2, 1),
         greatest((select max(id) from "${name}"), $2) > 0)`,
      [name, completion.counters[name] ?? 0],
    )
  }
  await client.query(`drop table ${RECORD}`)
  await client.query('commit')
  await migrateClient(client, MIGRATIONS)
  // The planner knows nothing about the new tables otherwise.
  for (const { name } of tables) await client.query(`analyze "${name}"`)
}
