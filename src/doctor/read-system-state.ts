import { isPostgres } from '../db/open-database.ts'
import type { Database, SqlValue } from '../db/database.ts'
import { openJobAdministration, type JobCount } from '../jobs/job-administration.ts'
import { findUsersBehind } from '../search/changed-entries.ts'

/** The state of what all processes share. */
export interface SystemState {
  readonly jobs: readonly JobCount[]
  /** 0 if no job is due */
  readonly oldestDueSeconds: number
  /** number of users whose last changes are not indexed, up to 20 */
  readonly usersBehind: number
  readonly databaseBytes: number
  /** connections of this process; absent on SQLite */
  readonly pool?: { readonly busy: number; readonly idle: number; readonly waiting: number }
}

/** Runs a read-only statement in a place where it may take long. */
export type ReadLong = <Row>(sql: string, parameters?: readonly SqlValue[]) => Promise<Row[]>

const SIZE = {
  sqlite: 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()',
  postgres: 'select pg_database_size(current_database()) as bytes',
} as const

/**
 * @param read runs the statements; by default on the connections of the database
 * @returns the current state of the system
 */
export async function readSystemState(
  database: Database,
  read: ReadLong = (sql, parameters = []) => database.prepare(sql).all(...parameters) as never,
): Promise<SystemState> {
  const { dialect } = database
  const administration = openJobAdministration(database, read)
  const [jobs, oldestDueSeconds, behind, [size]] = await Promise.all([
    administration.count(),
    administration.oldestDueSeconds(),
    findUsersBehind(read),
    read<{ bytes: number | string }>(SIZE[dialect]),
  ])
  return {
    jobs,
    oldestDueSeconds,
    usersBehind: behind.length,
    databaseBytes: Number(size?.bytes ?? 0),
    ...(isPostgres(database) && { pool: poolCounts(database.pool) }),
  }
}

function poolCounts({ totalCount, idleCount, waitingCount }: PoolCounts) {
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

interface PoolCounts {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}
