import { headingLevel, type PageLines } from './page-lines.ts'

/** Names of the facts about the section that contains a line: a heading and the lines up to the next heading. */
export const SECTION_FACTS = ['level', 'line', 'text', 'linkShare', 'keptShare']

/** Maximum number of lines between a heading and a line that is stored. */
const MAX_LINES_BELOW = 50

/**
 * @param isKept 1 for each line that the rules keep, otherwise 0
 * @returns for each line the values of `SECTION_FACTS`: the level of the heading (0 before the first one), the number
 * of lines since the heading, the logarithm of the section's length in characters, and the shares of its characters
 * that are in links, and in kept lines
 */
export function sectionFacts(page: PageLines, isKept: Uint8Array): Float32Array {
  const { lines } = page
  const rows = new Float32Array(lines.length * SECTION_FACTS.length)
  for (let start = 0, end = 0; start < lines.length; start = end) {
    let [text, linked, kept] = [0, 0, 0]
    do {
      const line = lines[end]!
      text += line.text.length
      linked += line.linked
      if (isKept[end] === 1) kept += line.text.length
      end += 1
    } while (end < lines.length && headingLevel(page, lines[end]!) === 0)
    const level = headingLevel(page, lines[start]!)
    for (let at = start; at < end; at++) {
      const below = Math.min(at - start, MAX_LINES_BELOW)
      rows.set([level, below, Math.log1p(text), linked / text, kept / text], at * SECTION_FACTS.length)
    }
  }
  return rows
}
