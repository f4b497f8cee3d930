/** The elements of SVG that only draw. */
const SHAPE =
  /\s*<(\/?)(animate|circle|clippath|defs|ellipse|g|line|lineargradient|mask|path|polygon|polyline|radialgradient|rect|stop|symbol|use)(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*\s*(\/?)>/iy
const BLANK = /\s*/y

/**
 * @param text a page
 * @param at a place inside of an `svg` element
 * @returns where the shapes that begin there end, every one of them closed; `at` itself where none begins
 */
export function endOfShapes(text: string, at: number): number {
  const open: string[] = []
  let end = at
  for (let next = shapeAt(text, at); next; next = shapeAt(text, next.end)) {
    if (next.kind === 'start') open.push(next.name)
    if (next.kind === 'end' && open.pop() !== next.name) break
    if (open.length === 0) end = next.end
  }
  BLANK.lastIndex = end
  return BLANK.test(text) ? BLANK.lastIndex : end
}

interface Shape {
  readonly kind: 'start' | 'end' | 'whole'
  readonly name: string
  readonly end: number
}

function shapeAt(text: string, at: number): Shape | undefined {
  SHAPE.lastIndex = at
  const found = SHAPE.exec(text)
  if (!found) return undefined
  const [, isEnd, name, isWhole] = found
  return { kind: isEnd ? 'end' : isWhole ? 'whole' : 'start', name: name!.toLowerCase(), end: SHAPE.lastIndex }
}
