import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Milliseconds between two checks for writes of other processes, such as commands. */
const CHECK_AFTER_MS = 1000

/**
 * A number that increases with every write. Writes of this process count immediately. Writes of other processes count
 * within a second: they are read from `pragma data_version`, which is slower and therefore read only at intervals.
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

  /** Counts a write of this process. Call it before the write is reported as committed. */
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
