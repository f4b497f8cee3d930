import type { AnnotationRange } from '../../annotations/annotation.ts'
import type { EntryAnnotation } from '../../entries/entry.ts'
import type { EntryOwner } from './entry.presenter.ts'
import { wireDate } from '../wire/wire-date.ts'

/**
 * @returns an annotation as `/api/annotations` tells it: unlike inside an entry, what is not known is left out
 * (contract 3.4)
 */
export function presentAnnotation(annotation: EntryAnnotation, owner: EntryOwner, hasId = true) {
  return {
    ...(owner.name !== null && { user: owner.name }),
    annotator_schema_version: 'v1.0',
    ...(hasId && { id: annotation.id }),
    text: annotation.text,
    created_at: wireDate(annotation.createdAt),
    updated_at: wireDate(annotation.updatedAt),
    quote: annotation.quote,
    ranges: (JSON.parse(annotation.ranges) as AnnotationRange[]).map(presentRange),
  }
}

function presentRange({ start, startOffset, end, endOffset }: AnnotationRange) {
  return { ...(start !== null && { start }), startOffset, ...(end !== null && { end }), endOffset }
}
