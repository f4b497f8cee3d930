import type { AnnotationRange } from './annotation.ts'
import { mapArticle, type ArticleMap } from './article-map.ts'
import { quoteFinder, sameWords } from './find-quote.ts'
import { rangeOf, spanFinder, type TextSpan } from './ranges.ts'

/** The input for placing an annotation. */
export interface PlacedQuote {
  readonly id: number
  readonly quote: string
  /** JSON text of the ranges that the client sent */
  readonly ranges: string
}

/** The text spans of each annotation, by its id. Annotations without a position are absent. */
export type Placements = ReadonlyMap<number, readonly TextSpan[]>

/**
 * Finds the positions of annotations in the text. A range is valid if it leads to the words of the quote; otherwise the
 * quote is searched near the range, so that an annotation stays with its words after a refetch.
 */
export function placeAnnotations(map: ArticleMap, annotations: readonly PlacedQuote[]): Placements {
  if (annotations.length === 0) return new Map()
  const findSpan = spanFinder(map)
  const findQuote = quoteFinder(map.text)
  const placed = new Map<number, readonly TextSpan[]>()
  for (const { id, quote, ranges } of annotations) {
    const spans = parseRanges(ranges).flatMap((range) => findSpan(range) ?? [])
    const isRight = spans.length > 0 && (quote === '' || sameWords(textOf(map, spans), quote))
    const found = isRight ? spans : quoted(findQuote, quote, spans[0]?.start ?? 0)
    const kept = found.map((span) => trimmed(map.text, span)).filter(({ start, end }) => start < end)
    if (kept.length > 0) placed.set(id, kept)
  }
  return placed
}

/** @returns new ranges for annotations whose ranges lead to other words, although the text contains the quote */
export function strayRanges(
  map: ArticleMap,
  annotations: readonly PlacedQuote[],
): ReadonlyMap<number, readonly AnnotationRange[]> {
  const findSpan = spanFinder(map)
  const findQuote = quoteFinder(map.text)
  const stray = new Map<number, readonly AnnotationRange[]>()
  for (const { id, quote, ranges } of annotations) {
    const spans = parseRanges(ranges).flatMap((range) => findSpan(range) ?? [])
    if (quote === '' || sameWords(textOf(map, spans), quote)) continue
    const found = quoted(findQuote, quote, spans[0]?.start ?? 0)
    if (found.length > 0)
      stray.set(
        id,
        found.map((span) => rangeOf(map, trimmed(map.text, span))),
      )
  }
  return stray
}

/** The maximum number of ranges from a client; their paths were checked on arrival. */
const MAX_RANGES = 10

const isPath = (path: unknown): boolean => path === null || typeof path === 'string'

/** Invalid ranges, written by another program, count as none, and the annotation is found by its quote. */
function parseRanges(text: string): readonly AnnotationRange[] {
  const value = safeJson(text)
  if (!Array.isArray(value)) return []
  return value.slice(0, MAX_RANGES).filter(isRange)
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return []
  }
}

function isRange(value: unknown): value is AnnotationRange {
  if (typeof value !== 'object' || value === null) return false
  const { start, startOffset, end, endOffset } = value as Readonly<Record<string, unknown>>
  return isPath(start) && isPath(end) && typeof startOffset === 'string' && typeof endOffset === 'string'
}

const textOf = ({ text }: ArticleMap, spans: readonly TextSpan[]): string =>
  spans.map(({ start, end }) => text.slice(start, end)).join('')

function quoted(find: ReturnType<typeof quoteFinder>, quote: string, near: number): readonly TextSpan[] {
  const span = find(quote, near)
  return span ? [span] : []
}

/**
 * @param span as the browser counted it, and the words at that position
 * @returns the position of these words in the current article, or undefined if they are missing
 */
export function settleSpan(markup: string, span: TextSpan, words: string): Settled | undefined {
  const map = mapArticle(markup)
  const { start, end } = trimmed(map.text, span)
  const isRight = start < end && sameWords(map.text.slice(start, end), words)
  const found = isRight ? { start, end } : quoteFinder(map.text)(words, span.start)
  return found && { map, span: found }
}

export interface Settled {
  readonly map: ArticleMap
  readonly span: TextSpan
}

/** A selection by double click or by lines includes white space. */
function trimmed(text: string, span: TextSpan): TextSpan {
  let [start, end] = [Math.max(0, span.start), Math.min(text.length, span.end)]
  while (start < end && /\s/.test(text[start]!)) start++
  while (end > start && /\s/.test(text[end - 1]!)) end--
  return { start, end }
}

/** @returns the words of a span, with a line break between paragraphs, items and cells */
export function quoteOf({ text, breaks }: ArticleMap, { start, end }: TextSpan): string {
  const inner = breaks.filter((at) => at > start && at < end)
  return [start, ...inner]
    .map((from, i) => text.slice(from, inner[i] ?? end).trim())
    .filter((line) => line !== '')
    .join('\n')
}
