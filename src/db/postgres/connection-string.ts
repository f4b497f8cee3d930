import type { PostgresDatabase } from './postgres.ts'

/** @returns the connection string that the pool of a database was opened with */
export function connectionStringOf({ pool }: PostgresDatabase): string {
  const { connectionString } = pool.options
  if (connectionString === undefined) throw new Error('the pool was opened without an address')
  return connectionString
}
