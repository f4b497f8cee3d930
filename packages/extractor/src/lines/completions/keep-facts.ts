import { isLabel, isOtherPagesLabel } from '../../clean/unrelated-line-patterns.ts'
import { isFacts } from '../../find/boxes/facts.ts'
import { isSiteHeading } from '../../find/site-parts.ts'
import { isHeadingLine, type PageLines } from '../page-lines.ts'

/** Elements that may contain the facts below a heading. */
const BOXES = new Set(['ul', 'ol', 'dl', 'table', 'div', 'address'])
/** Number of elements between the first line of facts and their box. */
const MAX_LEVELS_UP = 4
/** Maximum number of lines of facts. */
const MAX_LINES = 40

/**
 * Keeps facts with labels directly below a heading that the rules selected, such as opening hours, prices and addresses at
 * the end of a page: the model judges them as lines without sentences.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 * @param isSelected whether the rules selected a line
 */
export function keepFacts(page: PageLines, keep: Uint8Array, isSelected: (index: number) => boolean): void {
  const { lines } = page
  for (let index = 0; index < lines.length - 1; index++) {
    const { text, linked } = lines[index]!
    if (!isSelected(index) || linked > 0 || keep[index + 1] === 1 || !isHeadingLine(page, lines[index]!)) continue
    if (isLabel(text) || isOtherPagesLabel(text) || isSiteHeading(text)) continue
    const end = endOfFacts(page, index + 1, isSelected)
    if (end > index + 1) keep.fill(1, index, end)
  }
}

/** @returns the index after the last line of the facts that start with a line; the line itself if it starts none */
function endOfFacts(page: PageLines, start: number, isSelected: (index: number) => boolean): number {
  const box = boxOfFacts(page, start)
  // A box around the heading does not start with the facts.
  if (box === undefined || isInside(page, start - 1, box)) return start
  let end = start
  while (end < page.lines.length && isInside(page, end, box)) {
    const { text, linked } = page.lines[end]!
    if (!isSelected(end) || linked * 2 > text.length || end - start >= MAX_LINES) return start
    end += 1
  }
  return end
}

/** @returns the innermost box of facts around a line, by its index; undefined if there is none */
function boxOfFacts({ elements, parents, lines }: PageLines, index: number): number | undefined {
  let at = lines[index]!.inner
  for (let level = 0; level < MAX_LEVELS_UP && at > 0; level++, at = parents[at]!) {
    const box = elements[at]!
    if (BOXES.has(box.tagName) && (box.tagName === 'address' || isFacts(box))) return at
  }
  return undefined
}

function isInside({ parents, lines }: PageLines, index: number, box: number): boolean {
  let at = lines[index]!.inner
  while (at > box) at = parents[at]!
  return at === box
}
