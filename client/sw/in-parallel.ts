/** Browsers open six connections to a host with HTTP/1.1. Two of them are left to the pages that the user opens. */
const CONCURRENT = 4

/** Runs the work for every item, for four items at a time, so that a slow network does not delay one after the other. */
export async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items].values()
  const workOn = async (): Promise<void> => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENT }, workOn))
}
