import type { StorageFigures } from './measure-storage.ts'

/** The latest storage figures, and the count in progress. */
export interface StorageCache {
  /**
   * @returns the latest figures, after waiting up to `waitMs` for a count in progress; undefined while the first count
   *   runs
   */
  figures(waitMs: number): Promise<StorageFigures | undefined>
  /** Starts a measurement unless one is running; waits for `waitMs` at most. */
  renew(waitMs: number): Promise<void>
}

/**
 * A failed count is not cached: the next call counts again.
 * @param measure counts the storage; never called twice at the same time
 */
export function storageCache(measure: () => Promise<StorageFigures>): StorageCache {
  let last: StorageFigures | undefined
  let running: Promise<void> | undefined
  const keep = async (): Promise<void> => {
    try {
      last = await measure()
    } finally {
      running = undefined
    }
  }
  const count = (): Promise<void> => (running ??= keep())
  const renew = (waitMs: number): Promise<void> => {
    const { promise: patience, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, waitMs)
    const counted = count()
    counted.catch(() => undefined)
    return Promise.race([counted, patience]).finally(() => clearTimeout(timer))
  }
  return {
    figures: async (waitMs) => {
      if (!last) await renew(waitMs)
      return last
    },
    renew,
  }
}
