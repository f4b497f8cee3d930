/** The side of a passage that the user moves: its start or its end. */
export type Side = 'start' | 'end'

/**
 * Number of characters before and after a position that are searched for a word edge. Edges farther away are ignored.
 */
const NEAR = 200
const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' })

/**
 * @param side whether to look for starts or ends of words and punctuation marks
 * @returns the edge nearest to a position in the text; the position itself if no edge is near
 */
export function nearestEdge(text: string, at: number, side: Side): number {
  const edges = edgesNear(text, at, side)
  return edges.reduce((best, edge) => (Math.abs(edge - at) < Math.abs(best - at) ? edge : best), edges[0] ?? at)
}

/** @returns the next edge after a position (`by` 1) or before it (-1); the position itself if no edge is near */
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
  // The searched part of the text may begin or end within a word, so its own start and end count as edges only at the
  // start and end of the text.
  return edges.filter((edge) => (edge > from || from === 0) && (edge < to || to === text.length))
}
