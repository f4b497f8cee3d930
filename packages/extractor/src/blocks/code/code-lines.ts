/** Number of characters at the start of a text whose lines are judged. */
const MAX_TEXT = 20_000
const MAX_LINES = 200
const MAX_LINE = 1000
/** Matches a line that ends or starts like one of a program, or contains signs that prose does not contain. */
const CODE_LINE =
  /[;{}\\]\s{0,9}$|^\s{2,}\S|^\s{0,9}(?:#|\/\/|\/\*|\$ |@|<\/?\w|(?:def|if|for|while|import|from|function|var|let|const|return|class|public|end|else)\b.{0,200}[:;({=]?$)|[\w\])]\s?(?:[-+*/]?=|=>|->|::|<-)\s?\S|\w\(.{0,200}\)/i
/** Matches a line of prose: several words without such signs, or a full stop at the end. */
const PROSE_LINE = /^[^={}<>;]*\p{L}{2,}[,.!?:]?(?:\s\p{L}+[,.!?:]?){4,}[^={}<>;]*$/u
/** Share of the lines that must look like code. */
const MIN_CODE = 0.5
/** Share of the lines that must be prose, so that no font makes a text code. */
const MIN_PROSE = 0.4
/** Minimum length in characters of a line that is a paragraph. */
const MIN_PARAGRAPH = 160

/**
 * @param text text with line breaks
 * @param share minimum share of the lines that look like code, from 0 to 1
 * @returns whether the text has at least two lines, and enough of them look like those of a program
 */
export function looksLikeCode(text: string, share: number = MIN_CODE): boolean {
  const lines = linesOf(text)
  const code = lines.filter((line) => CODE_LINE.test(line) && !PROSE_LINE.test(line)).length
  return lines.length > 1 && code >= lines.length * share
}

/** @returns whether much of a text is sentences or paragraphs, as in a letter set in a typewriter's font */
export function isMostlyProse(text: string): boolean {
  const lines = linesOf(text)
  const prose = lines.filter((line) => line.length >= MIN_PARAGRAPH || (PROSE_LINE.test(line) && !CODE_LINE.test(line)))
  return prose.length > 0 && prose.length >= lines.length * MIN_PROSE
}

function linesOf(text: string): string[] {
  return text
    .slice(0, MAX_TEXT)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE))
}
