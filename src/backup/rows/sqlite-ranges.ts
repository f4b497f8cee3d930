import type { DatabaseSync } from 'node:sqlite'
import type { RowRange } from './row-source.ts'
import { formatRow, parseRow, type ColumnKind, type Row, type Value } from './row.ts'
import type { TableLayout } from './table-layout.ts'

/**
 * The columns in whose order SQLite stores the rows of a table: its hidden row id, or its primary key if it has none. The end
 * of a range is the key of its last row, as one line of JSON.
 */
interface RowKey {
  readonly columns: readonly string[]
  readonly kinds: readonly ColumnKind[]
}

/** @returns the key by which the rows of a table can be read without a search for each */
export function findRowKey(connection: DatabaseSync, { name, columns }: TableLayout): RowKey {
  // The columns of this table are the names of SQLite (https://www.sqlite.org/pragma.html#pragma_table_list).
  const found = connection.prepare("select wr from pragma_table_list where schema = 'main' and name = ?").get(name)
  if (!Number(found?.['wr'])) return { columns: ['rowid'], kinds: ['integer'] }
  const key = connection.prepare('select name from pragma_table_info(?) where pk > 0 order by pk').all(name)
  const names = key.map((column) => String(column['name']))
  return {
    columns: names.map((column) => `"${column}"`),
    kinds: names.map((column) => columns.find((one) => one.name === column)!.kind),
  }
}

interface Condition {
  /** what follows `where`, with the order of the rows */
  readonly sql: string
  readonly parameters: readonly Value[]
}

/** @returns the condition for the rows of a range, in the order of their key */
export function rangeCondition({ columns, kinds }: RowKey, { from, to }: RowRange): Condition {
  const [key, places] = [columns.join(', '), columns.map(() => '?').join(', ')]
  const bounds = [
    { operator: '>', place: from },
    { operator: '<=', place: to },
  ].filter((one): one is { operator: string; place: string } => one.place !== undefined)
  const conditions = bounds.map(({ operator }) => `(${key}) ${operator} (${places})`)
  return {
    sql: `${conditions.join(' and ') || 'true'} order by ${key}`,
    parameters: bounds.flatMap(({ place }) => parseRow(place, kinds)),
  }
}

interface RangeStart {
  readonly from: string | undefined
  readonly bytes: number
}

/** Adds up the sizes of rows, which SQLite reads without their long values. @returns see `RowSource` */
export function endOfRange(connection: DatabaseSync, table: TableLayout, start: RangeStart): string | undefined {
  const key = findRowKey(connection, table)
  const { sql, parameters } = rangeCondition(key, { from: start.from, to: undefined })
  // The bodies of captures in an object store are part of the backup.
  const sizes = table.columns.map(({ name }) => (name === 'object_size' ? `"${name}"` : `octet_length("${name}")`))
  const total = sizes.map((size) => `coalesce(${size}, 0)`).join(' + ')
  const statement = connection.prepare(`select ${key.columns.join(', ')}, ${total} from "${table.name}" where ${sql}`)
  statement.setReturnArrays(true)
  let bytes = 0
  for (const row of statement.iterate(...parameters)) {
    const values = row as unknown as Row
    bytes += Number(values.at(-1))
    if (bytes >= start.bytes) return formatRow(values.slice(0, -1))
  }
  return undefined
}
