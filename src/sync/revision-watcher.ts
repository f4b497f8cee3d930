import type { Database } from '../db/database.ts'
import { StatementCache } from '../db/statement-cache.ts'
import type { UserId } from '../kernel/branded-ids.ts'

/** Called with the new revision after a user's data has changed. */
type RevisionListener = (revision: number) => void

interface Watched {
  revision: number
  readonly listeners: Set<RevisionListener>
}

/** Milliseconds between two checks for new revisions. */
const INTERVAL_MS = 1000
/** Maximum number of users whose revisions one statement reads. */
const BATCH_SIZE = 1000

/**
 * Reports changes of users' data to any number of listeners, including changes made by other processes. Each process
 * runs one query a second. On SQLite, the query is skipped if nothing was written.
 */
export class RevisionWatcher {
  readonly #database: Database
  readonly #statements: StatementCache
  readonly #watched = new Map<UserId, Watched>()
  #timer: NodeJS.Timeout | undefined
  #version: number | undefined
  #isChecking = false

  constructor(database: Database) {
    this.#database = database
    this.#statements = new StatementCache(database)
  }

  /**
   * Starts to watch a user.
   * @param revision the latest revision that the listener has seen
   * @returns a function that stops watching
   */
  watch(owner: UserId, revision: number, listener: RevisionListener): () => void {
    const watched = this.#watched.get(owner) ?? { revision, listeners: new Set() }
    this.#watched.set(owner, watched)
    // Keeps the lowest revision that a listener has seen, so that the next check reports a newer one to all listeners.
    watched.revision = Math.min(watched.revision, revision)
    watched.listeners.add(listener)
    this.#version = undefined
    this.#timer ??= setInterval(() => void this.#check(), INTERVAL_MS).unref()
    return () => {
      watched.listeners.delete(listener)
      if (watched.listeners.size === 0 && this.#watched.get(owner) === watched) this.#watched.delete(owner)
      if (this.#watched.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  async #check(): Promise<void> {
    if (this.#isChecking) return
    const version = this.#database.version()
    if (version !== undefined && version === this.#version) return
    this.#isChecking = true
    this.#version = version
    try {
      const owners = [...this.#watched.keys()]
      for (let start = 0; start < owners.length; start += BATCH_SIZE) {
        await this.#checkBatch(owners.slice(start, start + BATCH_SIZE))
      }
    } catch {
      // The database is unavailable. A later check reports the changes made in the meantime.
      this.#version = undefined
    } finally {
      this.#isChecking = false
    }
  }

  async #checkBatch(owners: readonly UserId[]): Promise<void> {
    const sql = `select user_id, revision from user_revision where user_id ${this.#statements.inNumbers('$1')}`
    const rows = await this.#statements.all<{ user_id: number; revision: number }>(sql, [JSON.stringify(owners)])
    for (const row of rows) {
      const watched = this.#watched.get(Number(row.user_id) as UserId)
      const revision = Number(row.revision)
      if (!watched || watched.revision === revision) continue
      watched.revision = revision
      for (const listener of watched.listeners) listener(revision)
    }
  }
}
