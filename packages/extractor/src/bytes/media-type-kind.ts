export type TypeKind = 'html' | 'xml' | 'text' | 'markdown' | 'pdf' | 'image' | 'json' | 'other'

export const SVG_TYPE = 'image/svg+xml'

/** Kinds of text by media type. All other types are 'other'. */
const TEXT_KINDS: ReadonlyMap<string, TypeKind> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['text/plain', 'text'],
  ['text/markdown', 'markdown'],
  ['text/x-markdown', 'markdown'],
  ['application/json', 'json'],
  ['text/json', 'json'],
  ['text/xml', 'xml'],
  ['application/xml', 'xml'],
  [SVG_TYPE, 'other'],
])

/** @param essence media type without parameters @returns the kind of text; 'other' if it is not text */
export function declaredKind(essence: string): TypeKind {
  const kind = TEXT_KINDS.get(essence)
  if (kind !== undefined) return kind
  if (essence.endsWith('+xml')) return 'xml'
  return essence.endsWith('+json') ? 'json' : 'other'
}
