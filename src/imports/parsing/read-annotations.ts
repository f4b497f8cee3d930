import { parseAnnotation } from '../../annotations/annotation.ts'
import { AppError } from '../../kernel/errors.ts'
import { cutText, storableJson, storableText } from '../../kernel/storable-text.ts'
import { dateOfText } from './import-date.ts'
import type { ImportedAnnotation } from '../import-row.ts'

/** The same limits as in src/annotations/annotation.ts, but longer texts are cut instead of rejected. */
const MAX_PER_ENTRY = 1000
const MAX_TEXT = 100_000
const MAX_QUOTE = 10_000

/**
 * @param value a list in wallabag's export format, with text, quote, ranges and optional dates
 * @returns the annotations, or undefined if there are none. If ranges are invalid, the annotation is imported without
 *   them.
 */
export function readAnnotations(value: unknown): ImportedAnnotation[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const list = value.slice(0, MAX_PER_ENTRY) as unknown[]
  return list.flatMap((one) => (typeof one === 'object' && one !== null ? readAnnotation(one as Foreign) : []))
}

type Foreign = Readonly<Record<string, unknown>>

function readAnnotation(foreign: Foreign): ImportedAnnotation {
  const text = cutText(textOf(foreign['text']), MAX_TEXT)
  const quote = cutText(textOf(foreign['quote']), MAX_QUOTE)
  const [createdAt, updatedAt] = [dateOfText(foreign['created_at']), dateOfText(foreign['updated_at'])]
  const ranges = storableJson(rangesOf(text, quote, foreign['ranges']))
  return { text, quote, ranges, ...(createdAt && { createdAt }), ...(updatedAt && { updatedAt }) }
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
  return typeof value === 'string' ? storableText(value) : ''
}
