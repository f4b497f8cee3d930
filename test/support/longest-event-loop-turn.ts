import { threadMillisecondsSince } from './thread-time.ts'

/**
 * Measures how long work blocks the event loop. Uses processor time, so that other work on the machine does not change
 * the result.
 * @returns the processor time of the longest turn of the event loop until the work ends, in milliseconds
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isRunning = true
  let before = process.threadCpuUsage()
  const turn = () => {
    longest = Math.max(longest, threadMillisecondsSince(before))
    before = process.threadCpuUsage()
    if (isRunning) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isRunning = false
  turn()
  return longest
}
