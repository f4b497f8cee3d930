/** Characters that the serializer of the HTML standard (13.3) escapes in text, and those that others escape. */
const NAMED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00a0',
  '&quot;': '"',
  '&#39;': "'",
}
const ENTITY = /&(?:amp|lt|gt|nbsp|quot|#39);/g

/** @returns the text of a piece of markup without tags */
export function decodeText(markup: string): string {
  return markup.includes('&') ? markup.replaceAll(ENTITY, (entity) => NAMED[entity]!) : markup
}

/**
 * @param markup a piece without tags
 * @param offset in its text, in UTF-16 units
 * @returns the index in the markup where that character starts
 */
export function markupIndex(markup: string, offset: number): number {
  if (!markup.includes('&')) return offset
  let surplus = 0
  for (const { 0: entity, index } of markup.matchAll(ENTITY)) {
    if (index - surplus >= offset) break
    surplus += entity.length - 1
  }
  return offset + surplus
}
