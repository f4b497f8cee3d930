import type { Client } from 'pg'
import { AppError } from '../../kernel/errors.ts'
import type { PostgresLocation } from '../database-url.ts'
import { explainUnusable } from '../unusable-database.ts'
import { newClient } from './new-client.ts'

/** Identifies a database: its server by the time of its start, and the schema that unqualified names belong to. */
const IDENTITY = `select concat_ws('/', extract(epoch from pg_postmaster_start_time()), oid, current_schema()) as identity
  from pg_database where datname = current_database()`

/**
 * Checks that the pooler and the direct connection lead to the same database. Otherwise, one database would be migrated
 * and another one used.
 * @param direct a direct connection to the location
 * @throws AppError `unavailable` if they differ, or if the pooler does not respond
 */
export async function refuseDifferentDatabases(direct: Client, location: PostgresLocation): Promise<void> {
  if (location.directUrl === undefined) return
  const found = await identityThroughPooler(location).catch((error: unknown) => {
    throw explainUnusable(location, error)
  })
  if (found === (await identityOf(direct))) return
  throw new AppError(
    'unavailable',
    'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases, or schemas of one: correct one of them',
  )
}

async function identityThroughPooler({ url }: PostgresLocation): Promise<string> {
  const pooled = await newClient({ connectionString: url, application_name: 'dogear pooled' })
  await pooled.connect()
  return identityOf(pooled).finally(() => pooled.end())
}

async function identityOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(IDENTITY)
  return rows[0]!.identity
}
