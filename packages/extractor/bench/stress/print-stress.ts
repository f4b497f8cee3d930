import { readByOurs, readByReadability } from '../baselines.ts'
import { cpuOf, median } from '../cpu-time.ts'
import { PAGE_PROCESSORS } from '../../src/page-processors.ts'
import { stressPages, type StressPage } from './stress-pages.ts'

/**
 * Prints the CPU times of this package and of Readability on linkedom for generated pages with very many elements of one
 * kind, and their ratio.
 *
 * @param passes number of times that each page is extracted, after one that is not measured. The two alternate, and the
 *   median of the passes is printed.
 */
export function printStress(passes: number): void {
  console.log(`${'page'.padEnd(18)}${'MB'.padEnd(7)}${'ours'.padEnd(10)}${'Readability'.padEnd(14)}ratio`)
  for (const page of stressPages()) {
    const { ours, readability } = timesOf(page, passes)
    const cells = [
      `${ours.toFixed(0)} ms`.padEnd(10),
      `${readability.toFixed(0)} ms`.padEnd(14),
      (ours / readability).toFixed(2),
    ]
    console.log(page.name.padEnd(18) + (page.html.length / 1e6).toFixed(1).padEnd(7) + cells.join(''))
  }
}

function timesOf({ html }: StressPage, passes: number): { readonly ours: number; readonly readability: number } {
  const page = { url: 'https://example.com/page' }
  const turns = Array.from({ length: passes + 1 }, () => ({
    ours: cpuOf(() => readByOurs(html, page, PAGE_PROCESSORS)),
    readability: cpuOf(() => readByReadability(html)),
  })).slice(1)
  return { ours: median(turns.map(({ ours }) => ours)), readability: median(turns.map((turn) => turn.readability)) }
}
