import type { PdfLine } from './pdf-line.ts'

/** The empty strip between the two columns of a page. Both values are in points from the left edge. */
interface Gutter {
  readonly left: number
  readonly right: number
}

/** Minimum number of pieces of text. A page with fewer counts as a page with one column. */
const MIN_PIECES = 12
/** Part of the text's width in which the gutter between two columns is looked for, as shares from the left. */
const GUTTER_SEARCH_RANGE = { from: 0.3, to: 0.7 } as const
const STEP_POINTS = 2
/** Minimum width of the gutter between two columns, in points. Narrower gaps do not separate columns. */
const MIN_WIDTH = 6
/** Maximum share of the pieces of text that may cross the gutter between two columns, as titles and wide figures do. */
const MAX_CROSSING = 0.25
/** Minimum share of the pieces of text on each side of the gutter. If one side has less, the page has one column. */
const MIN_SIDE = 0.2
/** Minimum share of a column's width that its median line fills. If it fills less, the columns belong to a table. */
const MIN_FILLED = 0.55
/**
 * Minimum share of the shorter column's height in which both columns have text side by side. If the share is lower, the
 * page has one column.
 */
const MIN_BESIDE = 0.3

/**
 * Finds two columns of text.
 * @param pieces pieces of text of a page, split at wide gaps
 * @returns the strip between the columns; undefined for a page with one column or a table
 */
export function findGutter(pieces: readonly PdfLine[]): Gutter | undefined {
  if (pieces.length < MIN_PIECES) return undefined
  const start = Math.min(...pieces.map(({ x }) => x))
  const width = Math.max(...pieces.map(({ right }) => right)) - start
  let best: Gutter | undefined
  let open: { left: number; right: number } | undefined
  for (
    let x = start + width * GUTTER_SEARCH_RANGE.from;
    x <= start + width * GUTTER_SEARCH_RANGE.to;
    x += STEP_POINTS
  ) {
    if (!isBetween(pieces, x)) open = undefined
    else if (open === undefined) open = { left: x, right: x }
    else open.right = x
    if (open && open.right - open.left > (best ? best.right - best.left : 0)) best = { ...open }
  }
  return best && best.right - best.left >= MIN_WIDTH && areColumns(pieces, best) ? best : undefined
}

function isBetween(pieces: readonly PdfLine[], x: number): boolean {
  const crossing = pieces.filter((piece) => piece.x < x && piece.right > x).length
  return crossing <= pieces.length * MAX_CROSSING
}

function areColumns(pieces: readonly PdfLine[], gutter: Gutter): boolean {
  const { left, right } = sidesOf(pieces, gutter)
  const start = Math.min(...pieces.map(({ x }) => x))
  const least = pieces.length * MIN_SIDE
  return (
    left.length >= least &&
    right.length >= least &&
    fillsColumn(left, gutter.right - start) &&
    fillsColumn(right, rightEdge(pieces) - gutter.right) &&
    overlap(left, right) >= MIN_BESIDE
  )
}

function sidesOf(pieces: readonly PdfLine[], gutter: Gutter) {
  return {
    left: pieces.filter((piece) => isLeft(piece, gutter)),
    right: pieces.filter((piece) => isRight(piece, gutter)),
  }
}

/**
 * @returns whether a piece is in the left column. The piece may reach into the gutter: unjustified lines end at
 * different positions, so only the right edge of the gutter is sharp.
 */
function isLeft({ right }: Pick<PdfLine, 'right'>, gutter: Gutter): boolean {
  return right <= gutter.right
}

function isRight({ x }: Pick<PdfLine, 'x'>, gutter: Gutter): boolean {
  return x >= gutter.right - STEP_POINTS
}

/** @returns whether a gap in a line is the gap between the columns */
export function isColumnGap(gutter: Gutter, from: number, to: number): boolean {
  return isLeft({ right: from }, gutter) && isRight({ x: to }, gutter)
}

function fillsColumn(side: readonly PdfLine[], width: number): boolean {
  const widths = side.map(({ x, right }) => right - x).toSorted((one, other) => one - other)
  return widths[Math.floor(widths.length / 2)]! >= width * MIN_FILLED
}

function overlap(left: readonly PdfLine[], right: readonly PdfLine[]): number {
  const [one, other] = [extent(left), extent(right)]
  const shared = Math.min(one.high, other.high) - Math.max(one.low, other.low)
  return shared / Math.max(1, Math.min(one.high - one.low, other.high - other.low))
}

function extent(side: readonly PdfLine[]) {
  const heights = side.map(({ y }) => y)
  return { low: Math.min(...heights), high: Math.max(...heights) }
}

/**
 * Orders the lines of a page with two columns from top to bottom, first the left column and then the right one. A line
 * across both columns, such as a title, comes after both columns of the text above it.
 */
export function orderColumns(lines: readonly PdfLine[], gutter: Gutter): PdfLine[] {
  const edges = edgesOf(lines, gutter)
  const ordered: PdfLine[] = []
  let [left, right]: [PdfLine[], PdfLine[]] = [[], []]
  for (const line of lines.toSorted((one, other) => other.y - one.y || one.x - other.x)) {
    if (isLeft(line, gutter)) left.push({ ...line, edge: edges.left })
    else if (isRight(line, gutter)) right.push({ ...line, edge: edges.right })
    else {
      ordered.push(...left, ...right, line)
      left = []
      right = []
    }
  }
  return [...ordered, ...left, ...right]
}

function edgesOf(lines: readonly PdfLine[], gutter: Gutter) {
  const { left, right } = sidesOf(lines, gutter)
  return { left: rightEdge(left), right: rightEdge(right) }
}

function rightEdge(side: readonly PdfLine[]): number {
  return Math.max(0, ...side.map(({ right }) => right))
}
