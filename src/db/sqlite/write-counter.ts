import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** How long a write of another process, such as a command, may go unnoticed. */
const CHECK_AFTER_MS = 1000

/**
 * A number that changes with every write: at once with those of this process, which are counted, and within a second
 * with those of others, which SQLite's own counter tells of (its reading costs several system calls).
 */
export class WriteCounter {
  readonly #dataVersion: StatementSync
  #own = 0
  #others = 0
  #checkedAt = Number.NEGATIVE_INFINITY

  /** @param reader a connection that writes nothing itself */
  constructor(reader: DatabaseSync) {
    this.#dataVersion = reader.prepare('pragma data_version')
  }

  /** Counts a write of this process; called before its caller learns that it is done. */
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
