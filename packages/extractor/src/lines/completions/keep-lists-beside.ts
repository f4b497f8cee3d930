import { isLabel } from '../../clean/unrelated-line-patterns.ts'
import { groupBy } from '../../dom/group-by.ts'
import { attributeOf } from '../../dom/page-tree.ts'
import type { LineGroup } from '../line-groups.ts'
import { isHeadingLine, type PageLines } from '../page-lines.ts'

/** Maximum length in characters of a line between two lists, such as a heading, and above a list, such as its label. */
const MAX_BETWEEN = 60
/** Maximum number of such lines between two lists. */
const MAX_LINES_BETWEEN = 3

interface Decisions {
  /** 1 for each line that is kept, otherwise 0; changed in place */
  readonly keep: Uint8Array
  /** 1 for each line that the rules selected, otherwise 0 */
  readonly isSelected: Uint8Array
}

/**
 * Keeps lists without links that the rules selected before or after a kept list, if only short lines are between them, with
 * these lines: the ingredients above the steps. The label above a kept list is kept. Lists at the same place of repeated sections are kept
 * together.
 *
 * @param groups the groups of lines of the page, in document order
 */
export function keepListsBeside(page: PageLines, groups: readonly LineGroup[], decisions: Decisions): void {
  const lists = groups.filter(({ kind, lines }) => kind === 'list' && lines.every((at) => isPlain(page, decisions, at)))
  for (const [place, alike] of groupBy(lists, ({ lines }) => placeOf(page, lines[0]!)))
    if (place !== '') keepAlike(alike, decisions)
  for (let at = lists.length - 2; at >= 0; at--) keepPair(page, lists[at]!.lines, lists[at + 1]!.lines, decisions)
  for (let at = 1; at < lists.length; at++) keepPair(page, lists[at - 1]!.lines, lists[at]!.lines, decisions)
  for (const { kind, lines } of groups)
    if (kind === 'list' && decisions.keep[lines[0]!] === 1) keepLabel(page, lines[0]!, decisions)
}

/** Keeps the label above a list that is no heading, such as the title of one of several lists. */
function keepLabel(page: PageLines, item: number, decisions: Decisions): void {
  const label = item - 1
  if (label < 0 || isHeadingLine(page, page.lines[label]!) || !isBeside(page, label, item)) return
  if (isShort(page, decisions, label)) decisions.keep[label] = 1
}

/** Minimum number of kept lists of the same kind, so that the others are kept too. */
const MIN_KEPT = 2
const LISTS = new Set(['ul', 'ol', 'dl'])

/** Keeps lists of the same kind together if at least half of them are kept, such as the lists of the sections of a page. */
function keepAlike(lists: readonly LineGroup[], { keep }: Decisions): void {
  const kept = lists.filter(({ lines }) => keep[lines[0]!] === 1).length
  if (kept < MIN_KEPT || kept * 2 < lists.length) return
  for (const { lines } of lists) for (const at of lines) keep[at] = 1
}

/** @returns the names of the list around a line and of the box around the list; empty if they have no class */
function placeOf({ elements, parents, lines }: PageLines, line: number): string {
  let list = lines[line]!.inner
  while (list > 0 && !LISTS.has(elements[list]!.tagName)) list = parents[list]!
  const boxes = [list, parents[list]!].flatMap((at) => elements[at] ?? [])
  const classes = boxes.map((box) => attributeOf(box, 'class') ?? '')
  return classes.join('') === '' ? '' : boxes.map(({ tagName }, at) => `${tagName}.${classes[at]}`).join('>')
}

/** Keeps both lists if one of them is kept, and they are close to each other. */
function keepPair(page: PageLines, above: readonly number[], below: readonly number[], decisions: Decisions): void {
  const { keep } = decisions
  if (keep[above[0]!] === keep[below[0]!]) return
  const [start, end] = [above.at(-1)! + 1, below[0]!]
  if (end - start > MAX_LINES_BETWEEN) return
  for (let at = start; at < end; at++) if (!isShort(page, decisions, at)) return
  for (const at of [...above, ...below]) keep[at] = 1
  keep.fill(1, start, end)
}

function isPlain({ lines }: PageLines, { isSelected }: Decisions, at: number): boolean {
  return isSelected[at] === 1 && lines[at]!.linked === 0
}

function isShort(page: PageLines, decisions: Decisions, at: number): boolean {
  const { text } = page.lines[at]!
  return text.length <= MAX_BETWEEN && isPlain(page, decisions, at) && !isLabel(text)
}

/** @returns whether a line is in the box of the list with the other line */
function isBeside({ lines, parents }: PageLines, at: number, item: number): boolean {
  return parents[lines[at]!.block] === parents[parents[lines[item]!.block]!]
}
