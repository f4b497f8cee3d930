import type { PageElement } from '../../dom/page-tree.ts'
import { headingAround, isHeading, isLinkLine, targetOf, type LinkedLine } from './linked-line.ts'
import { readingLists } from './other-sites.ts'
import { isSourcesHeading } from './source-headings.ts'

/** Minimum length in characters of a paragraph. */
const MIN_PARAGRAPH = 80

/**
 * @param lines all lines of an article, in document order
 * @returns the headings above lists of sources and further reading that are like other headings of the text: the heading
 *   "See also" of a box in the text is not
 */
export function sourcesHeadings(lines: readonly LinkedLine[]): ReadonlySet<PageElement> {
  const found = new Set<PageElement>()
  const ofText = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const heading = headingAround(line.element)
    const next = lines[index + 1]
    if (heading === undefined || next === undefined) continue
    const isAboveList = next.element.tagName === 'li' || isLinkLine(next)
    if (isAboveList && ofText.has(heading.tagName) && isSourcesHeading(line.text)) found.add(line.element)
    if (next.length > MIN_PARAGRAPH && !isLinkLine(next)) ofText.add(heading.tagName)
  }
  return found
}

/** @returns the links directly below headings of sources */
export function linksBelow(lines: readonly LinkedLine[], headings: ReadonlySet<PageElement>): PageElement[] {
  const found: PageElement[] = []
  let isBelow = false
  for (const line of lines) {
    isBelow = headings.has(line.element) || (isBelow && line.linked > 0 && !isHeading(line.element))
    if (isBelow && !headings.has(line.element)) found.push(line.element)
  }
  return found
}

/** Maximum length in characters of an entry of a list. Longer lines are paragraphs. */
const MAX_ENTRY = 300

/**
 * @param url the address of the page
 * @returns the lines of lists of what the author refers to (see `readingLists`), which are beside each other in the same box
 */
export function referredLinks(lines: readonly LinkedLine[], url: string): PageElement[] {
  const found: PageElement[] = []
  let run: PageElement[] = []
  for (const { element, length, linked } of lines) {
    const isEntry = linked > 0 && length <= MAX_ENTRY && !isHeading(element)
    if (!isEntry || element.parentNode !== run[0]?.parentNode) {
      found.push(...readingLists(run, targetOf, url))
      run = []
    }
    if (isEntry) run.push(element)
  }
  return [...found, ...readingLists(run, targetOf, url)]
}
