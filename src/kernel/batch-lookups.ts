import { AppError } from './errors.ts'

/** Looks up many keys at once. Keys without a value are missing from the result. */
export type LookUp<K, V> = (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>

interface Batch<K, V> {
  readonly keys: Set<K>
  readonly found: Promise<ReadonlyMap<K, V>>
}

/**
 * Groups single lookups into batches. While a batch is running, further keys wait for the next one. A batch contains
 * only keys that were requested before it starts, so its result includes every write that was finished at the time of
 * the request.
 * If a batch fails because a service is unavailable, the waiting keys fail too. Otherwise, they would wait for a second
 * attempt that would probably fail as well.
 * @returns a function that resolves to the value of a key, or undefined if there is none. It rejects if the batch
 *   fails.
 */
export function batchLookups<K, V>(lookUp: LookUp<K, V>): (key: K) => Promise<V | undefined> {
  let running: Promise<unknown> | undefined
  let waiting: Batch<K, V> | undefined
  const run = (keys: readonly K[]): Promise<ReadonlyMap<K, V>> => {
    const found = lookUp(keys)
    running = finish(found)
    return found
  }
  /**
   * Waits until a batch has ended.
   * @returns its error, or undefined if it succeeded
   */
  const finish = async (found: Promise<unknown>): Promise<unknown> => {
    const failure = await found.then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!waiting) running = undefined
    return failure
  }
  const wait = (before: Promise<unknown>): Batch<K, V> => {
    const keys = new Set<K>()
    const found = before.then((failure) => {
      waiting = undefined
      if (!(failure instanceof AppError && failure.code === 'unavailable')) return run([...keys])
      running = undefined
      throw failure
    })
    return { keys, found }
  }
  return async (key) => {
    if (!running) return (await run([key])).get(key)
    waiting ??= wait(running)
    waiting.keys.add(key)
    return (await waiting.found).get(key)
  }
}
