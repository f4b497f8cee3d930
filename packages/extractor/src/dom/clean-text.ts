const BLANK_RUN = /[\p{Cc}\s\u200b\ufeff]+/gu
/** A quick test: matches every text that replacing its blank runs by single spaces changes. */
const NEEDS_COLLAPSING = / {2}|(?! )[\p{Cc}\s\u200b\ufeff]/u

/**
 * @param text untrusted text for a single-line field
 * @param limit maximum number of characters
 * @returns valid Unicode without control characters and soft hyphens, with white space collapsed; undefined if nothing
 *   remains
 */
export function cleanText(text: string | undefined, limit: number): string | undefined {
  if (text === undefined) return undefined
  const whole = text.slice(0, 65_536).toWellFormed().replaceAll('\u00ad', '')
  const line = (needsCollapsing(whole) ? whole.replaceAll(BLANK_RUN, ' ') : whole).trim()
  return line === '' ? undefined : line.slice(0, limit).toWellFormed().trim()
}

const [SPACE, DELETE] = [0x20, 0x7f]

/** @returns whether a text contains a run of spaces or another blank character. A loop over ASCII is faster than a pattern. */
function needsCollapsing(text: string): boolean {
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > DELETE) return NEEDS_COLLAPSING.test(text)
    if (code < SPACE || code === DELETE || (code === SPACE && before === SPACE)) return true
    before = code
  }
  return false
}
