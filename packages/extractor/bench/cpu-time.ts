/** @returns the CPU time of the work in this thread, in milliseconds */
export function cpuOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** @returns the median; of an even number of values, the upper one of the two in the middle */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
