import type { PdfLine } from './pdf-line.ts'
import type { PdfTag } from './pdf-tags.ts'

export interface PdfPage {
  /** Index of the page, starting with 0. */
  readonly number: number
  /** Height of the page in points. */
  readonly height: number
  readonly lines: readonly PdfLine[]
  /** The structure tree of a tagged file. */
  readonly tags?: PdfTag
}

/** Height of the margins in which headers and footers are expected, as a share of the page height. */
const MARGIN_SHARE = 0.1
/** A line in a margin is a header or footer if it is repeated on at least this number of pages. */
const MIN_PAGES = 3
/**
 * A header or footer must also be repeated on at least this share of the pages. The share is low, because left and
 * right pages differ, and headers change with chapters.
 */
const MIN_SHARE = 0.3
const PAGE_NUMBER =
  /^(?:(?:page|seite|página|pagina|p\.)\s)?[-–—|[(]?\s?(?:\d{1,4}|[ivxlc]{1,7})\s?[-–—|\])]?(?:\s?(?:\/|of|von|de|di|sur)\s?\d{1,4})?$/iu

/**
 * Removes headers, footers and page numbers.
 * @param pages the pages of a document, in order
 * @returns the remaining pages, and the number of removed lines
 */
export function dropRunningLines(pages: readonly PdfPage[]): { pages: readonly PdfPage[]; dropped: number } {
  const seen = new Map<string, number>()
  for (const page of pages) {
    const keys = new Set(page.lines.filter((line) => isInMargin(line, page)).map((line) => patternOf(line, page)))
    for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1)
  }
  const enough = Math.max(MIN_PAGES, pages.length * MIN_SHARE)
  const isRunning = (line: PdfLine, page: PdfPage): boolean =>
    isInMargin(line, page) && (PAGE_NUMBER.test(line.text) || (seen.get(patternOf(line, page)) ?? 0) >= enough)
  let dropped = 0
  const left = pages.map((page) => {
    const lines = page.lines.filter((line) => !isRunning(line, page))
    dropped += page.lines.length - lines.length
    return { ...page, lines }
  })
  return { pages: left, dropped }
}

function isInMargin({ y }: PdfLine, { height }: PdfPage): boolean {
  return height > 0 && (y < height * MARGIN_SHARE || y > height * (1 - MARGIN_SHARE))
}

/**
 * @returns a key for recognizing the same header or footer on other pages: the edge of the page, and the text with `#`
 * for each number
 */
function patternOf({ text, y }: PdfLine, { height }: PdfPage): string {
  return `${y < height / 2 ? 'foot' : 'head'} ${text.slice(0, 200).replaceAll(/\d+/g, '#')}`
}
