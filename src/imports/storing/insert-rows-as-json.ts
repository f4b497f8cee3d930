import { setImmediate } from 'node:timers/promises'
import type { Dialect } from '../../db/database.ts'
import { rawSql } from '../../db/raw-sql.ts'
import type { Tx } from '../../db/schema.ts'
import { storableJson } from '../../kernel/storable-text.ts'

/**
 * How a column's values are encoded in JSON: unchanged (`text`, `int`, `real`), bytes as hexadecimal digits (`hex`), or bytes
 * as UTF-8 text (`utf8`).
 */
type JsonEncoding = 'text' | 'int' | 'real' | 'hex' | 'utf8'

export interface TableColumns {
  readonly table: string
  readonly columns: Readonly<Record<string, JsonEncoding>>
  readonly returning?: readonly string[]
}

/**
 * Inserts any number of rows with one statement. The only parameter of the statement contains the rows as JSON. The
 * text of the statement does not depend on the number of rows, so the database prepares it only once.
 * @returns the inserted rows, with the columns named in `target.returning`
 */
export async function insertRowsAsJson<Row>(
  { tx, dialect }: { readonly tx: Tx; readonly dialect: Dialect },
  target: TableColumns,
  rows: readonly object[],
): Promise<readonly Row[]> {
  if (rows.length === 0) return []
  const names = Object.keys(target.columns)
  const values = names.map((name) => valueSql(dialect, name, target.columns[name]!))
  const ending = target.returning ? ` returning ${target.returning.join(', ')}` : ''
  const text = `insert into ${target.table} (${names.join(', ')}) select ${values.join(', ')} from ${sourceSql(dialect, target)}${ending}`
  const inserted = await rawSql<Row>(tx, text, [storableJson(rows)])
  // SQLite blocks this thread during a statement, so the event loop runs between two statements.
  if (dialect === 'sqlite') await setImmediate()
  return inserted
}

function valueSql(dialect: Dialect, name: string, encoding: JsonEncoding): string {
  const value = dialect === 'sqlite' ? `r.value ->> '$.${name}'` : `r.${name}`
  if (encoding === 'hex') return dialect === 'sqlite' ? `unhex(${value})` : `decode(${value}, 'hex')`
  if (encoding === 'utf8') return dialect === 'sqlite' ? `cast(${value} as blob)` : `convert_to(${value}, 'UTF8')`
  return value
}

const SQL_TYPES: Readonly<Record<JsonEncoding, string>> = {
  text: 'text',
  int: 'bigint',
  real: 'double precision',
  hex: 'text',
  utf8: 'text',
}

function sourceSql(dialect: Dialect, { columns }: TableColumns): string {
  if (dialect === 'sqlite') return 'json_each(?1) r'
  const list = Object.entries(columns).map(([name, encoding]) => `${name} ${SQL_TYPES[encoding]}`)
  return `json_to_recordset($1::json) as r(${list.join(', ')})`
}

/**
 * @param parameter number of the statement's parameter that contains a JSON list of values
 * @param encoding encoding of the values in the JSON list; `hex` for bytes
 * @returns an SQL condition that is true if the column has one of the values. On PostgreSQL, the condition compares
 * with an array, so that the planner uses the index even if its statistics are out of date.
 */
export function isInListSql(dialect: Dialect, column: string, parameter: number, encoding: 'text' | 'hex'): string {
  if (dialect === 'sqlite') {
    return `${column} in (select ${encoding === 'hex' ? 'unhex(value)' : 'value'} from json_each(?${parameter}))`
  }
  const value = encoding === 'hex' ? "decode(value, 'hex')" : 'value'
  return `${column} = any(array(select ${value} from json_array_elements_text($${parameter}::json)))`
}
