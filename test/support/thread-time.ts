/**
 * Measures work of this thread in a way that does not depend on other work of the machine.
 * @returns the processor time that the work took, in milliseconds
 */
export function threadMilliseconds(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  return threadMillisecondsSince(before)
}

/**
 * @param before the result of `process.threadCpuUsage()` at the beginning
 * @returns the processor time of this thread since then, in milliseconds
 */
export function threadMillisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
