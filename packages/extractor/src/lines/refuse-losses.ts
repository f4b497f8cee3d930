import { isProse, type PageLine } from './page-lines.ts'

/** If the prose that the rules selected is shorter, in characters, the model may remove all of it. */
const LONG_SELECTION = 600

/** Maximum shares of the selected text that the model may remove. */
interface MaxRemoved {
  readonly prose: number
  readonly all: number
}

/** On pages that declare themselves articles, the rules are seldom wrong about long texts. */
const MAX_REMOVED_OF_ARTICLES: MaxRemoved = { prose: 0.35, all: 0.35 }
const MAX_REMOVED: MaxRemoved = { prose: 0.5, all: 1 }

/**
 * Compares the decisions of the model with the selection of the rules, which are the steps before the model.
 *
 * @param isSelected 1 for each line that the rules selected, otherwise 0
 * @param keep 1 for each line that the model keeps; undefined if it keeps none, because the page seems to have no text
 * @returns whether the model removes so much of a long text that the selection of the rules must stay
 */
export function losesText(
  lines: readonly PageLine[],
  isSelected: Uint8Array,
  keep: Uint8Array | undefined,
  isArticle: boolean,
): boolean {
  const most = isArticle ? MAX_REMOVED_OF_ARTICLES : MAX_REMOVED
  const all = { selected: 0, removed: 0 }
  const prose = { selected: 0, removed: 0 }
  for (let index = 0; index < lines.length; index++) {
    if (isSelected[index] === 0) continue
    const line = lines[index]!
    const removed = keep === undefined || keep[index] === 0 ? line.text.length : 0
    all.selected += line.text.length
    all.removed += removed
    if (!isProse(line)) continue
    prose.selected += line.text.length
    prose.removed += removed
  }
  const exceeds = (sum: typeof all, share: number): boolean =>
    sum.selected >= LONG_SELECTION && sum.removed > sum.selected * share
  return exceeds(prose, most.prose) || exceeds(all, most.all)
}
