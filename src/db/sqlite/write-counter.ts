import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Maximum time until a write of another process, such as a command, is noticed. */
const CHECK_AFTER_MS = 1000

/**
 * A number that increases with every write: immediately for writes of this process, which are counted, and within a
 * second for those of others, by SQLite's own counter (reading it costs several system calls).
 */
export class WriteCounter {
  readonly #dataVersion: StatementSync
  #own = 0
  #others = 0
  #checkedAt = Number.NEGATIVE_INFINITY

  /** @param reader a connection that never writes */
  constructor(reader: DatabaseSync) {
    this.#dataVersion = reader.prepare('pragma data_version')
  }

  /** Counts a write of this process; called before its caller learns of the commit. */
  advance(): void {
    this.#own++
  }

  current(): number {
    const now = performance.now()
    if (now - this.#checkedAt > CHECK_AFTER_MS) {
      this.#checkedAt = now
      this.#others = Number(this.#dataVersion.get()?.['data_version'] ?? 0)
    }
    return this.#own + this.#others
  }
}
