import { AppError } from '../kernel/errors.ts'

/**
 * A range of an article in wallabag's format. `start` and `end` are paths of elements; the offsets count characters in
 * the text of these elements.
 */
export interface AnnotationRange {
  readonly start: string | null
  /** a number as text, because clients expect text (wallabag contract 3.4) */
  readonly startOffset: string
  readonly end: string | null
  readonly endOffset: string
}

/** A client's input for an annotation. */
export interface AnnotationInput {
  readonly text: string
  readonly quote: string
  readonly ranges: readonly AnnotationRange[]
}

/**
 * Limits from the wallabag contract, section 7, and the security specification, section 5. `MAX_QUOTE` counts
 * characters, the other lengths are in UTF-16 units.
 */
export const MAX_QUOTE = 10_000
export const MAX_TEXT = 100_000
export const MAX_RANGES = 10
export const MAX_PER_ENTRY = 1000
export const MAX_PATH = 2000

/**
 * @param input values from a client. A missing text or quote becomes an empty text, missing ranges an empty list.
 * @throws AppError `invalid_input` if the quote or the text is too long, or a range is invalid
 */
export function parseAnnotation(input: {
  readonly text: unknown
  readonly quote: unknown
  readonly ranges: unknown
}): AnnotationInput {
  const quote = parseText(input.quote)
  if ([...quote].length > MAX_QUOTE) throw invalid(`a quote has at most ${MAX_QUOTE} characters`)
  return { text: parseAnnotationText(input.text), quote, ranges: parseRanges(input.ranges) }
}

/** Parses the note of an annotation. @throws AppError `invalid_input` if it is longer than `MAX_TEXT` */
export function parseAnnotationText(value: unknown): string {
  const text = parseText(value)
  if (text.length > MAX_TEXT) throw invalid(`a note has at most ${MAX_TEXT} characters`)
  return text
}

function parseText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function parseRanges(value: unknown): AnnotationRange[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > MAX_RANGES)
    throw invalid(`an annotation has at most ${MAX_RANGES} ranges`)
  return value.map(parseRange)
}

const RANGE_KEYS = new Set(['start', 'startOffset', 'end', 'endOffset'])

function parseRange(value: unknown): AnnotationRange {
  if (typeof value !== 'object' || value === null || Object.keys(value).some((key) => !RANGE_KEYS.has(key))) {
    throw invalid('a range has start, startOffset, end and endOffset')
  }
  const range = value as Readonly<Record<string, unknown>>
  return {
    start: parsePath(range['start']),
    startOffset: parseOffset(range['startOffset']),
    end: parsePath(range['end']),
    endOffset: parseOffset(range['endOffset']),
  }
}

/** @returns the path of a range; null for an empty path, which refers to the article itself */
function parsePath(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null
  if (value.length > MAX_PATH) throw invalid('the path of a range is too long')
  return value.toWellFormed().replaceAll('\0', '')
}

function parseOffset(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return '0'
  if (text.length > 20) throw invalid('the offset of a range is too long')
  return text.toWellFormed().replaceAll('\0', '')
}

function invalid(message: string): AppError {
  return new AppError('invalid_input', message, { details: { field: 'annotation' } })
}
