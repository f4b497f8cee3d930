import type { Database, SqlValue, Statement } from './database.ts'
import { LruMap } from './lru-map.ts'

/** A cache of prepared statements by their text, for queries composed of parts. */
export class StatementCache {
  readonly #database: Database
  readonly #statements = new LruMap<Statement<unknown>>(200)

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Runs a statement. Prepares it first if the cache does not contain its text.
   * @param sql SQL with placeholders instead of values
   */
  all<Row>(sql: string, parameters: readonly SqlValue[]): Promise<Row[]> {
    const statement = this.#statements.get(sql, () => this.#database.prepare(sql)) as Statement<Row>
    return statement.all(...parameters)
  }

  /** @returns an SQL condition that a value is in a list of integers. The parameter contains the list as JSON */
  inNumbers(placeholder: string): string {
    return this.#database.dialect === 'sqlite'
      ? `in (select value from json_each(${placeholder}))`
      : `in (select value::bigint from json_array_elements_text(${placeholder}::json))`
  }
}
