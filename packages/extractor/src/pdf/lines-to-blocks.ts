import type { PdfBlock } from './pdf-block.ts'
import { pictureBlock, insertPictures, startsCaption } from './pdf-figures.ts'
import type { PdfLine } from './pdf-line.ts'
import type { PdfPage } from './drop-running-lines.ts'
import type { PagePicture } from './picture-placement.ts'

/** Minimum font size of a heading, as a multiple of the font size of ordinary text. */
const MIN_HEADING_SIZE_RATIO = 1.12
const MAX_HEADING = 200
/**
 * Maximum distance between two lines of a paragraph, as a multiple of the font size. A larger distance ends the
 * paragraph.
 */
const MAX_LEADING = 1.9
/**
 * A line that ends a sentence also ends the paragraph if more than this multiple of the font size is free to its right.
 */
const SHORT_BY = 4
export const BULLET_START = /^(?:[•‣▪◦●–—*]|\(?\d{1,3}[.)]|\(?[a-z]\))\s/u
const SENTENCE_END = /[.!?:;…。！？]["'”’»)\]]{0,3}$/u

/**
 * Joins lines to paragraphs and headings, also across pages. A picture in the middle of a paragraph is moved to its
 * end.
 *
 * @param pages pages without their headers and footers
 * @returns the paragraphs, headings and pictures in order
 */
export function blocksOf(pages: readonly PdfPage[], pictures: readonly PagePicture[] = []): PdfBlock[] {
  const builder = new BlockBuilder(headingLevels(pages, bodyTextSize(pages)))
  for (const { number, lines } of pages) {
    const edge = Math.max(0, ...lines.map(({ right }) => right))
    const shown = pictures.filter(({ page }) => page === number)
    for (const item of insertPictures(lines, shown)) {
      if ('text' in item) builder.add(item, edge)
      else builder.addPicture(item)
    }
  }
  return builder.finish()
}

class BlockBuilder {
  readonly #levelOf: (line: PdfLine) => number
  readonly #blocks: PdfBlock[] = []
  #open: PdfLine[] = []
  /** pictures to add after the open paragraph */
  #waiting: PagePicture[] = []
  /** lines of the caption that belongs to the last picture */
  #caption: PdfLine[] = []
  #isAfterPicture = false

  constructor(levelOf: (line: PdfLine) => number) {
    this.#levelOf = levelOf
  }

  add(line: PdfLine, edge: number): void {
    if (this.#continuesCaption(line, edge)) {
      this.#caption.push(line)
      return
    }
    this.#isAfterPicture = false
    const last = this.#open.at(-1)
    const around = { levelOf: this.#levelOf, edge, blockSize: this.#open.length }
    // The distance between two lines is ignored if a picture is between them.
    const isApart = this.#waiting.length > 0
    const before = last && isApart ? { ...last, y: line.y + line.size } : last
    if (before === undefined || !continuesBlock(before, line, around)) this.#flush()
    this.#open.push(line)
  }

  addPicture(picture: PagePicture): void {
    const last = this.#open.at(-1)
    if (last === undefined || SENTENCE_END.test(last.text) || this.#levelOf(last) > 0) this.#flush()
    else if (this.#caption.length > 0) this.#flush()
    this.#waiting.push(picture)
    this.#isAfterPicture = true
  }

  finish(): PdfBlock[] {
    this.#flush()
    return this.#blocks.map(demoteLong)
  }

  #continuesCaption(line: PdfLine, edge: number): boolean {
    const last = this.#caption.at(-1)
    if (last === undefined) return this.#isAfterPicture && startsCaption(line.text)
    return continuesBlock(last, line, { levelOf: this.#levelOf, edge, blockSize: this.#caption.length })
  }

  #flush(): void {
    const [first] = this.#open
    if (first !== undefined) this.#blocks.push({ level: this.#levelOf(first), text: joinLines(this.#open) })
    for (const [index, { address }] of this.#waiting.entries()) {
      const isLast = index === this.#waiting.length - 1
      this.#blocks.push(pictureBlock(address, '', isLast ? joinLines(this.#caption) : ''))
    }
    this.#open = []
    this.#waiting = []
    this.#caption = []
  }
}

/** @returns the font size in points of most characters */
export function bodyTextSize(pages: readonly PdfPage[]): number {
  const letters = new Map<number, number>()
  for (const { size, text } of pages.flatMap(({ lines }) => lines))
    letters.set(size, (letters.get(size) ?? 0) + text.length)
  return [...letters].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])[0]
}

/**
 * @returns a function that returns the level of a line. Level 1 is the largest font size, 2 and 3 are the next two, and
 * 4 are all others above ordinary text. Ordinary text has level 0.
 */
export function headingLevels(pages: readonly PdfPage[], usual: number): (line: PdfLine) => number {
  const sizes = new Set(pages.flatMap(({ lines }) => lines.map(({ size }) => size)))
  const large = [...sizes].filter((size) => size > usual * MIN_HEADING_SIZE_RATIO).sort((a, b) => b - a)
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
  if (BULLET_START.test(line.text)) return false
  const height = Math.max(line.size, 1)
  const gap = last.y - line.y
  const isEnded = SENTENCE_END.test(last.text)
  // A line higher up than the last one starts a new column or page. An unfinished sentence continues there.
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
export function joinLines(lines: readonly PdfLine[]): string {
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

const UNSPACED_SCRIPT = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}、。]'
const ENDS_UNSPACED = new RegExp(`${UNSPACED_SCRIPT}$`, 'u')
const STARTS_UNSPACED = new RegExp(`^${UNSPACED_SCRIPT}`, 'u')

function isUnspaced(last: string, text: string): boolean {
  return ENDS_UNSPACED.test(last.slice(-2)) && STARTS_UNSPACED.test(text)
}

function demoteLong(block: PdfBlock): PdfBlock {
  return block.text.length > MAX_HEADING ? { ...block, level: 0 } : block
}
