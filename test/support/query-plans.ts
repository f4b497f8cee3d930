import type { CompiledQuery, QueryResult } from 'kysely'
import { rawSql } from '../../src/db/raw-sql.ts'
import type { OwnerTx } from '../../src/users/owner-transaction.ts'

/**
 * Runs work in a transaction on SQLite and asks for the plan of each statement that it ran with `rawSql`.
 * @returns the steps of all plans, one a line
 */
export async function queryPlans(tx: OwnerTx, work: (tx: OwnerTx) => Promise<unknown>): Promise<string> {
  const statements: CompiledQuery[] = []
  const executeQuery = <Row>(statement: CompiledQuery<Row>): Promise<QueryResult<Row>> => {
    statements.push(statement)
    return tx.executeQuery(statement)
  }
  const watched = new Proxy(tx, {
    get: (target, name) => {
      if (name === 'executeQuery') return executeQuery
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await work(watched)
  const steps: string[] = []
  for (const { sql, parameters } of statements) {
    const plan = await rawSql<{ detail: string }>(tx, `explain query plan ${sql}`, parameters)
    steps.push(...plan.map(({ detail }) => detail))
  }
  return steps.join('\n')
}
