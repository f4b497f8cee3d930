import { isContentsLabel, isLabel, pointsElsewhere } from '../../clean/unrelated-line-patterns.ts'
import { isAboutPage } from '../completions/lines-about-page.ts'
import type { PageLines } from '../page-lines.ts'
import { isInForm } from './box-ranges.ts'

/** Maximum length in characters of a line that is kept because of the lines beside it. */
const MAX_LINE = 100
/** Maximum number of lines in a box, and maximum length in characters of its text. */
const MAX_LINES = 12
const MAX_BOX = 800
/** Number of elements between a line and its box. */
const MAX_LEVELS_UP = 3
/** Minimum share of the text of the box that is kept. */
const MIN_KEPT = 0.5
const BOXES = new Set(['div', 'section', 'li', 'aside'])
const SENTENCE_END = /\p{L}[.!?。！？…][\p{Pf}"')\]]?$/u
/** Matches a date, which may be that of the page. */
const DATE = /(?:19|20)\d\d(?!\d)|\b\d{1,2}[./]\d{1,2}[./]\d/
/** Matches a word. A line without one is a number, such as that of a picture. */
const WORD = /\p{L}{3}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

interface Range {
  readonly first: number
  readonly last: number
}

/**
 * Keeps the short first line of a small box without links of which most text is kept, such as the title of a note or the name of
 * a theorem, if a sentence follows. The model judges each line by itself, and would keep the box without its title.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 * @param isSelected whether the rules selected a line
 */
export function keepTitlesOfBoxes(page: PageLines, keep: Uint8Array, isSelected: (index: number) => boolean): void {
  const { lines } = page
  const before = keep.slice()
  for (let index = 0; index < lines.length; index++) {
    if (keep[index] === 1 || !isSelected(index) || before[index + 1] !== 1 || !isTitle(page, index)) continue
    const box = boxAround(page, index)
    if (box?.first === index && isMostlyKept(page, box, { before, isSelected })) keep[index] = 1
  }
}

/** @returns whether a line may be the title of the sentence after it */
function isTitle(page: PageLines, index: number): boolean {
  const { text, linked } = page.lines[index]!
  if (linked > 0 || text.length > MAX_LINE || DATE.test(text) || !WORD.test(text)) return false
  if (!SENTENCE_END.test(page.lines[index + 1]!.text.slice(-3)) || isInForm(page, index)) return false
  return ![isLabel, isContentsLabel, pointsElsewhere, isAboutPage].some((isOther) => isOther(text))
}

/** @returns the lines of the innermost box that contains another line, too; undefined if there is no small one */
function boxAround({ elements, parents, lines }: PageLines, index: number): Range | undefined {
  let at = lines[index]!.block
  for (let level = 0; level < MAX_LEVELS_UP && at > 0; level++, at = parents[at]!) {
    const isInside = (line: number): boolean => {
      let inner = lines[line]?.inner ?? -1
      while (inner > at) inner = parents[inner]!
      return inner === at
    }
    let [first, last] = [index, index]
    while (last - first <= MAX_LINES && isInside(first - 1)) first -= 1
    while (last - first <= MAX_LINES && isInside(last + 1)) last += 1
    if (last > first) return last - first < MAX_LINES && BOXES.has(elements[at]!.tagName) ? { first, last } : undefined
  }
  return undefined
}

interface Marks {
  readonly before: Uint8Array
  readonly isSelected: (index: number) => boolean
}

function isMostlyKept({ lines }: PageLines, { first, last }: Range, { before, isSelected }: Marks): boolean {
  let [all, kept] = [0, 0]
  for (let index = first; index <= last; index++) {
    const { text, linked } = lines[index]!
    if (linked > 0 || !isSelected(index)) return false
    all += text.length
    if (before[index] === 1) kept += text.length
  }
  return all <= MAX_BOX && kept >= all * MIN_KEPT
}
