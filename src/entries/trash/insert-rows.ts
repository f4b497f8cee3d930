import type { Dialect } from '../../db/database.ts'
import { rawSql } from '../../db/raw-sql.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'

/** A row: values by column name. Bytes are encoded in hexadecimal. */
type Row = Readonly<Record<string, string | number | null>>

interface Target {
  readonly table: 'entry' | 'entry_address'
  /** names of the binary columns */
  readonly bytes?: readonly string[]
}

/**
 * Inserts rows with a single statement. Its only parameter contains all rows as JSON, because one parameter per value
 * is much slower. Skips rows whose key already exists.
 * @param rows rows; a column that a row lacks is null. Column names must not come from users.
 */
export async function insertRows(
  tx: OwnerTx,
  dialect: Dialect,
  { table, bytes = [] }: Target,
  rows: readonly Row[],
): Promise<void> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => /^[a-z_0-9]+$/.test(name))
  if (columns.length === 0) return
  const isSqlite = dialect === 'sqlite'
  const values = columns.map((name) => {
    const value = isSqlite ? `value ->> '${name}'` : name
    return isSqlite && bytes.includes(name) ? `unhex(${value})` : value
  })
  const source = isSqlite ? 'json_each(?1)' : `json_populate_recordset(null::${table}, $1::json)`
  const sql = `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from ${source} where true on conflict do nothing`
  await rawSql(tx, sql, [JSON.stringify(isSqlite ? rows : rows.map((row) => withPrefix(row, bytes)))])
}

/**
 * Adds the prefix `\x` to binary values. PostgreSQL requires it before hexadecimal text (its documentation, section
 * 8.4.1).
 */
function withPrefix(row: Row, bytes: readonly string[]): Row {
  return { ...row, ...Object.fromEntries(bytes.map((name) => [name, `\\x${row[name]}`])) }
}
