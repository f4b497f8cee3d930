import type { Client } from 'pg'
import type { RowRange, RowSource } from './row-source.ts'
import type { TableLayout } from './table-layout.ts'

/**
 * PostgreSQL stores the rows of a table in numbered blocks. A place is the number of the block that begins there. A condition on
 * `ctid`, the place of a row, reads only these blocks, one after another (PostgreSQL 14 release notes, "TID range scans").
 */

/** @returns the condition for the rows of a range. It always has a lower bound, because other scans may begin in the middle. */
export function rangeCondition({ from = '0', to }: RowRange): string {
  const above = `ctid >= '(${Number(from)},0)'::tid`
  return to === undefined ? above : `${above} and ctid < '(${Number(to)},0)'::tid`
}

interface TableSize {
  readonly blocks: number
  readonly bytesPerBlock: number
}

/**
 * @returns a function that finds the end of a range by the average size of what a block contains or refers to: its long
 *   values are in another table, or in an object store
 */
export function blockRanges(client: Client): RowSource['endOfRange'] {
  const sizes = new Map<string, Promise<TableSize>>()
  return async (table, from, bytes) => {
    const size = sizes.get(table.name) ?? measureTable(client, table)
    sizes.set(table.name, size)
    const { blocks, bytesPerBlock } = await size
    const end = Number(from ?? 0) + Math.max(1, Math.floor(bytes / bytesPerBlock))
    return end < blocks ? String(end) : undefined
  }
}

async function measureTable(client: Client, { name, columns }: TableLayout): Promise<TableSize> {
  const hasObjects = columns.some((column) => column.name === 'object_size')
  const objects = hasObjects ? `(select coalesce(sum(object_size), 0) from "${name}")` : '0'
  const { rows } = await client.query<{ blocks: string; bytes: string }>(
    `select pg_relation_size($1::regclass) / current_setting('block_size')::bigint as blocks,
       pg_table_size($1::regclass) + ${objects} as bytes`,
    [`"${name}"`],
  )
  const [blocks, bytes] = [Number(rows[0]!.blocks), Number(rows[0]!.bytes)]
  return { blocks, bytesPerBlock: bytes / Math.max(blocks, 1) }
}
