import { setImmediate } from 'node:timers/promises'

/**
 * Divides a list into slices, and lets the event loop run between two slices.
 * @param size maximum number of elements of a slice
 */
export async function* slices<T>(list: readonly T[], size: number): AsyncGenerator<readonly T[], void> {
  for (let start = 0; start < list.length; start += size) {
    if (start > 0) await setImmediate()
    yield start === 0 && list.length <= size ? list : list.slice(start, start + size)
  }
}
