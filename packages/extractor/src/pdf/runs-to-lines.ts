import { findGutter, isColumnGap, orderColumns } from './pdf-columns.ts'
import type { PdfLine } from './pdf-line.ts'

/** A piece of text as pdf.js returns it. */
export interface PdfRun {
  readonly str: string
  /** Text matrix `[a, b, c, d, x, y]`, in points from the lower left corner of the page. */
  readonly transform: readonly number[]
  readonly width: number
  readonly hasEOL: boolean
}

interface OpenLine {
  text: string
  x: number
  y: number
  right: number
  readonly sizes: Map<number, number>
}

/**
 * Joins pieces of text to lines. On pages with one column, the order of the file is kept: it is usually the reading
 * order, and more reliable than positions. Pages with two columns are read column by column.
 * @param runs the pieces of text of one page, in the order of the file
 * @returns the lines, without empty ones
 */
export function joinRuns(runs: readonly PdfRun[]): PdfLine[] {
  const gutter = findGutter(joinWhere(runs, ({ right, sizes }, x) => x - right < Math.max(...sizes.keys())))
  if (gutter === undefined) return joinLineRuns(runs)
  return orderColumns(
    joinWhere(runs, ({ right }, x) => !isColumnGap(gutter, right, x)),
    gutter,
  )
}

/** Joins the pieces of text of one element of a tagged file to lines, in the order of the element. */
export function joinLineRuns(runs: readonly PdfRun[]): PdfLine[] {
  return joinWhere(runs, () => true)
}

/** @param isJoined returns whether a piece at the position `x` may continue the open line */
function joinWhere(runs: readonly PdfRun[], isJoined: (open: OpenLine, x: number) => boolean): PdfLine[] {
  const lines: PdfLine[] = []
  let open: OpenLine | undefined
  for (const run of runs) {
    if (open !== undefined && !(isOnLine(open, run) && isJoined(open, positionOf(run).x))) open = closeLine(open, lines)
    if (run.str !== '') open = addRun(open, run)
    if (run.hasEOL && open !== undefined) open = closeLine(open, lines)
  }
  if (open !== undefined) closeLine(open, lines)
  return lines
}

function positionOf({ transform }: PdfRun): { x: number; y: number; size: number } {
  const [, , c = 0, d = 0, x = 0, y = 0] = transform.map((value) => (Number.isFinite(value) ? value : 0))
  return { x, y, size: Math.round(Math.hypot(c, d) * 2) / 2 }
}

/**
 * Tests whether a piece of text belongs to the open line. Superscripts and subscripts are at most half a font size
 * higher or lower.
 */
function isOnLine(open: OpenLine, run: PdfRun): boolean {
  const { x, y, size } = positionOf(run)
  const tallest = Math.max(size, ...open.sizes.keys())
  return Math.abs(y - open.y) <= tallest / 2 && x >= open.x - tallest
}

function addRun(open: OpenLine | undefined, run: PdfRun): OpenLine {
  const { x, y, size } = positionOf(run)
  const line = open ?? { text: '', x, y, right: x, sizes: new Map<number, number>() }
  const isApart = x - line.right > size * 0.2 && !/\s$/.test(line.text) && !/^\s/.test(run.str)
  line.text += (isApart && line.text !== '' ? ' ' : '') + run.str
  // pdf.js returns wide gaps as spaces. A space does not extend the line, because the gap may separate two columns.
  if (run.str.trim() !== '') line.right = Math.max(line.right, x + (Number.isFinite(run.width) ? run.width : 0))
  line.sizes.set(size, (line.sizes.get(size) ?? 0) + run.str.trim().length)
  return line
}

function closeLine(open: OpenLine, lines: PdfLine[]): undefined {
  // Fonts that do not map their glyphs to letters produce private-use and control characters, which are replaced here.
  const text = open.text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Co}\s]+/gu, ' ')
    .trim()
  const [size = 0] = [...open.sizes].reduce((most, next) => (next[1] > most[1] ? next : most), [0, -1])
  if (text !== '') lines.push({ text, x: open.x, y: open.y, right: open.right, size })
  return undefined
}
