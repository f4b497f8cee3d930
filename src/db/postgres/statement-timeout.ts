import type { Database } from '../database.ts'

/** @returns false if PostgreSQL may run statements outside of transactions without end. Poolers lead to such connections. */
export async function limitsStatements(database: Database): Promise<boolean> {
  const limit = database.prepare<{ limit: string }>("select current_setting('statement_timeout') as limit")
  return (await limit.all())[0]!.limit !== '0'
}
