/**
 * Measures quality, speed and memory of the extraction: runs the benchmark of the extractor, and then measures the peak
 * memory of a worker thread. `npm run bench:extraction -- --corpus DIR`; further options are those of
 * `packages/extractor/bench/run.ts`. With `--stress`, only measures the speed on generated pages, without a corpus.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const args = process.argv.slice(2)
// Options other than `--corpus` are passed on to the extractor's benchmark.
const options = { corpus: { type: 'string' }, stress: { type: 'boolean' } } as const
const { corpus, stress } = parseArgs({ args, options, strict: false }).values
if (typeof corpus !== 'string' && !stress) throw new Error('say where the corpus is: --corpus DIR')

execFileSync(process.execPath, [pathOf('../packages/extractor/bench/run.ts'), ...args], { stdio: 'inherit' })
if (typeof corpus === 'string' && !stress)
  for (const heap of [192, 128]) measureMemory(join(corpus, 'aeb-tune', 'html'), heap)

/** Measures the memory in a separate process. In this process, the memory of the benchmark itself would be included. */
function measureMemory(folder: string, heapMb: number): void {
  const program = pathOf('extraction-memory.ts')
  const output = execFileSync(process.execPath, [program, folder, String(heapMb)], { encoding: 'utf8' })
  const { peakMb, lost } = JSON.parse(output) as { readonly peakMb: number; readonly lost: number }
  console.log(`a worker with a heap of ${heapMb} MB over aeb: peak ${peakMb} MB, ${lost} pages lost`)
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}
