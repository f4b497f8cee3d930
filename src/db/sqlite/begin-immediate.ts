import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../kernel/errors.ts'
import { SQLITE_BUSY, sqliteCode } from './sqlite-trouble.ts'

/** How long a write waits for another process (security specification 4.1), and how often it asks, in milliseconds. */
const PATIENCE_MS = 10_000
const ASK_AGAIN_MS = 10

/**
 * Begins a transaction that may write. While another process has the file locked, the wait is ours and not SQLite's,
 * whose own would hold up the event loop and every read with it. The connection needs a busy timeout of 0.
 * @throws AppError `unavailable` when the file is still locked after ten seconds
 */
export async function beginImmediate(connection: DatabaseSync): Promise<void> {
  const since = performance.now()
  while (!began(connection)) {
    if (performance.now() - since > PATIENCE_MS) {
      throw new AppError('unavailable', 'the database is locked by another process')
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
}

function began(connection: DatabaseSync): boolean {
  try {
    connection.exec('begin immediate')
    return true
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_BUSY) throw error
    return false
  }
}
