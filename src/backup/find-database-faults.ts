import { DatabaseSync } from 'node:sqlite'

/** Maximum number of faults of each kind that are reported. Further faults are omitted. */
const MAX_FAULTS = 100

/**
 * Checks a whole SQLite file, which a running service may be using.
 * @returns descriptions of the faults; empty if the file is intact
 */
export function findFaults(path: string): string[] {
  try {
    const connection = new DatabaseSync(path, { readOnly: true, timeout: 60_000 })
    try {
      const lines = connection.prepare(`pragma integrity_check(${MAX_FAULTS})`).all()
      const faults = lines.map((row) => String(row['integrity_check'])).filter((line) => line !== 'ok')
      const orphans = connection
        .prepare(`select "table", rowid, parent from pragma_foreign_key_check limit ${MAX_FAULTS}`)
        .all()
      const missing = orphans.map(
        (row) => `row ${String(row['rowid'])} of ${String(row['table'])} refers to nothing in ${String(row['parent'])}`,
      )
      return [...faults, ...missing]
    } finally {
      connection.close()
    }
  } catch (error) {
    return [(error as Error).message]
  }
}
