import { DatabaseSync } from 'node:sqlite'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import type { Installation } from './installation.ts'

/**
 * Lets the leases of killed processes expire at once. On PostgreSQL, their jobs would otherwise stay claimed for up to
 * twelve seconds. On SQLite, the function does nothing, because the next process detects by itself that the killed
 * processes have ended.
 * @param pid id of the killed process; all processes if absent
 */
export async function letLeasesRunOut({ dialect, databaseUrl }: Installation, pid?: number): Promise<void> {
  if (dialect === 'sqlite') return
  await onServer(databaseUrl, async (query) => {
    const { rows } = await query(`select to_regclass('job') is not null as is_there`)
    if (!rows[0]?.['is_there']) return
    await query(`update job set locked_until = 0 where locked_by like $1`, [pid === undefined ? '%' : `${pid}.%`])
  })
}

/** Sets the attempt count of the only job. No process may be running. @returns the previous count */
export async function replaceAttempts({ databaseUrl }: Installation, attempts: number): Promise<number> {
  const location = parseDatabaseUrl(databaseUrl)
  if (location.dialect === 'postgres') {
    return onServer(databaseUrl, async (query) => {
      const { rows } = await query('select attempts from job')
      await query('update job set attempts = $1', [attempts])
      return Number(rows[0]?.['attempts'])
    })
  }
  const connection = new DatabaseSync(location.path)
  try {
    const before = connection.prepare('select attempts from job').get()
    connection.prepare('update job set attempts = ?').run(attempts)
    return Number(before?.['attempts'])
  } finally {
    connection.close()
  }
}

/** Terminates all database sessions except its own. @returns their number */
export async function endSessions(databaseUrl: string): Promise<number> {
  return onServer(databaseUrl, async (query) => {
    const { rows } = await query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    return rows.length
  })
}

type Query = (text: string, values?: unknown[]) => Promise<{ readonly rows: readonly Record<string, unknown>[] }>

async function onServer<T>(databaseUrl: string, work: (query: Query) => Promise<T>): Promise<T> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'crash test' })
  await client.connect()
  try {
    return await work((text, values) => client.query(text, values))
  } finally {
    await client.end()
  }
}
