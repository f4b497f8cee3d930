import { isHeadingLine, targetOf, type PageLine, type PageLines } from './page-lines.ts'

/**
 * Minimum total length in characters of a sequence of repeated lines. Shorter sequences stay, because they are often
 * labels, prices and names.
 */
const MIN_LENGTH = 40

interface Rules {
  /** Returns whether the line may be removed. */
  readonly mayDrop: (line: PageLine) => boolean
  /** True if a repetition is removed even if it is below another heading than the original. */
  readonly ignoresHeadings: boolean
}

interface Original {
  readonly line: PageLine
  /** Last heading before the line. */
  readonly heading: string
  /** Position of the line among the kept lines. */
  readonly position: number
}

/**
 * Removes lines that repeat earlier lines elsewhere on the page: copies for other window widths, repeated slides, and
 * posts quoted in a reply. Repetitions in the same box as the original are kept, because they are refrains. Repetitions
 * below another heading are kept too: for example, several functions may have the same parameters. A heading does not
 * repeat a line that is no heading, such as its entry in the contents.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 */
export function dropRepeatedLines(page: PageLines, keep: Uint8Array, { mayDrop, ignoresHeadings }: Rules): void {
  const originals = new Map<string, Original>()
  const run = { lines: [] as number[], length: 0, place: -1 }
  const endRun = (): void => {
    if (run.length >= MIN_LENGTH) for (const index of run.lines) keep[index] = 0
    Object.assign(run, { lines: [], length: 0 })
  }
  const isCopyOf = (line: PageLine, heading: string, original: Original): boolean =>
    mayDrop(line) &&
    !isNamedBy(page, line, original) &&
    !leadsElsewhere(line, original.line) &&
    page.parents[original.line.block] !== page.parents[line.block] &&
    (ignoresHeadings || isHeadingLine(page, line) || heading === original.heading)
  let [position, heading] = [0, '']
  for (const [index, line] of page.lines.entries()) {
    if (keep[index] === 1) {
      position += 1
      const original = originals.get(line.text)
      if (original === undefined || isNamedBy(page, line, original))
        originals.set(line.text, { line, heading, position })
      const isCopy = original !== undefined && isCopyOf(line, heading, original)
      if (!isCopy || original.position !== run.place + 1) endRun()
      if (isCopy) {
        run.lines.push(index)
        run.length += line.text.length
        run.place = original.position
      }
    }
    if (isHeadingLine(page, line)) heading = line.text
  }
  endRun()
}

/** Maximum share of the text of a sentence that is in links. Titles of cards are links as a whole. */
const MAX_LINKED = 0.7

/** @returns whether two sentences with the same text have links to different pages */
function leadsElsewhere(line: PageLine, original: PageLine): boolean {
  if (line.linked === 0 || line.linked > line.text.length * MAX_LINKED) return false
  return targetsOf(line) !== targetsOf(original)
}

function targetsOf({ nodes }: PageLine): string {
  return nodes.map(targetOf).join('\n')
}

/** @returns whether a line is the heading of a section, not a link, and its original is no heading */
function isNamedBy(page: PageLines, line: PageLine, original: Original): boolean {
  return line.linked === 0 && isHeadingLine(page, line) && !isHeadingLine(page, original.line)
}
