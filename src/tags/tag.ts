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

/** @returns the text that a label was given as; a number as it is written, as libraries turn `"2024"` into one */
export function labelText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}

/**
 * @param input comma-separated text or a list of texts, as clients send them, numbers standing for text; anything else
 *   is read as no tags
 * @returns labels trimmed, in lower case, each once, in order
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
 * @returns `t:` and the label with runs of anything but letters and digits turned into one hyphen (contract 3.3)
 */
export function tagSlug(transliterated: string): string {
  const words = transliterated
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `t:${words}`
}
