import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CheckpointThread } from './checkpoint-thread.ts'
import { checkpointThread } from './checkpoint-thread.ts'

/**
 * Number of new pages in the log after which a checkpoint is due. It is SQLite's own default
 * (https://sqlite.org/wal.html).
 */
const DUE_PAGES = 1000
/**
 * Number of pages in the log from which SQLite makes a checkpoint during a commit. It is reached only if the thread
 * fails.
 */
export const LAST_RESORT_PAGES = 8 * DUE_PAGES

/**
 * Keeps the write-ahead log of a file short. By default, SQLite makes a checkpoint during the commit that writes the
 * thousandth page. That commit takes about ten times as long as others and would delay all requests. Here, checkpoints
 * run in a separate thread.
 */
export class WriteAheadLog {
  readonly #state: StatementSync
  readonly #path: string
  /** created when the first checkpoint is due */
  #thread: CheckpointThread | undefined
  /** number of pages that remained in the log after the last checkpoint */
  #remaining = 0

  /** @param writer the connection that commits. Its `wal_autocheckpoint` is `LAST_RESORT_PAGES` */
  constructor(path: string, writer: DatabaseSync) {
    // `noop` only reports the state of the log (since SQLite 3.51).
    this.#state = writer.prepare('pragma wal_checkpoint(noop)')
    this.#path = path
  }

  /**
   * Makes a checkpoint if it is due. Call it after each commit, and await it before the next one: the log can restart
   * from its beginning only if it does not grow during the checkpoint.
   */
  async shorten(): Promise<void> {
    const waiting = this.#pages()
    if (waiting < this.#remaining) this.#remaining = 0
    if (waiting - this.#remaining < DUE_PAGES) return
    this.#thread ??= checkpointThread(this.#path)
    await this.#thread.run()
    // Pages that a reader still uses remain in the log. The next checkpoint is due after another thousand pages.
    this.#remaining = this.#pages()
  }

  /** @returns the number of pages in the log that are not copied to the file yet */
  #pages(): number {
    const { log, checkpointed } = this.#state.get() as { readonly log: number; readonly checkpointed: number }
    return log - checkpointed
  }

  async stop(): Promise<void> {
    await this.#thread?.stop()
  }
}
