import { AppError } from '../kernel/errors.ts'
import { parseTagLabels } from '../tags/tag.ts'

/** Maximum number of tags of an annotation. */
export const MAX_ANNOTATION_TAGS = 20

/**
 * @param input from a client: comma-separated text, or a list
 * @returns the labels in order, trimmed, in lower case and without duplicates
 * @throws AppError `invalid_input` for more than 20 tags or a label over 250 characters
 */
export function parseAnnotationTags(input: unknown): string[] {
  const labels = parseTagLabels(input)
  if (labels.length > MAX_ANNOTATION_TAGS) {
    const details = { field: 'annotation' }
    throw new AppError('invalid_input', `an annotation has at most ${MAX_ANNOTATION_TAGS} tags`, { details })
  }
  return labels
}

/** @returns the tags as they are stored: a JSON array, or null if there are none */
export function storedTags(labels: readonly string[]): string | null {
  return labels.length === 0 ? null : JSON.stringify(labels)
}

/** @returns the member `tags` of an annotation, from its stored form; nothing if it has no tags */
export function tagsMember(stored: string | null): { readonly tags?: readonly string[] } {
  return stored === null ? {} : { tags: JSON.parse(stored) as string[] }
}
