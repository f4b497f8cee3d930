import { isLabel, pointsElsewhere } from '../../clean/unrelated-line-patterns.ts'
import type { PageLines } from '../page-lines.ts'

/** Matches the end of a sentence, with quotation marks of several scripts after it. */
const SENTENCE_END = /[\p{L}\d][.!?。！？…][\p{Pf}"')\]」』]?$/u

/**
 * Keeps sentences before and after a kept line of the same box: the model judges short sentences by too little, so a story
 * would lose its first ones.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 * @param mayKeep whether the rules selected a line, and the model does not rule it out
 */
export function keepSentences(page: PageLines, keep: Uint8Array, mayKeep: (index: number) => boolean): void {
  const keepBeside = (index: number, beside: number): void => {
    if (keep[index] === 0 && keep[beside] === 1 && mayKeep(index) && isSentenceBeside(page, index, beside))
      keep[index] = 1
  }
  for (let index = 1; index < keep.length; index++) keepBeside(index, index - 1)
  for (let index = keep.length - 2; index >= 0; index--) keepBeside(index, index + 1)
}

/** @returns whether a line is a sentence without links in the box of another line, which has the same tag name */
function isSentenceBeside({ elements, lines, parents }: PageLines, index: number, beside: number): boolean {
  const { text, linked, block } = lines[index]!
  const other = lines[beside]!.block
  if (linked > 0 || parents[block] !== parents[other]) return false
  if (elements[block]!.tagName !== elements[other]!.tagName || !SENTENCE_END.test(text.slice(-3))) return false
  return !isLabel(text) && !pointsElsewhere(text)
}
