import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CheckpointThread } from './checkpoint-thread.ts'
import { checkpointThread } from './checkpoint-thread.ts'

/** In pages: after so many SQLite itself would checkpoint (https://sqlite.org/wal.html#automatic_checkpoint). */
const DUE_PAGES = 1000
/** In pages: where the thread cannot, SQLite does it at last in the middle of a commit. */
export const LAST_RESORT_PAGES = 8 * DUE_PAGES

/**
 * Keeps the write-ahead log of a file short. A checkpoint waits for the disk some ten times as long as a commit, so it
 * is not left to the commit that happens to be the thousandth page, which would hold up every request meanwhile.
 */
export class WriteAheadLog {
  readonly #state: StatementSync
  readonly #path: string
  /** loaded when it is needed first: a start that writes little does without */
  #thread: CheckpointThread | undefined
  /** what the log had to be copied when that was last tried */
  #left = 0

  /** @param writer the connection that commits; its `wal_autocheckpoint` is `LAST_RESORT_PAGES` */
  constructor(path: string, writer: DatabaseSync) {
    // Tells and does nothing (SQLite 3.51).
    this.#state = writer.prepare('pragma wal_checkpoint(noop)')
    this.#path = path
  }

  /** Called behind each commit, and awaited before the next: a log that grows meanwhile cannot begin anew. */
  async shorten(): Promise<void> {
    const waiting = this.#pages()
    if (waiting < this.#left) this.#left = 0
    if (waiting - this.#left < DUE_PAGES) return
    this.#thread ??= checkpointThread(this.#path)
    await this.#thread.run()
    // What a reader still needs stays until another thousand pages are written.
    this.#left = this.#pages()
  }

  /** @returns how many pages are still to be copied */
  #pages(): number {
    const { log, checkpointed } = this.#state.get() as { readonly log: number; readonly checkpointed: number }
    return log - checkpointed
  }

  async stop(): Promise<void> {
    await this.#thread?.stop()
  }
}
