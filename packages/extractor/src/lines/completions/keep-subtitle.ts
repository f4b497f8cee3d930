import { isLabel, pointsElsewhere } from '../../clean/unrelated-line-patterns.ts'
import { isNamedSubtitle } from '../../find/boxes/subtitle.ts'
import type { PageLines } from '../page-lines.ts'
import { isAboutPage } from './lines-about-page.ts'

/** Minimum number of words of a subtitle. A shorter line is a name, a date or a topic. */
const MIN_WORDS = 3
const MAX_LENGTH = 300
/** Matches a date in digits, and the time that reading takes. */
const MAY_BE_BYLINE = /\d[./-]\d{1,2}[./-]\d|\d\s?min/i

interface Selection {
  /** whether the rules selected a line */
  readonly isSelected: (index: number) => boolean
  /** whether a line may be kept that the rules did not select */
  readonly mayAdd: (index: number) => boolean
  /** index of the first line below the title; undefined if the page shows no title above the text */
  readonly belowTitle: number | undefined
}

/** Number of lines below the title that may be its subtitle, although the rules did not select them. */
const MAX_BELOW_TITLE = 2

/**
 * Keeps lines between the title and the text that are named as subtitles: those that the rules selected, and the first ones
 * below the title, which are often in a box of their own. Without a full stop, the model takes them for labels.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 */
export function keepSubtitle(page: PageLines, keep: Uint8Array, { isSelected, mayAdd, belowTitle }: Selection): void {
  const end = keep.indexOf(1)
  const start = belowTitle ?? end
  for (let index = start; index < end; index++)
    if (
      isSelected(index) ||
      (index < start + MAX_BELOW_TITLE && mayAdd(index) && !MAY_BE_BYLINE.test(page.lines[index]!.text))
    )
      if (isSubtitle(page, index)) keep[index] = 1
}

function isSubtitle({ lines, parents, elements }: PageLines, index: number): boolean {
  const { text, linked, block } = lines[index]!
  if (linked > 0 || text.length > MAX_LENGTH || text.split(' ').length < MIN_WORDS) return false
  if (isLabel(text) || pointsElsewhere(text) || isAboutPage(text)) return false
  return [block, parents[block]!].some((at) => at >= 0 && isNamedSubtitle(elements[at]!))
}
