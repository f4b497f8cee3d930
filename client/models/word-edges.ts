/** An end of a passage. */
export type Side = 'start' | 'end'

/** Characters on each side of a position in which the next word edge is looked for. */
const NEAR = 200
const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' })

/**
 * @param side which edges of words and punctuation marks count
 * @returns the edge nearest to a position in the text; the position itself where there is none nearby
 */
export function nearestEdge(text: string, at: number, side: Side): number {
  const edges = edgesNear(text, at, side)
  return edges.reduce((best, edge) => (Math.abs(edge - at) < Math.abs(best - at) ? edge : best), edges[0] ?? at)
}

/** @returns the next such edge after a position, or before it; the position itself where there is none nearby */
export function nextEdge(text: string, at: number, side: Side, by: 1 | -1): number {
  const edges = edgesNear(text, at, side)
  const found = by === 1 ? edges.find((edge) => edge > at) : edges.findLast((edge) => edge < at)
  return found ?? at
}

function edgesNear(text: string, at: number, side: Side): number[] {
  const [from, to] = [Math.max(0, at - NEAR), Math.min(text.length, at + NEAR)]
  const edges = [...SEGMENTER.segment(text.slice(from, to))]
    .filter(({ segment }) => segment.trim() !== '')
    .map(({ index, segment }) => from + index + (side === 'end' ? segment.length : 0))
  // The window may cut a word.
  return edges.filter((edge) => (edge > from || from === 0) && (edge < to || to === text.length))
}
