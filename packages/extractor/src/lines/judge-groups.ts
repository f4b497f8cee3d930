import { keepListsBeside } from './completions/keep-lists-beside.ts'
import { lineGroups, type LineGroup } from './line-groups.ts'
import { isHeadingLine, isProse, type PageLines } from './page-lines.ts'

/** Added to the length of each line in characters, so that items of a single word count too. */
const LINE_COST = 10
/** Minimum average length in characters of unlinked lines that are prose. */
const PROSE = 80
/** Maximum share of the text in links, so that a group counts as text. */
const MAX_LINKED = 0.5

/** Minimum shares of a group's text that are kept, so that the whole group is kept. */
const MIN_SHARES = {
  /** Prose that the rules selected: paragraphs beside each other. */
  prose: 0.2,
  /** Short text that the rules selected. */
  selected: 0.2,
  /** Lists of links: many are menus and tags. */
  links: 0.2,
  /** Other groups that are mostly links, such as cards, and groups that the rules did not select. */
  other: 0.1,
}

/** What is known of the lines of a page. */
interface GroupContext {
  /** 1 for each line that the rules selected, otherwise 0. */
  readonly isSelected: Uint8Array
  /** Whether a line may be removed. */
  readonly mayDrop: (index: number) => boolean
  /** Whether a line may be added. */
  readonly mayAdd: (index: number) => boolean
}

/**
 * Keeps or removes the lines of each group together (see `lineGroups`), because a list, a grid of cards or a table with
 * gaps is wrong, and a step that is missing in a manual is dangerous. The kept lines decide by their length. A group of
 * unlinked text that the rules selected is also kept if it stands between two kept lines or at the end, and a list after a colon. Cards
 * of which a text is kept keep their titles.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 */
export function judgeGroups(page: PageLines, keep: Uint8Array, context: GroupContext): void {
  const groups = lineGroups(page).filter(({ lines }) => lines.length > 1)
  const keptCards = new Set<number>()
  for (const group of groups) if (judge(page, keep, group, context)) keptCards.add(group.siblings)
  for (const { lines, siblings } of groups)
    if (siblings > 0 && keptCards.has(siblings) && isHeadingLine(page, page.lines[lines[0]!]!))
      for (const index of lines) if (context.isSelected[index] === 1 || context.mayAdd(index)) keep[index] = 1
  keepListsBeside(page, groups, { keep, isSelected: context.isSelected })
}

/** @returns whether the group is kept */
function judge(page: PageLines, keep: Uint8Array, group: LineGroup, context: GroupContext): boolean {
  const { lines } = group
  const facts = factsOf(page, keep, lines, context)
  const isKept =
    facts.kept >= minShare(group, facts) ||
    isEnclosed(page, { keep, isSelected: context.isSelected }, group, facts) ||
    areTimesOfEntries(page, keep, group, facts)
  for (const index of lines) {
    if (isKept && (context.isSelected[index] === 1 || context.mayAdd(index))) keep[index] = 1
    else if (!isKept && context.mayDrop(index)) keep[index] = 0
  }
  return isKept
}

interface Decisions {
  readonly keep: Uint8Array
  readonly isSelected: Uint8Array
}

interface GroupFacts {
  /** Shares of the group's text, each line with the same extra cost. */
  readonly kept: number
  readonly selected: number
  readonly linked: number
  readonly averageLength: number
}

function factsOf(
  page: PageLines,
  keep: Uint8Array,
  lines: readonly number[],
  { isSelected }: GroupContext,
): GroupFacts {
  let [all, kept, selected, linked, length] = [0, 0, 0, 0, 0]
  for (const index of lines) {
    const line = page.lines[index]!
    const cost = line.text.length + LINE_COST
    all += cost
    kept += cost * keep[index]!
    selected += cost * isSelected[index]!
    linked += line.linked
    length += line.text.length
  }
  return {
    kept: kept / all,
    selected: selected / all,
    linked: linked / (length || 1),
    averageLength: length / lines.length,
  }
}

function minShare({ kind }: LineGroup, { selected, linked, averageLength }: GroupFacts): number {
  if (linked > MAX_LINKED && kind === 'list') return MIN_SHARES.links
  if (selected < 0.5 || linked > MAX_LINKED) return MIN_SHARES.other
  return averageLength >= PROSE ? MIN_SHARES.prose : MIN_SHARES.selected
}

/**
 * @returns whether a list or a folded text that the rules selected stands between two kept lines, or after one at the end
 *   of the selected text, or whether the kept line before a list announces it with a colon. A list of links stands between
 *   kept lines only after a paragraph.
 */
function isEnclosed(page: PageLines, { keep, isSelected }: Decisions, group: LineGroup, facts: GroupFacts): boolean {
  const { lines, kind } = group
  const [before, after] = [lines[0]! - 1, lines.at(-1)! + 1]
  if (kind === 'siblings' || facts.selected < 0.5) return false
  if (keep[before] !== 1 && !isHeadingOfText(page, { keep, isSelected }, before)) return false
  if (kind === 'list' && COLON.test(page.lines[before]!.text.slice(-3))) return true
  if (kind === 'list' && keep[after] === 1 && isProse(page.lines[before]!)) return true
  return facts.linked <= MAX_LINKED && (keep[after] === 1 || isSelected[after] !== 1)
}

const CLOCK_TIME = /^\d{1,2}[:.h]\d{2}(?:\s?(?:[ap]\.?m\.?|uhr|[a-z]{2,4}))?$/i
/** Number of lines below a time of which one must be kept. */
const LINES_BELOW_TIME = 3

/** @returns whether a group consists of the times of entries that are kept, as in a report that is written during an event */
function areTimesOfEntries(page: PageLines, keep: Uint8Array, { lines, kind }: LineGroup, facts: GroupFacts): boolean {
  if (kind !== 'siblings' || facts.selected < 1 || !lines.every((at) => CLOCK_TIME.test(page.lines[at]!.text)))
    return false
  return lines.every((at) => keep.subarray(at + 1, at + 1 + LINES_BELOW_TIME).includes(1))
}

/** @returns whether a line is a heading that the rules selected, after a kept line */
function isHeadingOfText(page: PageLines, { keep, isSelected }: Decisions, index: number): boolean {
  return index > 0 && isSelected[index] === 1 && keep[index - 1] === 1 && isHeadingLine(page, page.lines[index]!)
}

const COLON = /[:：]\s*$/
