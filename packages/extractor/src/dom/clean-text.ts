/**
 * @param text foreign text for a single-line field
 * @param limit maximum number of characters
 * @returns valid Unicode without control characters, white space collapsed; undefined for an empty result
 */
export function cleanText(text: string | undefined, limit: number): string | undefined {
  if (text === undefined) return undefined
  const line = text
    .slice(0, 65_536)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s\u200b\ufeff]+/gu, ' ')
    .trim()
  return line === '' ? undefined : line.slice(0, limit).toWellFormed().trim()
}
