import type { PageLine, PageLines } from './page-lines.ts'
import { listsOfRows } from './lists-of-rows.ts'

/** Minimum number of lines of a list. In a shorter one, each line is judged by itself. */
const MIN_LINES = 4
/** Minimum share of a list's text that must be kept already, so that its other lines are kept too. */
const MIN_KEPT_SHARE = 0.6
/** Added to the length of each line in characters, so that items of a single word count too. */
const LINE_COST = 10
const LISTS = new Set(['ol', 'ul', 'dl'])

/** Tells which lines may be kept to complete a list. */
export interface ListCompletion {
  /** Whether a line may be kept because most of its list is kept. */
  readonly mayComplete: (index: number) => boolean
  /** Whether a line may be kept because the kept line before its list ends with a colon. */
  readonly mayFollowColon: (index: number) => boolean
}

/**
 * Keeps the remaining lines of lists of which most of the text is kept, and of lists after a colon, because gaps
 * confuse readers. A line belongs to the innermost list around it.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 */
export function completeLists(page: PageLines, keep: Uint8Array, completion: ListCompletion): void {
  const { mayComplete, mayFollowColon } = completion
  for (const lines of linesOfLists(page)) {
    const [isNearlyComplete, isAnnounced] = [isMostlyKept(page, keep, lines), followsColon(page, keep, lines)]
    for (const index of lines)
      if ((isNearlyComplete && mayComplete(index)) || (isAnnounced && mayFollowColon(index))) keep[index] = 1
  }
}

function isMostlyKept(page: PageLines, keep: Uint8Array, list: readonly number[]): boolean {
  if (list.length < MIN_LINES) return false
  let [kept, all] = [0, 0]
  for (const index of list) {
    const cost = page.lines[index]!.text.length + LINE_COST
    all += cost
    if (keep[index] === 1) kept += cost
  }
  return kept >= all * MIN_KEPT_SHARE
}

function followsColon(page: PageLines, keep: Uint8Array, list: readonly number[]): boolean {
  const before = list[0]! - 1
  return keep[before] === 1 && /[:：]\s*$/.test(page.lines[before]!.text.slice(-3))
}

/** @returns the indexes of the lines of each list */
function linesOfLists(page: PageLines): Iterable<readonly number[]> {
  const listsMadeOfRows = listsOfRows(page)
  const lists = new Map<number, number[]>()
  for (const [index, line] of page.lines.entries()) {
    const list = listOf(page, line, listsMadeOfRows)
    if (list === -1) continue
    const lines = lists.get(list)
    if (lines === undefined) lists.set(list, [index])
    else lines.push(index)
  }
  return lists.values()
}

/** @returns the index of the innermost list around a line; -1 if there is none */
function listOf({ elements, parents }: PageLines, { inner }: PageLine, listsMadeOfRows: ReadonlySet<number>): number {
  let at = inner
  while (at >= 0 && !LISTS.has(elements[at]!.tagName) && !listsMadeOfRows.has(at)) at = parents[at]!
  return at
}
