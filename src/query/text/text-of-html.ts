/**
 * Matches formulas, tags, comments and character references. The input comes from the sanitiser, so every `<` starts
 * markup.
 */
const MARKUP =
  /<math\b[^<>]*>(?<formula>[^<]*(?:<(?!\/math>)[^<]*)*)<\/math>|<(?<tag>\/?[a-z][a-z0-9]{0,20})?[^<>]*>|&(?<entity>#x?[0-9a-f]{1,7}|[a-z]{2,6});/gi

/** Inline elements. Their tags do not separate words. */
const INLINE_ELEMENTS = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'cite',
  'code',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'ins',
  'kbd',
])
for (const name of ['mark', 'q', 's', 'samp', 'small', 'span', 'strong', 'u', 'var', 'wbr']) INLINE_ELEMENTS.add(name)

/** The entities that HTML serializers write (HTML standard, 13.3), and the apostrophe. */
const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/**
 * @param html sanitised HTML
 * @returns the visible text. Tags of elements that separate words are replaced by a space.
 */
export function textOfHtml(html: string): string {
  return html.replaceAll(MARKUP, (...match) => {
    const { tag, entity, formula } = match.at(-1) as {
      readonly tag?: string
      readonly entity?: string
      readonly formula?: string
    }
    if (formula !== undefined) return textOfFormula(formula)
    if (entity !== undefined) return characterOf(entity)
    return tag !== undefined && INLINE_ELEMENTS.has(tag.replace('/', '').toLowerCase()) ? '' : ' '
  })
}

/** @returns the TeX source in the annotation of a formula; its letters and signs if it has no annotation */
function textOfFormula(formula: string): string {
  const text = /<annotation\b[^<>]*>([^<]*)/.exec(formula)?.[1] ?? formula.replaceAll(/<[^<>]*>/g, '')
  return text.replaceAll(ENTITY, (_all, entity: string) => characterOf(entity))
}

const ENTITY = /&(#x?[0-9a-f]{1,7}|[a-z]{2,6});/gi

function characterOf(entity: string): string {
  if (!entity.startsWith('#')) return NAMED_ENTITIES[entity.toLowerCase()] ?? ' '
  const isHex = /^#x/i.test(entity)
  const code = Number.parseInt(entity.slice(isHex ? 2 : 1), isHex ? 16 : 10)
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : ' '
}
