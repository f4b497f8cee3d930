import type { StorageFigures } from './measure-storage.ts'

/** The last measurement of storage, and the running one. */
export interface StorageCache {
  /** @returns the last measurement, or one that finishes within `waitMs`; undefined while the first one is running */
  figures(waitMs: number): Promise<StorageFigures | undefined>
  /** Starts a measurement unless one is running; waits for `waitMs` at most. */
  renew(waitMs: number): Promise<void>
}

/** A failed measurement is not kept: the next call repeats it. @param measure runs at most once at a time */
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
