import type { UserId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'

/**
 * Maximum number of list exports that run at the same time in this process, over all users. Further ones fail with
 * `unavailable`.
 */
const MAX_RUNNING = 3

/** Allows each user one list export at a time (security specification 3.5). */
export class ExportLimit {
  readonly #running = new Set<UserId>()

  /**
   * @returns a function that the caller must call when the file is complete or aborted
   * @throws AppError `too_many_requests` while another list of this user is exported, `unavailable` while the maximum
   *   number of exports is running
   */
  enter(owner: UserId): () => void {
    const details = { retryAfterSeconds: 10 }
    if (this.#running.has(owner)) {
      throw new AppError('too_many_requests', 'another of your exports is still running', { details })
    }
    if (this.#running.size >= MAX_RUNNING) {
      throw new AppError('unavailable', 'too many exports are running; try again in a moment', { details })
    }
    this.#running.add(owner)
    return () => void this.#running.delete(owner)
  }
}
