/**
 * @param text untrusted text for a single-line field
 * @param limit maximum number of characters
 * @returns valid Unicode without control characters and soft hyphens, with white space collapsed; undefined if nothing
 *   remains
 */
export function cleanText(text: string | undefined, limit: number): string | undefined {
  if (text === undefined) return undefined
  const line = text
    .slice(0, 65_536)
    .toWellFormed()
    .replaceAll('\u00ad', '')
    .replaceAll(/[\p{Cc}\s\u200b\ufeff]+/gu, ' ')
    .trim()
  return line === '' ? undefined : line.slice(0, limit).toWellFormed().trim()
}
