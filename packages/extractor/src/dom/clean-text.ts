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
  const line = (NEEDS_COLLAPSING.test(whole) ? whole.replaceAll(BLANK_RUN, ' ') : whole).trim()
  return line === '' ? undefined : line.slice(0, limit).toWellFormed().trim()
}
