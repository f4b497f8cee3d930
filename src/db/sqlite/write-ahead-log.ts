import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CheckpointThread } from './checkpoint-thread.ts'
import { checkpointThread } from './checkpoint-thread.ts'

/**
 * Number of new pages in the log after which a checkpoint is due. SQLite's own checkpoints have the same threshold by
 * default (https://sqlite.org/wal.html).
 */
const CHECKPOINT_PAGES = 1000
/**
 * Number of pages in the log from which SQLite itself makes a checkpoint during a commit. The log only grows so long if
 * the checkpoint thread fails.
 */
export const LAST_RESORT_PAGES = 8 * CHECKPOINT_PAGES

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
   * Makes a checkpoint if one is due. The caller must call this after each commit, and must not start the next commit
   * before the promise resolves. SQLite can write the log from its start again only if the log does not grow during the
   * checkpoint.
   */
  async shorten(): Promise<void> {
    const waiting = this.#pages()
    if (waiting < this.#remaining) this.#remaining = 0
    if (waiting - this.#remaining < CHECKPOINT_PAGES) return
    this.#thread ??= checkpointThread(this.#path)
    await this.#thread.run()
    // A checkpoint cannot copy pages that a reader still uses. The next checkpoint is due when a thousand more pages
    // are in the log.
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
