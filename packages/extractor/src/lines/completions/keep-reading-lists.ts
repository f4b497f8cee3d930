import { readingLists } from '../../clean/own-links/other-sites.ts'
import { leadsToFile } from '../../find/boxes/files.ts'
import { isSourcesHeading } from '../../clean/own-links/source-headings.ts'
import { firstTarget, isHeadingLine, isProse, targetOf, type PageLine, type PageLines } from '../page-lines.ts'

interface Selection {
  readonly isSelected: (index: number) => boolean
  /** Address of the page. */
  readonly url: string
}

/**
 * Keeps lists of what an author refers to: below a heading such as "See also" or "References", and lines that lead to
 * several other sites. The model learned from articles in which such lists are menus, teasers and advertisements.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 * @param selection the lines that the rules selected, because only such lines are kept
 */
export function keepReadingLists(page: PageLines, keep: Uint8Array, selection: Selection): void {
  const { lines } = page
  const { isSelected } = selection
  for (let index = 0; index < lines.length; index++) {
    if (!isSelected(index)) continue
    if (isHeadingLine(page, lines[index]!)) {
      if (isSourcesHeading(lines[index]!.text)) keepItemsBelow(page, keep, isSelected, index)
      continue
    }
    const end = endOfLinks(page, isSelected, index)
    const run = Array.from({ length: end - index }, (_, at) => index + at)
    for (const at of readingLists(run, (one) => firstTarget(lines[one]!), selection.url)) keep[at] = 1
    for (const at of run) if (areFiles(lines[at]!)) keep[at] = 1
    index = Math.max(index, end - 1)
  }
}

/** Keeps the items of lists, and lines with links, directly below a heading, and the heading. */
function keepItemsBelow(page: PageLines, keep: Uint8Array, isSelected: Selection['isSelected'], index: number): void {
  let end = index + 1
  while (end < page.lines.length && isSelected(end) && isEntry(page, page.lines[end]!)) end += 1
  if (end > index + 1) keep.fill(1, index, end)
}

function isEntry(page: PageLines, line: PageLine): boolean {
  return isItem(page, line) || isLinkLine(page, line)
}

function isItem({ elements, parents }: PageLines, { inner }: PageLine): boolean {
  for (let at = inner; at > 0; at = parents[at]!) if (elements[at]!.tagName === 'li') return true
  return false
}

/** @returns the index after the last of the selected lines with a link, which are beside each other in the same box */
function endOfLinks(page: PageLines, isSelected: Selection['isSelected'], start: number): number {
  const { lines, parents } = page
  let end = start
  while (end < lines.length && isSelected(end) && isLinkLine(page, lines[end]!)) {
    if (parents[lines[end]!.block] !== parents[lines[start]!.block]) break
    end += 1
  }
  return end
}

function isLinkLine(page: PageLines, line: PageLine): boolean {
  return line.linked > 0 && !isProse(line) && !isHeadingLine(page, line)
}

/** Minimum number of links to files in a line, so that the line is a list of them. */
const MIN_FILES = 2
/** Minimum share of such a line in links. */
const MIN_LINKED = 0.5

/** @returns whether a line is a list of files with line breaks, or with other signs, between them */
function areFiles({ nodes, linked, text }: PageLine): boolean {
  if (linked < text.length * MIN_LINKED) return false
  const targets = nodes.map(targetOf).filter((target) => target !== '')
  return targets.length >= MIN_FILES && targets.every(leadsToFile)
}
