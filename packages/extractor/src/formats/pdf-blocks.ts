import type { PdfLine } from './pdf-lines.ts'
import type { PdfPage } from './pdf-margins.ts'

export interface PdfBlock {
  /** 2 to 4 for a heading, 0 for a paragraph, 1 for the largest heading, which may be the title. */
  readonly level: number
  readonly text: string
}

/** Minimum size of a heading relative to the text. */
const LARGER = 1.12
const MAX_HEADING = 200
/** Maximum distance between lines of one paragraph, in letter heights. */
const MAX_LEADING = 1.9
/** A line that ends this far before the right edge, in letter heights, and with a sentence, ends its paragraph. */
const SHORT_BY = 4
const BULLET = /^(?:[•‣▪◦●–—*]|\(?\d{1,3}[.)]|\(?[a-z]\))\s/u
const SENTENCE_END = /[.!?:;…。！？]["'”’»)\]]{0,3}$/u

/**
 * Joins lines to paragraphs and headings, also across pages.
 *
 * @param pages without their running headers and footers
 * @returns the text in order
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

/** @returns the most frequent font size in points */
function usualSize(pages: readonly PdfPage[]): number {
  const letters = new Map<number, number>()
  for (const { size, text } of pages.flatMap(({ lines }) => lines))
    letters.set(size, (letters.get(size) ?? 0) + text.length)
  return [...letters].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])[0]
}

/** The largest size is level 1, the next two 2 and 3, and all other sizes larger than the text 4. */
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
  // A higher position is the next column or page: an unfinished sentence continues there.
  if (gap <= 0) return !isEnded && levelOf(line) === 0
  if (gap > height * MAX_LEADING) return false
  if (levelOf(line) > 0) return true
  const isIndented = line.x - last.x > height && blockSize > 1
  const isShort = edge - last.right > height * SHORT_BY
  return !(isEnded && (isIndented || isShort))
}

/** Removes a hyphen at a line end between two lower-case letters, and every soft hyphen. */
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
