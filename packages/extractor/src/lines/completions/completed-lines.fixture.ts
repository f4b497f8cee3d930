import { findElement } from '../../dom/page-tree.ts'
import { parsePage } from '../../dom/parse-page.ts'
import { pageLines, type PageLines } from '../page-lines.ts'

/**
 * @param isKept whether the line with this text is kept at first
 * @param complete keeps more lines
 * @returns the texts of the lines that are kept afterwards
 */
export function completedLines(
  html: string,
  isKept: (text: string) => boolean,
  complete: (page: PageLines, keep: Uint8Array) => void,
): string[] {
  const page = pageLines(findElement(parsePage(html), ({ tagName }) => tagName === 'body')!)
  const keep = Uint8Array.from(page.lines, ({ text }) => (isKept(text) ? 1 : 0))
  complete(page, keep)
  return page.lines.flatMap(({ text }, index) => (keep[index] === 1 ? [text] : []))
}
