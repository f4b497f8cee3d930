import type { StorageFigures } from './measure-storage.ts'

/** Caches the latest storage figures. */
interface StorageCache {
  /**
   * @returns the latest figures. If there are none yet, waits up to `waitMs` milliseconds for the first measurement.
   *   The result is undefined if that takes longer.
   */
  figures(waitMs: number): Promise<StorageFigures | undefined>
  /** Starts a measurement if none is running. Waits up to `waitMs` milliseconds for its end. */
  renew(waitMs: number): Promise<void>
}

/**
 * Creates an empty cache. After a failed measurement, the next call starts another one.
 * @param measure measures the storage. The cache never calls it while a measurement is running.
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
