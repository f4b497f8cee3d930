/**
 * @param before the result of `process.threadCpuUsage()` at the start
 * @returns the processor time of this thread since then, in milliseconds. Other work on the machine does not change it,
 *   so a limit on it fails only if the code itself has become slow.
 */
export function threadMillisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
