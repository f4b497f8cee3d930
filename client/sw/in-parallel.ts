/**
 * Number of concurrent requests. Browsers open six connections to an HTTP/1.1 host; two are left for the pages that the
 * user opens.
 */
const CONCURRENT = 4

/**
 * Runs the work for every item, for up to `CONCURRENT` items at a time. One at a time would be slow on a network with
 * high latency.
 */
export async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items].values()
  const workOn = async (): Promise<void> => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENT }, workOn))
}
