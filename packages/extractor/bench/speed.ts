import { readByReadability, type Extractor } from './baselines.ts'
import type { CorpusPage } from './corpus.ts'
import { cpuOf, median } from './cpu-time.ts'

/**
 * Size of a page, and the mean CPU times in milliseconds of the measured extractor (`ours`) and of Readability.
 */
interface Times {
  readonly megabytes: number
  readonly ours: number
  readonly readability: number
}

/**
 * Prints the CPU time of an extractor. With several passes, also prints its time for the median page, and the time of
 * Readability. Readability is warmed up first, and alternates with the extractor on each page.
 *
 * @param passes number of times that each page is extracted. The mean of all passes is printed: some machines measure
 * CPU time in steps of 4 ms, which is too coarse for a median of single passes. One pass is enough only for sums and
 * for slow pages
 */
export function printSpeed(name: string, pages: readonly CorpusPage[], extract: Extractor, passes: number): void {
  if (passes > 1) for (const page of pages) readByReadability(page.html())
  const times = pages.map((page) => timesOf(page, extract, passes))
  const measured = times.map((page) => page.ours)
  const perMegabyte = sumOf(measured) / sumOf(times.map(({ megabytes }) => megabytes))
  const worst = Math.max(...measured).toFixed(0)
  const middle = passes > 1 ? `median ${median(measured).toFixed(1)} ms a page, ` : ''
  console.log(`CPU on ${name}: ${perMegabyte.toFixed(1)} ms/MB, ${middle}worst ${worst} ms`)
  if (passes < 2) return
  const share = sumOf(measured) / sumOf(times.map(({ readability }) => readability))
  console.log(`Readability on linkedom: ${(perMegabyte / share).toFixed(1)} ms/MB, ours ${share.toFixed(2)} of it`)
}

function timesOf(page: CorpusPage, extract: Extractor, passes: number): Times {
  const html = page.html()
  const turns = Array.from({ length: passes }, () => ({
    ours: cpuOf(() => extract(html, page)),
    readability: passes > 1 ? cpuOf(() => readByReadability(html)) : 0,
  }))
  const meanOf = (key: 'ours' | 'readability'): number => sumOf(turns.map((turn) => turn[key])) / passes
  return { megabytes: Buffer.byteLength(html) / 1e6, ours: meanOf('ours'), readability: meanOf('readability') }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
