import type { Database, SqlValue, Statement } from './database.ts'
import { StatementCache } from './statement-cache.ts'

/** Prepared statements by their text, for queries that are put together from parts. */
export class StatementRegistry {
  readonly #database: Database
  readonly #statements = new StatementCache<Statement<unknown>>(200)

  constructor(database: Database) {
    this.#database = database
  }

  /** @returns the rows of `sql`, prepared at its first use; texts are few, values are parameters */
  all<Row>(sql: string, parameters: readonly SqlValue[]): Promise<Row[]> {
    const statement = this.#statements.get(sql, () => this.#database.prepare(sql)) as Statement<Row>
    return statement.all(...parameters)
  }

  /** @returns SQL for "in this list of whole numbers", where the list is one parameter of JSON text */
  inNumbers(placeholder: string): string {
    return this.#database.dialect === 'sqlite'
      ? `in (select value from json_each(${placeholder}))`
      : `in (select value::bigint from json_array_elements_text(${placeholder}::json))`
  }
}
