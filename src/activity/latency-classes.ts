/** Numbers of requests by the class of their duration. Classes without requests are absent. */
export type LatencyCounts = Readonly<Record<string, number>>

/** Classes for each doubling of a duration: the limits of a class differ by 19 percent. */
const CLASSES_PER_DOUBLING = 4
/** The last class begins at 65 seconds; longer requests belong to it, too. */
const LAST_CLASS = 64

/** @returns the class of a duration in milliseconds. Class 0 has the durations up to a millisecond. */
export function latencyClass(ms: number): number {
  if (ms <= 1) return 0
  return Math.min(LAST_CLASS, Math.ceil(Math.log2(ms) * CLASSES_PER_DOUBLING))
}

/** @returns the longest duration in a class, in milliseconds */
function longestIn(latencyClass: number): number {
  return 2 ** (latencyClass / CLASSES_PER_DOUBLING)
}

/** @returns the sum of several counts */
export function addCounts(all: readonly LatencyCounts[]): LatencyCounts {
  const sum: Record<string, number> = {}
  for (const counts of all) {
    for (const [name, number] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + number
  }
  return sum
}

/**
 * @param share such as 0.95
 * @returns the duration in milliseconds that this share of the requests did not exceed, up to 19 percent too long;
 *   undefined without requests
 */
export function percentile(counts: LatencyCounts, share: number): number | undefined {
  const classes = Object.entries(counts)
    .map(([name, number]) => [Number(name), number] as const)
    .toSorted(([left], [right]) => left - right)
  const wanted = share * classes.reduce((sum, [, number]) => sum + number, 0)
  let seen = 0
  for (const [latencyClass, number] of classes) {
    seen += number
    if (seen >= wanted) return longestIn(latencyClass)
  }
  return undefined
}
