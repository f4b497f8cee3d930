import { LETTER } from '../../dom/letter-class.ts'
import { headingLevel, type PageLines } from '../page-lines.ts'

/** Minimum share of a section's text that must be kept, so that its heading is kept too. */
const MIN_KEPT_SHARE = 0.6
/** If less text is kept below a heading, in characters, a greater share of the section must be kept. */
const ENOUGH_KEPT = 60
const MIN_KEPT_SHARE_OF_SHORT = 0.8

const HAS_LETTER = new RegExp(String.raw`\d|${LETTER}`, 'u')
/** Maximum length in characters of a line without letters, such as a dash. */
const MAX_SIGNS = 3

/** @returns whether a line has letters or digits. One without them, such as a dash, does not count. */
function hasLetter(text: string): boolean {
  return text.length > MAX_SIGNS || HAS_LETTER.test(text)
}

/**
 * Keeps the headings of sections of which most of the text is kept, and headings directly above a kept heading of a
 * lower level, because readers find their way by them. A section ends at the next heading. Text that neither the rules
 * nor the model selected does not count: after the last heading, it is the rest of the page.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 * @param isSelected whether the rules selected a line; only such headings are added
 */
export function completeHeadings(page: PageLines, keep: Uint8Array, isSelected: (index: number) => boolean): void {
  let [text, kept] = [0, 0]
  let next = { level: 0, isKept: false }
  for (let index = page.lines.length - 1; index >= 0; index--) {
    const line = page.lines[index]!
    const level = levelOf(page, index)
    if (level > 0) {
      const isAboveHeading = text === 0 && next.isKept && level < next.level
      if (isSelected(index) && (isAboveHeading || isSectionKept(text, kept))) keep[index] = 1
      next = { level, isKept: keep[index] === 1 }
      text = 0
      kept = 0
    } else if ((keep[index] === 1 || isSelected(index)) && hasLetter(line.text)) {
      text += line.text.length
      kept += keep[index] === 1 ? line.text.length : 0
    }
  }
}

/** @returns whether enough of a section is kept, of a given length in characters */
function isSectionKept(text: number, kept: number): boolean {
  return kept > 0 && kept >= text * (kept < ENOUGH_KEPT ? MIN_KEPT_SHARE_OF_SHORT : MIN_KEPT_SHARE)
}

/** Number of boxes between a heading and its text, as GitBook has them. */
const MAX_BOXES = 3
const HEADING = /^h[1-6]$/

/** @returns the level of the heading that a line is, or that contains nothing but the line, in boxes; 0 if there is none */
function levelOf(page: PageLines, index: number): number {
  const own = headingLevel(page, page.lines[index]!)
  if (own > 0) return own
  const heading = headingAround(page, index)
  if (heading === -1) return 0
  const isAlone = [index - 1, index + 1].every((one) => one < 0 || headingAround(page, one) !== heading)
  return isAlone ? Number(page.elements[heading]!.tagName.slice(1)) : 0
}

/** @returns the index of the heading around the boxes that contain a line; -1 if there is none */
function headingAround({ lines, elements, parents }: PageLines, index: number): number {
  let at = lines[index]?.block ?? -1
  for (let level = 0; level < MAX_BOXES && at >= 0; level++) {
    at = parents[at]!
    if (at >= 0 && HEADING.test(elements[at]!.tagName)) return at
  }
  return -1
}
