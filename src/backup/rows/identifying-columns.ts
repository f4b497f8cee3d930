import type { TableLayout } from './table-layout.ts'

/**
 * The columns that identify the content of a row, where the others need not be read to know that they are the same. The body of
 * a capture has the hash of its text in its key, and is never replaced (src/entries/fetching/capture.repository.ts).
 * It may move between the database and the object store, but a backup contains it in any case.
 */
const IDENTIFYING: Readonly<Record<string, readonly string[]>> = {
  capture_body: ['user_id', 'sha256', 'size'],
}

/** @returns the table with only the columns that identify the content of its rows; the table itself if these are all */
export function identifyingColumns(table: TableLayout): TableLayout {
  const names = IDENTIFYING[table.name]
  return names ? { ...table, columns: table.columns.filter(({ name }) => names.includes(name)) } : table
}
