/** Entities that occur in text: those that HTML serializers must write (HTML standard, 13.3), and two more. */
const NAMED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00a0',
  '&quot;': '"',
  '&#39;': "'",
}
const ENTITY = /&(?:amp|lt|gt|nbsp|quot|#39);/g

/** @param markup markup that contains no tags @returns its text, with entities decoded */
export function decodeEntities(markup: string): string {
  return markup.includes('&') ? markup.replaceAll(ENTITY, (entity) => NAMED[entity]!) : markup
}

/**
 * @param markup markup that contains no tags
 * @param offset offset of a character in the decoded text, in UTF-16 units
 * @returns the index in the markup at which this character starts
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
