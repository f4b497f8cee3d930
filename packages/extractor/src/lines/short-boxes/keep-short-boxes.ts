import { isLabel, isOtherPagesLabel, pointsElsewhere } from '../../clean/unrelated-line-patterns.ts'
import { BoxRanges, isInForm, type Boxes } from './box-ranges.ts'
import { isHeadingLine, type PageLine, type PageLines } from '../page-lines.ts'

/** Maximum average length in characters of the lines in short boxes. */
const MAX_AVERAGE = 80
const MAX_LINES = 40
/** Maximum length of the boxes at the end, as a share of the length of the kept text. */
const MAX_SHARE_AT_END = 0.3
/** Maximum length in characters of the selected text of a short page. */
const SHORT_PAGE = 600
/** Maximum share of a line of a short page that may be in links. */
const MAX_LINKED = 0.5
/** Matches words in boxes about the page, such as its date and its author, and changes of prices. */
const ABOUT_PAGE =
  /\b(?:by|author|written|published|posted|updated|date|views?|comments?|shares?|read(?:ing)?|min(?:ute)?s?|autor(?:in)?|stand|datum|lesezeit|publié|publicado|pubblicato|temps de lecture)\b|©|\(-?\d+(?:\.\d+)?%\)|\b(?:19|20)\d\d\b/iu

interface Decisions {
  /** 1 for each line that is kept, otherwise 0; changed in place */
  readonly keep: Uint8Array
  /** 1 for each line that the rules selected, otherwise 0 */
  readonly isSelected: Uint8Array
  /** True if the page declares itself the page of a product. */
  readonly isProduct: boolean
}

interface Context extends Omit<Decisions, 'isProduct'> {
  /** Number of characters in the kept lines. */
  readonly keptLength: number
}

/**
 * Keeps short texts that the model judges by too little: rows of numbers with their labels, testimonials and other boxes
 * of the same kind beside each other, if they stand between kept lines or at the end; of a product only its data sheet; and
 * on a page with hardly any text the sentences and items of lists after the first kept line. Only lines that the rules selected are kept.
 */
export function keepShortBoxes(page: PageLines, { keep, isSelected, isProduct }: Decisions): void {
  const [keptLength, selected] = [lengthOf(page, keep), lengthOf(page, isSelected)]
  const context = { keep, isSelected, keptLength }
  const isShortPage = selected <= SHORT_PAGE && keptLength * 2 >= selected
  keepBoxes(page, context, isProduct)
  if (isShortPage && !isProduct) keepRest(page, context)
}

function keepBoxes(page: PageLines, context: Context, isProduct: boolean): void {
  const ranges = new BoxRanges(page)
  for (let index = 0; index < page.lines.length; index++) {
    if (context.keep[index] === 1 || context.isSelected[index] === 0) continue
    const boxes = ranges.boxesAround(index)
    if (boxes === undefined || !areShort(page, context, boxes)) continue
    const { first, last, tagName } = boxes
    if (isProduct ? tagName === 'dl' : isEnclosed(page, context, boxes)) context.keep.fill(1, first, last + 1)
    index = last
  }
}

/** @returns whether all lines of a range are selected, short, and neither in links nor about the page */
function areShort(page: PageLines, { isSelected }: Context, { first, last, tagName }: Boxes): boolean {
  const { lines } = page
  if (last - first >= MAX_LINES) return false
  let length = 0
  for (let index = first; index <= last; index++) {
    const { text, linked } = lines[index]!
    if (isSelected[index] === 0 || linked > 0 || isOther(text)) return false
    if (ABOUT_PAGE.test(text) && !(tagName === 'dl' && isDefinition(page, index))) return false
    length += text.length
  }
  return length <= (last - first + 1) * MAX_AVERAGE
}

/** @returns whether a line is the definition of a term, whose words do not say what it is about */
function isDefinition({ elements, lines }: PageLines, index: number): boolean {
  return elements[lines[index]!.block]!.tagName === 'dd'
}

/** @returns whether the lines before and after a range are kept, apart from the start and the end of the selection */
function isEnclosed(
  page: PageLines,
  { keep, isSelected, keptLength }: Context,
  { first, last, tagName }: Boxes,
): boolean {
  // Facts above the text, such as the place and the size of a project.
  if (tagName === 'dl' && keep[last + 1] === 1 && !keep.subarray(0, first).includes(1)) return true
  const isHeading = isSelected[first - 1] === 1 && isHeadingLine(page, page.lines[first - 1]!)
  const before = isHeading && keep[first - 1] !== 1 ? first - 2 : first - 1
  const isAfterText = keep[before] === 1
  if (keep[last + 1] === 1) return isAfterText || isSelected[before] !== 1
  const isEnd = isSelected[last + 1] !== 1 || ABOUT_PAGE.test(page.lines[last + 1]!.text)
  if (!isAfterText || !isEnd) return false
  const length = page.lines.slice(first, last + 1).reduce((sum, { text }) => sum + text.length, 0)
  return length <= keptLength * MAX_SHARE_AT_END
}

/** @returns the number of characters in the marked lines */
function lengthOf({ lines }: PageLines, marks: Uint8Array): number {
  let length = 0
  for (const [index, { text }] of lines.entries()) if (marks[index] === 1) length += text.length
  return length
}

/** Keeps sentences and items of lists after the first kept line and before other pages, and the titles of boxes with such a sentence. */
function keepRest(page: PageLines, { keep, isSelected }: Context): void {
  const start = keep.indexOf(1)
  if (start < 0) return
  const other = page.lines.findIndex(({ text }, index) => index > start && isOtherPagesLabel(text))
  for (let index = (other < 0 ? page.lines.length : other) - 1; index > start; index--) {
    const line = page.lines[index]!
    if (isSelected[index] === 0 || line.linked > line.text.length * MAX_LINKED || isOther(line.text)) continue
    const isText = isSentence(line) || isItem(page, line)
    if (!isText && !(keep[index + 1] === 1 && isTitleOfBox(page, index))) continue
    if (!isInForm(page, index)) keep[index] = 1
  }
}

const SENTENCE_END = /[\p{L}\d][.!?。！？…][\p{Pf}"')\]]?$/u

function isSentence({ text }: PageLine): boolean {
  return SENTENCE_END.test(text.slice(-3))
}

function isItem({ elements, parents }: PageLines, { block }: PageLine): boolean {
  return elements[block]!.tagName === 'li' || (block > 0 && elements[parents[block]!]!.tagName === 'li')
}

/** Maximum length in characters of the title of a box. */
const MAX_TITLE = 60

/** @returns whether a line is a title, and the next one a sentence in a box inside the same box */
function isTitleOfBox({ lines, parents }: PageLines, index: number): boolean {
  const [line, next] = [lines[index]!, lines[index + 1]!]
  if (line.linked > 0 || line.text.length > MAX_TITLE || /[:：]$/.test(line.text) || !isSentence(next)) return false
  return parents[parents[next.block]!] === parents[line.block]
}

function isOther(text: string): boolean {
  return isLabel(text) || pointsElsewhere(text)
}
