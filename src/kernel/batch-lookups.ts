/** Looks many keys up at once. @returns the values that were found, by key; keys without a value are absent */
export type LookUp<K, V> = (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>

interface Batch<K, V> {
  readonly keys: Set<K>
  readonly found: Promise<ReadonlyMap<K, V>>
}

/**
 * Looks keys up in batches: keys that arrive while a batch is running wait, and the next batch looks each of them up
 * once. So a lookup always starts after its call, and sees every earlier write.
 * @returns a function that resolves to the value of a key, or undefined, and rejects when its batch fails
 */
export function batchLookups<K, V>(lookUp: LookUp<K, V>): (key: K) => Promise<V | undefined> {
  let running: Promise<unknown> | undefined
  let waiting: Batch<K, V> | undefined
  const run = (keys: readonly K[]): Promise<ReadonlyMap<K, V>> => {
    const found = lookUp(keys)
    running = finish(found)
    return found
  }
  const finish = async (found: Promise<unknown>): Promise<void> => {
    await found.catch(() => undefined)
    if (!waiting) running = undefined
  }
  const wait = (before: Promise<unknown>): Batch<K, V> => {
    const keys = new Set<K>()
    const found = before.then(() => {
      waiting = undefined
      return run([...keys])
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
