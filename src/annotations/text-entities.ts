/**
 * Entities in the sanitiser's output: `&quot;`, `&#39;`, and those that HTML serializers must write (HTML standard,
 * 13.3).
 */
const NAMED_ENTITIES: Readonly<Record<string, string>> = {
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
  return markup.includes('&') ? markup.replaceAll(ENTITY, (entity) => NAMED_ENTITIES[entity]!) : markup
}

/**
 * @param markup markup that contains no tags
 * @returns a function that converts the offset of a character in the decoded text to its index in the markup. Offsets,
 * in UTF-16 units, must not decrease from call to call, so that all calls together scan the markup once.
 */
export function markupIndexer(markup: string): (offset: number) => number {
  const entities = markup.matchAll(ENTITY)
  let entity = entities.next()
  let surplus = 0
  return (offset) => {
    while (!entity.done && entity.value.index - surplus < offset) {
      surplus += entity.value[0].length - 1
      entity = entities.next()
    }
    return offset + surplus
  }
}
