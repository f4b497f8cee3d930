import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../kernel/errors.ts'
import { RowBatch, type RowSelection, type RowSource } from './row-source.ts'
import type { Row } from './row.ts'
import { endOfRange, findRowKey, rangeCondition } from './sqlite-ranges.ts'
import { ownedBy, selectRows, type TableLayout } from './table-layout.ts'

/**
 * Opens a database file for reading in one read transaction. Other processes can write meanwhile; their changes are not
 * read.
 * @throws AppError `not_found` if there is no such file
 */
export function openSqliteSource(path: string): RowSource {
  if (!existsSync(path)) throw new AppError('not_found', `there is no ${path}`)
  const connection = new DatabaseSync(path, { readOnly: true, timeout: 60_000 })
  try {
    connection.exec('begin')
    // The first statement that reads determines the state that the transaction sees.
    return sqliteRows(connection)
  } catch (error) {
    connection.close()
    throw error
  }
}

/** @returns the rows as an open connection sees them; closing them closes the connection */
export function sqliteRows(connection: DatabaseSync): RowSource {
  const steps = connection.prepare('select name from migration order by position').all()
  return {
    steps: steps.map(({ name }) => String(name)),
    readCounters: async () => {
      const counters = connection.prepare('select name, seq from sqlite_sequence').all()
      return Object.fromEntries(counters.map(({ name, seq }) => [String(name), Number(seq)]))
    },
    readRows: (table, selection) => readRows(connection, table, selection),
    endOfRange: async (table, from, bytes) => endOfRange(connection, table, { from, bytes }),
    close: async () => connection.close(),
  }
}

async function* readRows(
  connection: DatabaseSync,
  table: TableLayout,
  { owner, range }: RowSelection = {},
): AsyncGenerator<readonly Row[], void> {
  const found = range && rangeCondition(findRowKey(connection, table), range)
  const statement = connection.prepare(
    selectRows(table, found?.sql ?? (owner === undefined ? undefined : ownedBy(table, owner))),
  )
  statement.setReturnArrays(true)
  const batch = new RowBatch()
  for (const row of statement.iterate(...(found?.parameters ?? []))) {
    batch.add(row as unknown as Row)
    if (batch.isFull) yield batch.take()
  }
  if (!batch.isEmpty) yield batch.take()
}
