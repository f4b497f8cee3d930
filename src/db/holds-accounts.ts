import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { directAddress, type DatabaseLocation, type PostgresLocation } from './database-url.ts'
import { newClient } from './postgres/new-client.ts'
import { explainUnusable } from './unusable-database.ts'

const FIND_ACCOUNT = 'select 1 from users limit 1'
/** SQLSTATE code for a missing table (PostgreSQL, appendix A). */
const NO_TABLE = '42P01'

/**
 * Checks whether a database contains accounts, before it is migrated or opened. If it does and the secret is missing,
 * the caller must not create a new secret, because values that were encrypted with the old one could no longer be
 * decrypted.
 * @throws AppError `unavailable` if the database cannot be read
 */
export async function holdsAccounts(location: DatabaseLocation): Promise<boolean> {
  try {
    return location.dialect === 'sqlite' ? fileHoldsAccounts(location.path) : await serverHoldsAccounts(location)
  } catch (error) {
    throw explainUnusable(location, error, 'direct')
  }
}

function fileHoldsAccounts(path: string): boolean {
  if (!existsSync(path)) return false
  const connection = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  try {
    const tables = connection.prepare("select 1 from sqlite_schema where type = 'table' and name = 'users'").all()
    return tables.length > 0 && connection.prepare(FIND_ACCOUNT).all().length > 0
  } finally {
    connection.close()
  }
}

async function serverHoldsAccounts(location: PostgresLocation): Promise<boolean> {
  const client = await newClient({ connectionString: directAddress(location).url })
  await client.connect()
  try {
    return (await client.query(FIND_ACCOUNT)).rows.length > 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === NO_TABLE) return false
    throw error
  } finally {
    await client.end()
  }
}
