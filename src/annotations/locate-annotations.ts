import type { AnnotationRange } from './annotation.ts'
import { mapArticle, type ArticleMap } from './article-map.ts'
import { isSpace, quoteFinder, sameWords } from './find-quote.ts'
import { rangeOf, spanFinder, type FindSpan, type TextSpan } from './convert-ranges.ts'
import { parseJson } from '../kernel/json.ts'

/** The data of an annotation that are needed to find its position. */
export interface QuoteToFind {
  readonly id: number
  readonly quote: string
  /** JSON text of the ranges that the client sent */
  readonly ranges: string
}

/** The text spans of annotations, by annotation id. Annotations whose words were not found are missing. */
export type Placements = ReadonlyMap<number, readonly TextSpan[]>

/**
 * Finds the positions of annotations in the text. A range is used if it contains the words of the quote. Otherwise the
 * text may have changed in a refetch, so the quote is looked up near the range.
 */
export function locateAnnotations(map: ArticleMap, annotations: readonly QuoteToFind[]): Placements {
  if (annotations.length === 0) return new Map()
  const findSpan = spanFinder(map)
  const findQuote = quoteFinder(map.text)
  const placed = new Map<number, readonly TextSpan[]>()
  for (const { id, quote, ranges } of annotations) {
    const spans = spansOf(findSpan, ranges)
    const found = hasWords(map, spans, quote) ? spans : spansOfQuote(findQuote, quote, spans[0]?.start ?? 0)
    const kept = found.map((span) => trimmed(map.text, span)).filter(({ start, end }) => start < end)
    if (kept.length > 0) placed.set(id, kept)
  }
  return placed
}

/** @returns new ranges, by annotation id, for annotations whose quote is in the text but not at their ranges */
export function correctedRanges(
  map: ArticleMap,
  annotations: readonly QuoteToFind[],
): ReadonlyMap<number, readonly AnnotationRange[]> {
  const findSpan = spanFinder(map)
  const findQuote = quoteFinder(map.text)
  const stray = new Map<number, readonly AnnotationRange[]>()
  for (const { id, quote, ranges } of annotations) {
    const spans = spansOf(findSpan, ranges)
    if (quote === '' || hasWords(map, spans, quote)) continue
    const found = spansOfQuote(findQuote, quote, spans[0]?.start ?? 0)
    if (found.length > 0)
      stray.set(
        id,
        found.map((span) => rangeOf(map, trimmed(map.text, span))),
      )
  }
  return stray
}

/**
 * Maximum total length, in UTF-16 units, of the text that is compared with a quote. Longer ranges cannot match, because
 * quotes have at most 10,000 characters. They are not compared, because many long comparisons would take minutes.
 */
const MAX_COMPARED_LENGTH = 50_000

const spansOf = (findSpan: FindSpan, ranges: string): readonly TextSpan[] =>
  parseRanges(ranges).flatMap((range) => findSpan(range) ?? [])

/**
 * @returns true if the spans contain exactly the words of the quote. If the annotation has no quote, any text in the
 * spans is accepted.
 */
function hasWords({ text }: ArticleMap, spans: readonly TextSpan[], quote: string): boolean {
  const length = spans.reduce((sum, { start, end }) => sum + end - start, 0)
  if (length === 0 || length > MAX_COMPARED_LENGTH) return false
  return quote === '' || sameWords(spans.map(({ start, end }) => text.slice(start, end)).join(''), quote)
}

/** Maximum number of ranges of an annotation that are read. Clients cannot store more. */
const MAX_RANGES = 10

const isPath = (path: unknown): boolean => path === null || typeof path === 'string'

/** @returns the valid ranges. Invalid ranges, which only another program can have written, are skipped. */
function parseRanges(text: string): readonly AnnotationRange[] {
  const value = parseJson(text)
  if (!Array.isArray(value)) return []
  return value.slice(0, MAX_RANGES).filter(isRange)
}

function isRange(value: unknown): value is AnnotationRange {
  if (typeof value !== 'object' || value === null) return false
  const { start, startOffset, end, endOffset } = value as Readonly<Record<string, unknown>>
  return isPath(start) && isPath(end) && typeof startOffset === 'string' && typeof endOffset === 'string'
}

function spansOfQuote(find: ReturnType<typeof quoteFinder>, quote: string, near: number): readonly TextSpan[] {
  const span = find(quote, near)
  return span ? [span] : []
}

/** Finds the ranges of a quote in an article. */
export interface QuoteLocator {
  /** number of characters of the text */
  readonly length: number
  /** @returns the ranges of the occurrence nearest to an offset in the text; none if the text does not contain the quote */
  readonly locate: (quote: string, near: number) => readonly AnnotationRange[]
}

/** @param markup content of an entry */
export function quoteLocator(markup: string): QuoteLocator {
  const map = mapArticle(markup)
  const find = quoteFinder(map.text)
  return {
    length: map.text.length,
    locate: (quote, near) => spansOfQuote(find, quote, near).map((span) => rangeOf(map, trimmed(map.text, span))),
  }
}

/**
 * Finds the words that a user selected in a page.
 * @param markup the current article
 * @param span position of the selection, as the browser counted it
 * @param words the selected text
 * @returns the position of the words in the current article; undefined if it does not contain them
 */
export function findSelectedSpan(markup: string, span: TextSpan, words: string): FoundSpan | undefined {
  const map = mapArticle(markup)
  const { start, end } = trimmed(map.text, span)
  const isRight = start < end && sameWords(map.text.slice(start, end), words)
  const found = isRight ? { start, end } : quoteFinder(map.text)(words, span.start)
  return found && { map, span: found }
}

interface FoundSpan {
  readonly map: ArticleMap
  readonly span: TextSpan
}

/** Removes white space at the ends of a span, because browsers include it when a user selects words or lines. */
function trimmed(text: string, span: TextSpan): TextSpan {
  let [start, end] = [Math.max(0, span.start), Math.min(text.length, span.end)]
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return { start, end }
}

/** @returns the text of a span, with a line break between paragraphs, list items and table cells */
export function quoteOf({ text, breaks }: ArticleMap, { start, end }: TextSpan): string {
  const inner = breaks.filter((at) => at > start && at < end)
  return [start, ...inner]
    .map((from, i) => text.slice(from, inner[i] ?? end).trim())
    .filter((line) => line !== '')
    .join('\n')
}
