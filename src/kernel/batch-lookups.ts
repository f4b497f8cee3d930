/** Looks many keys up at once. @returns what was found, by key; keys without a value are absent */
export type LookUp<K, V> = (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>

interface Batch<K, V> {
  readonly keys: Set<K>
  readonly found: Promise<ReadonlyMap<K, V>>
}

/**
 * Looks keys up in batches: while one batch is on its way, the keys that arrive wait and are asked for together, each
 * once. A lookup therefore always begins after it was asked for, and sees everything that was written before.
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
