import { setImmediate } from 'node:timers/promises'
import type { Dialect } from '../../db/database.ts'
import { rawSql } from '../../db/raw-sql.ts'
import type { Tx } from '../../db/schema.ts'
import { storableJson } from '../../kernel/plain-text.ts'

/** How a value travels inside JSON: as itself, as hexadecimal digits of bytes, or as text whose UTF-8 is stored. */
type Travel = 'text' | 'int' | 'hex' | 'utf8'

export interface InsertPlan {
  readonly table: string
  readonly columns: Readonly<Record<string, Travel>>
  readonly returning?: readonly string[]
  /** what is there already stays as it is */
  readonly isForgiving?: boolean
}

/**
 * Inserts any number of rows with one statement, whose text does not depend on their number: the rows are one JSON
 * parameter. So each plan is prepared once.
 */
export async function insertMany<Row>(
  { tx, dialect }: { readonly tx: Tx; readonly dialect: Dialect },
  plan: InsertPlan,
  rows: readonly object[],
): Promise<readonly Row[]> {
  if (rows.length === 0) return []
  const names = Object.keys(plan.columns)
  const values = names.map((name) => valueSql(dialect, name, plan.columns[name]!))
  const ending = `${plan.isForgiving ? ' on conflict do nothing' : ''}${plan.returning ? ` returning ${plan.returning.join(', ')}` : ''}`
  // "where true" lets SQLite tell the conflict clause from a join.
  const text = `insert into ${plan.table} (${names.join(', ')}) select ${values.join(', ')} from ${sourceSql(dialect, plan)} where true${ending}`
  const inserted = await rawSql<Row>(tx, text, [storableJson(rows)])
  // SQLite works in this thread and never waits: between two statements everybody else who reads gets a turn.
  if (dialect === 'sqlite') await setImmediate()
  return inserted
}

function valueSql(dialect: Dialect, name: string, travel: Travel): string {
  const value = dialect === 'sqlite' ? `r.value ->> '$.${name}'` : `r.${name}`
  if (travel === 'hex') return dialect === 'sqlite' ? `unhex(${value})` : `decode(${value}, 'hex')`
  if (travel === 'utf8') return dialect === 'sqlite' ? `cast(${value} as blob)` : `convert_to(${value}, 'UTF8')`
  return value
}

function sourceSql(dialect: Dialect, { columns }: InsertPlan): string {
  if (dialect === 'sqlite') return 'json_each(?1) r'
  const list = Object.entries(columns).map(([name, travel]) => `${name} ${travel === 'int' ? 'bigint' : 'text'}`)
  return `json_to_recordset($1::json) as r(${list.join(', ')})`
}

/**
 * @returns SQL that is true where a column has one of the values in a JSON parameter; values that are hexadecimal digits
 *   stand for bytes. On PostgreSQL as an array, so that it looks into the index whatever it knows of the table.
 */
export function isInListSql(dialect: Dialect, column: string, parameter: number, travel: 'text' | 'hex'): string {
  if (dialect === 'sqlite') {
    return `${column} in (select ${travel === 'hex' ? 'unhex(value)' : 'value'} from json_each(?${parameter}))`
  }
  const value = travel === 'hex' ? "decode(value, 'hex')" : 'value'
  return `${column} = any(array(select ${value} from json_array_elements_text($${parameter}::json)))`
}
