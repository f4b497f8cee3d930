import type { PdfLine } from './pdf-line.ts'
import type { PdfPage } from './pdf-margins.ts'

export interface PdfBlock {
  /** 0 for a paragraph, 1 for the largest headings, which may be the title, 2 to 4 for other headings. */
  readonly level: number
  readonly text: string
}

/** Minimum ratio of a heading's font size to that of the text. */
const LARGER = 1.12
const MAX_HEADING = 200
/** Maximum distance between two lines of a paragraph, as a multiple of the font size. */
const MAX_LEADING = 1.9
/**
 * A paragraph ends with a line that ends a sentence and leaves at least this much space on the right, as a multiple of
 * the font size.
 */
const SHORT_BY = 4
const BULLET = /^(?:[•‣▪◦●–—*]|\(?\d{1,3}[.)]|\(?[a-z]\))\s/u
const SENTENCE_END = /[.!?:;…。！？]["'”’»)\]]{0,3}$/u

/**
 * Joins lines to paragraphs and headings, even across pages.
 *
 * @param pages pages without their headers and footers
 * @returns the paragraphs and headings in order
 */
export function blocksOf(pages: readonly PdfPage[]): PdfBlock[] {
  const usual = usualSize(pages)
  const levelOf = headingLevels(pages, usual)
  const blocks: PdfBlock[] = []
  let open: PdfLine[] = []
  const flush = (): void => {
    const [first] = open
    if (first !== undefined) blocks.push({ level: levelOf(first), text: joinLines(open) })
    open = []
  }
  for (const { lines } of pages) {
    const edge = Math.max(0, ...lines.map(({ right }) => right))
    for (const line of lines) {
      const last = open.at(-1)
      if (last !== undefined && !continuesBlock(last, line, { levelOf, edge, blockSize: open.length })) flush()
      open.push(line)
    }
  }
  flush()
  return blocks.map(demoteLong)
}

/** @returns the font size of most characters, in points */
function usualSize(pages: readonly PdfPage[]): number {
  const letters = new Map<number, number>()
  for (const { size, text } of pages.flatMap(({ lines }) => lines))
    letters.set(size, (letters.get(size) ?? 0) + text.length)
  return [...letters].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])[0]
}

/**
 * @returns a function that returns the heading level of a line: 1 for the largest size, 2 and 3 for the next two, 4 for
 *   all other sizes above that of the text
 */
function headingLevels(pages: readonly PdfPage[], usual: number): (line: PdfLine) => number {
  const sizes = new Set(pages.flatMap(({ lines }) => lines.map(({ size }) => size)))
  const large = [...sizes].filter((size) => size > usual * LARGER).sort((a, b) => b - a)
  return ({ size, text }) => {
    const rank = large.indexOf(size)
    return rank < 0 || !/\p{L}/u.test(text) ? 0 : Math.min(rank + 1, 4)
  }
}

interface Around {
  readonly levelOf: (line: PdfLine) => number
  readonly edge: number
  readonly blockSize: number
}

function continuesBlock(last: PdfLine, line: PdfLine, { levelOf, edge, blockSize }: Around): boolean {
  if (levelOf(last) !== levelOf(line) || last.size !== line.size) return false
  if (BULLET.test(line.text)) return false
  const height = Math.max(line.size, 1)
  const gap = last.y - line.y
  const isEnded = SENTENCE_END.test(last.text)
  // The line is higher up than the last one, so it starts a new column or page. An unfinished sentence continues there.
  if (gap <= 0) return !isEnded && levelOf(line) === 0
  if (gap > height * MAX_LEADING) return false
  if (levelOf(line) > 0) return true
  const isIndented = line.x - last.x > height && blockSize > 1
  const isShort = (last.edge ?? edge) - last.right > height * SHORT_BY
  return !(isEnded && (isIndented || isShort))
}

/**
 * Joins the lines of a block. A hyphen at the end of a line is removed if it is between two lower-case letters. All
 * soft hyphens are removed.
 */
function joinLines(lines: readonly PdfLine[]): string {
  const parts: string[] = []
  for (const { text } of lines) {
    const last = parts.at(-1)
    if (last === undefined) parts.push(text)
    else if (last.endsWith('\u00ad')) parts.splice(-1, 1, last.slice(0, -1), text)
    else if (/\p{Ll}[-‐]$/u.test(last.slice(-4)) && /^\p{Ll}/u.test(text)) parts.splice(-1, 1, last.slice(0, -1), text)
    else parts.push(isUnspaced(last, text) ? '' : ' ', text)
  }
  return parts.join('').replaceAll('\u00ad', '')
}

const UNSPACED = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}、。]'
const ENDS_UNSPACED = new RegExp(`${UNSPACED}$`, 'u')
const STARTS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u')

function isUnspaced(last: string, text: string): boolean {
  return ENDS_UNSPACED.test(last.slice(-2)) && STARTS_UNSPACED.test(text)
}

function demoteLong(block: PdfBlock): PdfBlock {
  return block.text.length > MAX_HEADING ? { ...block, level: 0 } : block
}
