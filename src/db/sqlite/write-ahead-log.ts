import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CheckpointThread } from './checkpoint-thread.ts'
import { checkpointThread } from './checkpoint-thread.ts'

/** In pages: SQLite's own threshold for a checkpoint (https://sqlite.org/wal.html#automatic_checkpoint). */
const DUE_PAGES = 1000
/** In pages: if the thread fails, SQLite checkpoints during a commit at this size. */
export const LAST_RESORT_PAGES = 8 * DUE_PAGES

/**
 * Keeps the write-ahead log of a file short. A checkpoint waits for the disk about ten times as long as a commit, so it
 * does not run in the commit that happens to write the thousandth page, which would delay every request meanwhile.
 */
export class WriteAheadLog {
  readonly #state: StatementSync
  readonly #path: string
  /** loaded at first use: a start with few writes does not need it */
  #thread: CheckpointThread | undefined
  /** pages that remained in the log after the last attempt */
  #left = 0

  /** @param writer the connection that commits; its `wal_autocheckpoint` is `LAST_RESORT_PAGES` */
  constructor(path: string, writer: DatabaseSync) {
    // Reports the state and does nothing else (SQLite 3.51).
    this.#state = writer.prepare('pragma wal_checkpoint(noop)')
    this.#path = path
  }

  /** Called after each commit, and awaited before the next: a log that grows meanwhile cannot restart. */
  async shorten(): Promise<void> {
    const waiting = this.#pages()
    if (waiting < this.#left) this.#left = 0
    if (waiting - this.#left < DUE_PAGES) return
    this.#thread ??= checkpointThread(this.#path)
    await this.#thread.run()
    // Pages that a reader still needs stay until another thousand pages are written.
    this.#left = this.#pages()
  }

  /** @returns the number of pages still to be copied */
  #pages(): number {
    const { log, checkpointed } = this.#state.get() as { readonly log: number; readonly checkpointed: number }
    return log - checkpointed
  }

  async stop(): Promise<void> {
    await this.#thread?.stop()
  }
}
