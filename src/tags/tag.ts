import { AppError } from '../kernel/errors.ts'
import type { TagId } from '../kernel/brand.ts'
import { storableText } from '../kernel/plain-text.ts'

export interface Tag {
  readonly id: TagId
  readonly label: string
  readonly slug: string
}

export const MAX_TAGS_PER_ENTRY = 100
export const MAX_LABEL = 250

/** @returns the label as text; a number in its usual form, because libraries turn `"2024"` into one */
export function labelText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}

/**
 * @param input a client's comma-separated text or list of texts and numbers; anything else counts as no tags
 * @returns labels trimmed, in lower case, without duplicates, in order
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
 * @returns `t:` and the label, with each run of other characters than letters and digits replaced by a hyphen (contract
 *   3.3)
 */
export function tagSlug(transliterated: string): string {
  const words = transliterated
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `t:${words}`
}
