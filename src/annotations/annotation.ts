import { AppError } from '../kernel/errors.ts'

/** A range of an article: path of the element and offset in its text, for both ends (wallabag's format). */
export interface AnnotationRange {
  readonly start: string | null
  /** always text, the form in which clients receive it (contract 3.4) */
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

/** Contract section 7; the others from the security specification, section 5. */
export const MAX_QUOTE = 10_000
export const MAX_TEXT = 100_000
export const MAX_RANGES = 10
export const MAX_PER_ENTRY = 1000
export const MAX_PATH = 2000

/**
 * @param input unchecked values; missing text and quote are empty, missing ranges an empty list
 * @throws AppError `invalid_input` for a quote or text that is too long, or an invalid range
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

/** @throws AppError `invalid_input` for more than 100 000 characters */
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

const KEYS = new Set(['start', 'startOffset', 'end', 'endOffset'])

function parseRange(value: unknown): AnnotationRange {
  if (typeof value !== 'object' || value === null || Object.keys(value).some((key) => !KEYS.has(key))) {
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

/** An empty path, which means the article itself, is stored as null. */
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
