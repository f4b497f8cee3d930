import type { Client } from 'pg'
import { to } from 'pg-copy-streams'
import type { PostgresLocation } from '../../db/database-url.ts'
import { connectDirectly } from '../../db/postgres/direct-client.ts'
import { RowBatch, type RowSelection, type RowSource } from './row-source.ts'
import { parseCopyLine } from './copy-text.ts'
import type { Row } from './row.ts'
import { splitLines } from './split-lines.ts'
import { blockRanges, rangeCondition } from './postgres-ranges.ts'
import { ownedBy, selectRows, type TableLayout } from './table-layout.ts'

/** Maximum bytes of a row as text: PostgreSQL's limit for a value is 1 GB, and a JavaScript string holds half of that. */
const MAX_LINE_BYTES = 500 * 1024 * 1024

/**
 * Opens a database for reading in one transaction that sees the state at its start. The connection is direct: a pooler
 * may limit the time of statements, and would have one connection less while the backup runs.
 */
export async function openPostgresSource(location: PostgresLocation): Promise<RowSource> {
  const client = await connectDirectly(location, 'dogear backup')
  try {
    await client.query('begin isolation level repeatable read read only')
    // Parallel workers would return the rows of a range in a different order each time.
    await client.query('set local max_parallel_workers_per_gather = 0')
    return await postgresRows(client)
  } catch (error) {
    await client.end()
    throw error
  }
}

/** @returns the rows as a connection sees them; closing them ends the connection */
export async function postgresRows(client: Client): Promise<RowSource> {
  const steps = await client.query<{ name: string }>('select name from migration order by position')
  return {
    steps: steps.rows.map(({ name }) => name),
    readCounters: (tables) => readCounters(client, tables),
    readRows: (table, selection) => readRows(client, table, selection),
    endOfRange: blockRanges(client),
    close: () => client.end(),
  }
}

async function readCounters(client: Client, tables: readonly TableLayout[]): Promise<Record<string, number>> {
  const counters: Record<string, number> = {}
  for (const { name } of tables.filter(({ hasCounter }) => hasCounter)) {
    const found = await client.query<{ sequence: string }>("select pg_get_serial_sequence($1, 'id') as sequence", [
      name,
    ])
    const sequence = found.rows[0]!.sequence
    const { rows } = await client.query<{ last: string }>(
      `select case when is_called then last_value else 0 end as last from ${sequence}`,
    )
    counters[name] = Number(rows[0]!.last)
  }
  return counters
}

async function* readRows(
  client: Client,
  table: TableLayout,
  { owner, range }: RowSelection = {},
): AsyncGenerator<readonly Row[], void> {
  const kinds = table.columns.map(({ kind }) => kind)
  const condition = range ? rangeCondition(range) : owner === undefined ? undefined : ownedBy(table, owner)
  const stream = client.query(to(`copy (${selectRows(table, condition)}) to stdout`))
  const batch = new RowBatch()
  for await (const lines of splitLines(stream, MAX_LINE_BYTES)) {
    for (const line of lines) batch.add(parseCopyLine(line, kinds))
    if (batch.isFull) yield batch.take()
  }
  if (!batch.isEmpty) yield batch.take()
}
