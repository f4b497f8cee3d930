import { readByReadability, type Extractor } from './baselines.ts'
import type { CorpusPage } from './corpus.ts'

/**
 * Size of a page, and the mean CPU times in milliseconds of the measured extractor (`own`) and of Readability
 * (`other`).
 */
interface Times {
  readonly megabytes: number
  readonly own: number
  readonly other: number
}

/**
 * Prints the CPU time of an extractor. With several passes, also prints its time for the median page, and the time of
 * Readability. Readability is warmed up first, and alternates with the extractor on each page.
 *
 * @param passes number of times that each page is extracted. The mean of all passes is printed: some machines measure
 * CPU time in steps of 4 ms, which is too coarse for a median of single passes. One pass is enough only for sums and
 * for slow pages
 */
export function printSpeed(name: string, pages: readonly CorpusPage[], ours: Extractor, passes: number): void {
  if (passes > 1) for (const page of pages) readByReadability(page.html())
  const times = pages.map((page) => timesOf(page, ours, passes))
  const own = times.map((page) => page.own)
  const perMegabyte = sumOf(own) / sumOf(times.map(({ megabytes }) => megabytes))
  const worst = Math.max(...own).toFixed(0)
  const middle = passes > 1 ? `median ${median(own).toFixed(1)} ms a page, ` : ''
  console.log(`CPU on ${name}: ${perMegabyte.toFixed(1)} ms/MB, ${middle}worst ${worst} ms`)
  if (passes < 2) return
  const share = sumOf(own) / sumOf(times.map(({ other }) => other))
  console.log(`Readability on linkedom: ${(perMegabyte / share).toFixed(1)} ms/MB, ours ${share.toFixed(2)} of it`)
}

function timesOf(page: CorpusPage, ours: Extractor, passes: number): Times {
  const html = page.html()
  const turns = Array.from({ length: passes }, () => ({
    own: cpuOf(() => ours(html, page)),
    other: passes > 1 ? cpuOf(() => readByReadability(html)) : 0,
  }))
  const [own, other] = [sumOf(turns.map((turn) => turn.own)) / passes, sumOf(turns.map((turn) => turn.other)) / passes]
  return { megabytes: Buffer.byteLength(html) / 1e6, own, other }
}

/** @returns the CPU time of the work in this thread, in milliseconds */
function cpuOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
