import { COLORS, type Color } from '../../annotations/annotation-color.ts'
import { MAX_ANNOTATION_TAGS } from '../../annotations/annotation-tags.ts'
import { MAX_LABEL, parseTagLabels } from '../../tags/tag.ts'
import { parseAnnotation } from '../../annotations/annotation.ts'
import { AppError } from '../../kernel/errors.ts'
import { cutText, storableJson, storableText } from '../../kernel/storable-text.ts'
import { dateOfNumber, dateOfText } from './import-date.ts'
import type { ImportedAnnotation } from '../import-row.ts'
import { reasonText } from '../import-failure-reasons.ts'

/** The same limits as in src/annotations/annotation.ts, but longer texts are cut instead of rejected. */
const MAX_PER_ENTRY = 1000
const MAX_TEXT = 100_000
const MAX_QUOTE = 10_000

/**
 * @param value a list in wallabag's export format, with text, quote, ranges and optional dates, and with an optional
 *   colour and tags. Formats of other services convert their highlights to it.
 * @param report called with a sentence if annotations are left out or cut
 * @returns the annotations, or undefined if there are none. If ranges are invalid or missing, the annotation is imported
 *   without them, and its place is found by its quote (src/annotations/locate-annotations.ts).
 */
export function readAnnotations(
  value: unknown,
  report: (notice: string) => void = () => undefined,
): ImportedAnnotation[] | undefined {
  if (!Array.isArray(value)) return undefined
  if (value.length > MAX_PER_ENTRY) report(reasonText('annotationsDropped', { count: MAX_PER_ENTRY }))
  const list = value.slice(0, MAX_PER_ENTRY) as unknown[]
  const annotations = list.flatMap((one) =>
    typeof one === 'object' && one !== null ? readAnnotation(one as Foreign, report) : [],
  )
  return annotations.length > 0 ? annotations : undefined
}

type Foreign = Readonly<Record<string, unknown>>

function readAnnotation(foreign: Foreign, report: (notice: string) => void): ImportedAnnotation | [] {
  const [wholeText, wholeQuote] = [textOf(foreign['text']), textOf(foreign['quote'])]
  if (wholeText === '' && wholeQuote === '') return []
  const [text, quote] = [cutText(wholeText, MAX_TEXT), cutText(wholeQuote, MAX_QUOTE)]
  if (text !== wholeText || quote !== wholeQuote) report(reasonText('annotationCut'))
  const [createdAt, updatedAt] = [timeOf(foreign['created_at']), timeOf(foreign['updated_at'])]
  const ranges = storableJson(rangesOf(text, quote, foreign['ranges']))
  const color = colorOf(foreign['color'])
  const tags = tagsOf(foreign['tags'])
  const times = { ...(createdAt && { createdAt }), ...(updatedAt && { updatedAt }) }
  return { text, quote, ranges, color, ...tags, ...times, ...placeOf(foreign) }
}

/** Maximum length of a place in an EPUB. */
const MAX_XPOINTER = 1000

function placeOf({ share, xpointer }: Foreign): Pick<ImportedAnnotation, 'share' | 'xpointer'> {
  const isShare = typeof share === 'number' && share >= 0 && share <= 1
  const isPlace = typeof xpointer === 'string' && xpointer.startsWith('/body/') && xpointer.length <= MAX_XPOINTER
  return { ...(isShare && { share }), ...(isPlace && { xpointer }) }
}

/** @returns the tags; without those that are too long or beyond the limit */
function tagsOf(value: unknown): { readonly tags?: readonly string[] } {
  const texts = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
  const pieces = texts.flatMap((one) => one.split(',')).filter(({ length }) => length <= MAX_LABEL)
  const tags = [...new Set(parseTagLabels(pieces.slice(0, MAX_ANNOTATION_TAGS)))]
  return tags.length > 0 ? { tags } : {}
}

function timeOf(value: unknown): string | undefined {
  return dateOfText(value) ?? dateOfNumber(value, 'seconds')
}

/** The colours of other services, mapped to the most similar colour of ours. */
const SIMILAR_COLORS: Readonly<Record<string, Color>> = {
  cyan: 'blue',
  teal: 'blue',
  indigo: 'blue',
  lime: 'green',
  olive: 'green',
  red: 'pink',
  purple: 'pink',
  violet: 'pink',
  magenta: 'pink',
}

/** @returns our colour; the default for a missing or unknown one */
function colorOf(value: unknown): Color {
  const name = typeof value === 'string' ? value.trim().toLowerCase() : ''
  const similar = Object.hasOwn(SIMILAR_COLORS, name) ? SIMILAR_COLORS[name] : undefined
  return similar ?? COLORS.find((one) => one === name) ?? COLORS[0]
}

function rangesOf(text: string, quote: string, ranges: unknown): object {
  try {
    return parseAnnotation({ text, quote, ranges }).ranges
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return []
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? storableText(value).trim() : ''
}
