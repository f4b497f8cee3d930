const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * @param text text of JSON-LD or of a `meta` element. Such texts are often escaped twice. Only the first 65,536
 * characters are used.
 * @returns the text with the most common character references decoded once more
 */
export function decodeRemainingEntities(text: string): string {
  const references = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|(amp|lt|gt|quot|apos|nbsp));/gi
  return text.slice(0, 65_536).replaceAll(references, (all, decimal, hexadecimal, name) => {
    if (typeof name === 'string') return NAMED_ENTITIES[name.toLowerCase()] ?? all
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    return String.fromCodePoint(Math.min(code, 0x10ffff))
  })
}
