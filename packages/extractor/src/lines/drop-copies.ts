import type { PageLine, PageLines } from './page-lines.ts'

/** Minimum length in characters of copied lines in a row. Shorter ones are often labels, prices and names. */
const LEAST = 40

/**
 * Leaves out lines that repeat earlier ones elsewhere on the page: texts for other widths of the window, slides that are
 * there twice, and posts that are quoted in a reply. Copies beside their original stay: they are refrains.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 * @param mayDrop returns true for lines that may be left out
 */
export function dropCopies(
  { lines, parents }: PageLines,
  keep: Uint8Array,
  mayDrop: (line: PageLine) => boolean,
): void {
  const originals = new Map<string, { readonly line: PageLine; readonly place: number }>()
  const run = { lines: [] as number[], length: 0, place: -1 }
  let place = 0
  const endRun = (): void => {
    if (run.length >= LEAST) for (const index of run.lines) keep[index] = 0
    Object.assign(run, { lines: [], length: 0 })
  }
  for (const [index, line] of lines.entries()) {
    if (keep[index] === 0) continue
    place += 1
    const original = originals.get(line.text)
    if (original === undefined) originals.set(line.text, { line, place })
    const isCopy = original !== undefined && mayDrop(line) && parents[original.line.block] !== parents[line.block]
    if (!isCopy || original.place !== run.place + 1) endRun()
    if (!isCopy) continue
    run.lines.push(index)
    run.length += line.text.length
    run.place = original.place
  }
  endRun()
}
