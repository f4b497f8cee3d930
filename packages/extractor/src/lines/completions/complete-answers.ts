import { isLabel, pointsElsewhere } from '../../clean/unrelated-line-patterns.ts'
import { isHeadingLine, type PageLine, type PageLines } from '../page-lines.ts'

const QUESTION = /[?？؟]\s*$|^\s*¿/
/** Maximum length in characters of a question that is not a heading. */
const MAX_QUESTION = 120
/** Maximum number of lines of an answer. Longer ones are judged by themselves. */
const MAX_LINES = 5

/**
 * Keeps the answer below each kept heading or short line that asks a question, if the rules selected it and none of its
 * lines is kept: a question without its answer is of no use.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 * @param isSelected whether the rules selected a line
 */
export function completeAnswers(page: PageLines, keep: Uint8Array, isSelected: (index: number) => boolean): void {
  const { lines } = page
  for (const [index, line] of lines.entries()) {
    if (keep[index] !== 1 || !isQuestion(page, line)) continue
    const answer: number[] = []
    for (let at = index + 1; at < lines.length && answer.length <= MAX_LINES; at++) {
      if (!isSelected(at) || isHeadingLine(page, lines[at]!)) break
      answer.push(at)
    }
    if (answer.length > MAX_LINES || answer.some((at) => keep[at] === 1)) continue
    for (const at of answer) if (isText(page, at)) keep[at] = 1
  }
}

function isQuestion(page: PageLines, line: PageLine): boolean {
  if (line.linked > 0 || !QUESTION.test(line.text.slice(0, 500))) return false
  return line.text.length <= MAX_QUESTION || isHeadingLine(page, line)
}

function isText({ lines }: PageLines, index: number): boolean {
  const { text, linked } = lines[index]!
  return linked === 0 && !isLabel(text) && !pointsElsewhere(text)
}
