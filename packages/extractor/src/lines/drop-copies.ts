import { isHeadingLine, type PageLine, type PageLines } from './page-lines.ts'

/** Minimum length in characters of copied lines in a row. Shorter ones are often labels, prices and names. */
const LEAST = 40

interface Rules {
  /** Returns true for lines that may be left out. */
  readonly mayDrop: (line: PageLine) => boolean
  /** True if copies below another heading are left out too. */
  readonly ignoresHeadings: boolean
}

interface Original {
  readonly line: PageLine
  /** Text of the heading before the line. */
  readonly heading: string
  /** Number of the line among the kept ones. */
  readonly place: number
}

/**
 * Leaves out lines that repeat earlier ones elsewhere on the page: texts for other widths of the window, repeated
 * slides, and posts that are quoted in a reply. Copies beside their original are kept, because they are refrains.
 * Copies below another heading are kept too, because several functions may have the same parameters.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 */
export function dropCopies(page: PageLines, keep: Uint8Array, { mayDrop, ignoresHeadings }: Rules): void {
  const originals = new Map<string, Original>()
  const run = { lines: [] as number[], length: 0, place: -1 }
  const endRun = (): void => {
    if (run.length >= LEAST) for (const index of run.lines) keep[index] = 0
    Object.assign(run, { lines: [], length: 0 })
  }
  const isCopyOf = (line: PageLine, heading: string, original: Original): boolean =>
    mayDrop(line) &&
    page.parents[original.line.block] !== page.parents[line.block] &&
    (ignoresHeadings || isHeadingLine(page, line) || heading === original.heading)
  let [place, heading] = [0, '']
  for (const [index, line] of page.lines.entries()) {
    if (keep[index] === 1) {
      place += 1
      const original = originals.get(line.text)
      if (original === undefined) originals.set(line.text, { line, heading, place })
      const isCopy = original !== undefined && isCopyOf(line, heading, original)
      if (!isCopy || original.place !== run.place + 1) endRun()
      if (isCopy) {
        run.lines.push(index)
        run.length += line.text.length
        run.place = original.place
      }
    }
    if (isHeadingLine(page, line)) heading = line.text
  }
  endRun()
}
