import assert from 'node:assert/strict'
import { threadMillisecondsSince } from './thread-time.fixture.ts'

/** How much larger the second input is. */
const FACTOR = 8

/** In linear time, the larger input takes about eight times as long, and in quadratic time sixty-four times. */
const MAX_GROWTH = 24

/** Processor times below this number of milliseconds are too inexact to compare. */
const MIN_MS = 10

/**
 * Asserts that work takes linear time. Compares the processor times of two sizes in the same run, so that neither a slow
 * machine nor other work on it changes the result. Of several attempts, the quickest counts: a collection of garbage can
 * only make one slower.
 * @param size the size of the smaller input. The larger one is eight times as large.
 * @param prepare makes the input of the given size
 * @returns the work on it, which is measured
 */
export async function assertLinearTime(
  size: number,
  prepare: (size: number) => () => unknown,
  message = '',
): Promise<void> {
  const measure = async (count: number): Promise<number> => {
    const work = prepare(count)
    const before = process.threadCpuUsage()
    await work()
    return threadMillisecondsSince(before)
  }
  // The first attempt also compiles the code.
  await measure(size)
  const small = Math.min(await measure(size), await measure(size))
  let large = Infinity
  for (let attempt = 0; attempt < 3; attempt++) {
    large = Math.min(large, await measure(FACTOR * size))
    if (large < MAX_GROWTH * Math.max(small, MIN_MS)) return
  }
  assert.fail(`${message} ${small} ms, but ${FACTOR} times as much ${large} ms`)
}
