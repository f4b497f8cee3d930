import type { PostgresLocation } from '../db/database-url.ts'
import type { Database } from '../db/database.ts'
import { connectDirectly } from '../db/postgres/direct-client.ts'
import { refuseDifferentDatabases } from '../db/postgres/same-database.ts'
import { limitsStatements } from '../db/postgres/statement-timeout.ts'
import { explainUnusable } from '../db/unusable-database.ts'
import { ok, warning, type Finding } from './finding.ts'

/**
 * Checks that the addresses of a database suit a connection pooler.
 * @throws AppError `unavailable` if an address leads through a pooler and must not, if the two lead to different
 *   databases, or if one cannot be reached
 */
export async function checkAddresses(location: PostgresLocation): Promise<void> {
  try {
    const direct = await connectDirectly(location, 'dogear doctor')
    await refuseDifferentDatabases(direct, location).finally(() => direct.end())
  } catch (error) {
    throw explainUnusable(location, error, 'direct')
  }
}

/** @returns a finding about the pooler, whose connections should limit the time of statements outside of transactions */
export async function checkPooler(database: Database): Promise<Finding> {
  if (await limitsStatements(database)) return ok('pooler', 'reaches the same database as DATABASE_DIRECT_URL')
  return warning(
    'pooler',
    'does not limit the time of statements: set connect_query in pgbouncer.ini (docs/scaling.md)',
  )
}
