/**
 * Measures how long work takes on this thread. Uses processor time, so that other work on the machine does not change
 * the result.
 * @returns the processor time of the work, in milliseconds
 */
export function threadMilliseconds(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  return threadMillisecondsSince(before)
}

/**
 * @param before the result of `process.threadCpuUsage()` at the start
 * @returns the processor time of this thread since then, in milliseconds
 */
export function threadMillisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
