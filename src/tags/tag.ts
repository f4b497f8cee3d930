import { AppError } from '../kernel/errors.ts'
import type { TagId } from '../kernel/branded-ids.ts'
import { storableText } from '../kernel/storable-text.ts'

export interface Tag {
  readonly id: TagId
  readonly label: string
  readonly slug: string
}

export const MAX_TAGS_PER_ENTRY = 100
export const MAX_LABEL = 250

/**
 * @returns the label as text; undefined if the value is neither text nor a number. Numbers are accepted because some
 * client libraries convert labels such as `"2024"` to numbers.
 */
export function labelText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}

/**
 * @param input from a client: comma-separated text, or a list of texts and numbers. Any other value means no tags.
 * @returns the labels in order, trimmed, in lower case and without duplicates
 * @throws AppError `invalid_input` for more than 100 tags or a label over 250 characters
 */
export function parseTagLabels(input: unknown): string[] {
  const pieces: unknown[] = Array.isArray(input) ? input : [input]
  const labels = new Set<string>()
  for (const piece of pieces.flatMap((one) => labelText(one)?.split(',') ?? [])) {
    const label = storableText(piece).trim().toLowerCase()
    if (label === '') continue
    if (label.length > MAX_LABEL) throw new AppError('invalid_input', `a tag has at most ${MAX_LABEL} characters`)
    labels.add(label)
    if (labels.size > MAX_TAGS_PER_ENTRY) throw tooManyTags()
  }
  return [...labels]
}

export function tooManyTags(): AppError {
  return new AppError('invalid_input', `an entry has at most ${MAX_TAGS_PER_ENTRY} tags`)
}

/**
 * @param transliterated the label in ASCII
 * @returns the slug (wallabag contract 3.3): `t:` and the label. Each sequence of characters other than letters and
 *   digits becomes a hyphen.
 */
export function tagSlug(transliterated: string): string {
  const words = transliterated
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `t:${words}`
}
