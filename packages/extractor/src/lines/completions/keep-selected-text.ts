import { isLabel, pointsElsewhere } from '../../clean/unrelated-line-patterns.ts'
import { isProse, type PageLine, type PageLines } from '../page-lines.ts'

/** Minimum total length in characters of prose that the rules selected, so that it is a text and not a notice. */
const MIN_PROSE = 1500
/** Maximum length in characters of a label beside a text, to which the patterns of labels apply. */
const MAX_LABEL = 80

/**
 * Keeps prose that the rules selected in a long text, and in any text short lines between two kept lines of the same box: a
 * definition, a heading that is a paragraph, the line before a list, a labelled address; and the terms of definitions that
 * are kept. The model judges each line by itself, so single paragraphs and sections of a long text would be lost without a
 * trace.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 * @param isSelected whether the rules selected a line
 */
export function keepSelectedText(page: PageLines, keep: Uint8Array, isSelected: (index: number) => boolean): void {
  const { lines } = page
  const prose = lines.flatMap((line, index) => (isSelected(index) && isProse(line) ? [index] : []))
  const isText = prose.reduce((sum, index) => sum + lines[index]!.text.length, 0) >= MIN_PROSE
  if (isText) for (const index of prose) keep[index] = 1
  keepTerms(page, keep, isSelected)
  keepShortLines(page, keep, isSelected)
}

function keepTerms(page: PageLines, keep: Uint8Array, isSelected: (index: number) => boolean): void {
  for (let index = page.lines.length - 2; index >= 0; index--)
    if (isSelected(index) && keep[index + 1] === 1 && isTerm(page, index)) keep[index] = 1
}

function keepShortLines(page: PageLines, keep: Uint8Array, isSelected: (index: number) => boolean): void {
  for (let index = 1; index < page.lines.length - 1; index++) {
    if (keep[index] === 1 || keep[index - 1] !== 1 || !isSelected(index)) continue
    if ((keep[index + 1] === 1 || isSelected(index + 1)) && isPartOfText(page, index)) keep[index] = 1
  }
}

/** @returns whether a line is the term of a definition, such as the name of a class in a manual */
function isTerm({ elements, lines }: PageLines, index: number): boolean {
  return elements[lines[index]!.block]!.tagName === 'dt'
}

/** @returns whether a line is text in the same box as the lines before and after it, and neither a label nor a pointer */
function isPartOfText({ lines, parents }: PageLines, index: number): boolean {
  const { text, linked, block } = lines[index]!
  const box = parents[block]
  if (
    (linked > 0 && !isLabelledAddress(lines[index]!)) ||
    parents[lines[index - 1]!.block] !== box ||
    parents[lines[index + 1]!.block] !== box
  )
    return false
  return text.length > MAX_LABEL || !(isLabel(text) || pointsElsewhere(text))
}

/** @returns whether a line is an address with a label: "Registration: https://harbour.example" */
function isLabelledAddress({ text, linked }: PageLine): boolean {
  return linked < text.length && LABELLED_ADDRESS.test(text.slice(0, MAX_LABELLED))
}

const LABELLED_ADDRESS = /^\p{L}[^:/]{1,40}:\s?(?:https?:\/\/|www\.)\S+$/iu
const MAX_LABELLED = 300
