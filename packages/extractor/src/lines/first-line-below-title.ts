import type { PageElement } from '../dom/page-tree.ts'
import { START_CHARACTERS } from './count-characters.ts'
import type { PageLines } from './page-lines.ts'

/** Maximum number of characters by which a line with only the title, and for example the site, is longer than it. */
const MAX_TITLE_ADDITION = 40

interface PlacedTitle {
  readonly title: string
  /** Empty headings at the places where the page showed the title. */
  readonly titleHeadings: ReadonlySet<PageElement>
}

/**
 * Finds the place of the title above the text. Text between the two is often the first section of the article.
 *
 * @param page the lines of the page
 * @param firstKept index of the first line of the text
 * @returns the index of the first line below the title, at most `firstKept`; undefined if no title is above the text. A
 * sentence that starts with the title belongs to the text, and counts only if there is neither a heading nor a line
 * with the title.
 */
export function firstLineBelowTitle(page: PageLines, placed: PlacedTitle, firstKept: number): number | undefined {
  const heading = firstBelowHeading(page, placed.titleHeadings, firstKept)
  if (heading !== undefined) return heading
  const wanted = placed.title.toLowerCase()
  const lastTitle = (limit: number): number => {
    for (let at = firstKept; at >= 0; at--) {
      const { text } = page.lines[at]!
      if (text.length <= limit && isTitle(text, wanted)) return at
    }
    return -1
  }
  const line = lastTitle(wanted.length + MAX_TITLE_ADDITION)
  if (line >= 0) return Math.min(line + 1, firstKept)
  const sentence = lastTitle(Infinity)
  return sentence < 0 ? undefined : sentence
}

/** @returns the index of the first line after the last of the headings above the text; undefined if there is none */
function firstBelowHeading(
  { elements, lines }: PageLines,
  headings: ReadonlySet<PageElement>,
  firstKept: number,
): number | undefined {
  if (headings.size === 0 || firstKept < 0) return undefined
  const heading = elements.slice(0, lines[firstKept]!.inner).findLastIndex((element) => headings.has(element))
  return heading < 0 ? undefined : lines.findIndex(({ inner }) => inner > heading)
}

/**
 * @param text text of a line
 * @param title title of the page in lower case
 * @returns true if line and title are equal, or if one starts with the other; false for lines of at most 5 characters
 */
export function isTitle(text: string, title: string): boolean {
  if (title === '' || text.length <= 5 || !title.startsWith(text.charAt(0).toLowerCase())) return false
  const line = text.slice(0, START_CHARACTERS).toLowerCase()
  return title.startsWith(line) || line.startsWith(title)
}
