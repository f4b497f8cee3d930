import { headingLevel, type PageLines } from './page-lines.ts'

/** Minimum share of a section's text that must be kept, so that its heading is kept too. */
const MIN_KEPT_SHARE = 0.6
/** Minimum length in characters of the text that is kept below a heading. */
const MIN_KEPT_TEXT = 60

/**
 * Keeps the headings of sections of which most of the text is kept, because readers find their way by them. A section
 * ends at the next heading.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 * @param mayKeep whether a line may be kept
 */
export function completeHeadings(page: PageLines, keep: Uint8Array, mayKeep: (index: number) => boolean): void {
  let [text, kept] = [0, 0]
  for (let index = page.lines.length - 1; index >= 0; index--) {
    const line = page.lines[index]!
    if (headingLevel(page, line) > 0) {
      if (kept >= MIN_KEPT_TEXT && kept >= text * MIN_KEPT_SHARE && mayKeep(index)) keep[index] = 1
      text = 0
      kept = 0
    } else {
      text += line.text.length
      if (keep[index] === 1) kept += line.text.length
    }
  }
}
