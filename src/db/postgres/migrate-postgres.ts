import type { Client } from 'pg'
import type { PostgresLocation } from '../database-url.ts'
import { migrationSql, pendingMigrations, RECORD_TABLE, type MigrateResult } from '../migration-record.ts'
import type { Migration } from '../migrations/migration.ts'
import { connectDirectly } from './direct-client.ts'
import { refuseDifferentDatabases } from './same-database.ts'

/** Id of the advisory lock: the letters "doge" in ASCII. All versions must use the same id. */
const LOCK_ID = 0x646f6765

/**
 * Migrates a PostgreSQL database under an advisory lock, so that several processes may start at the same time.
 * @throws AppError `unavailable` if the addresses of the database do not suit a connection pooler. Nothing is changed then.
 */
export async function migratePostgres(
  location: PostgresLocation,
  migrations: readonly Migration[],
): Promise<MigrateResult> {
  const client = await connectDirectly(location, 'dogear migrate')
  try {
    await refuseDifferentDatabases(client, location)
    await lockMigrations(client)
    return { applied: await migrateClient(client, migrations), backup: undefined }
  } finally {
    await client.end()
  }
}

/** Waits until no other process migrates the database. The lock ends with the connection. */
export async function lockMigrations(client: Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCK_ID])
}

/**
 * Migrates the first schema in the search path of a connection. The caller holds the lock.
 * @returns the names of the applied steps
 */
export async function migrateClient(client: Client, migrations: readonly Migration[]): Promise<readonly string[]> {
  await client.query(RECORD_TABLE)
  const { rows } = await client.query<{ name: string }>('select name from migration order by position')
  const pending = pendingMigrations(
    rows.map((row) => row.name),
    migrations,
  )
  for (const step of pending) await applyStep(client, step)
  return pending.map(({ migration }) => migration.name)
}

async function applyStep(client: Client, { position, migration }: { position: number; migration: Migration }) {
  const sql = await migrationSql(migration, 'postgres')
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (position, name, applied_at) values ($1, $2, $3)', [
      position,
      migration.name,
      new Date().toISOString(),
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
