import type { AnnotationId, EntryId } from '../../../src/kernel/branded-ids.ts'
import { COLORS, parseColor } from '../../../src/annotations/annotation-color.ts'
import { AppError, notFound } from '../../../src/kernel/errors.ts'
import { MAX_PER_ENTRY } from '../../../src/annotations/annotation.ts'
import { findSameAnnotation } from '../../../src/annotations/find-same-annotation.ts'
import type * as server from '../../../src/annotations/change-annotations.ts'
import { findAnnotation, type Library } from '../library.ts'
import { libraryOf } from '../library-database.ts'
import { newLocalId } from '../local-ids.ts'
import { recordOperation } from '../record-operation.ts'
import { needsNetwork } from './server-only-actions.ts'

const MAX_TITLE = 120

const addAnnotation: typeof server.addAnnotation = async ({ database }, _owner, entryId, input) => {
  const library = libraryOf(database)
  const stored = library.entries.get(entryId)
  if (!stored) throw notFound('entry')
  if (stored.annotations.length >= MAX_PER_ENTRY) {
    throw new AppError('invalid_input', `an entry has at most ${MAX_PER_ENTRY} annotations`)
  }
  const localId = newLocalId(Date.now())
  const { quote, text, ranges, color = COLORS[0], tags = [] } = input
  const operation = {
    type: 'annotations',
    action: 'create',
    tmp: crypto.randomUUID(),
    entry: entryId,
    quote,
    ranges,
    text,
    color,
    ...(tags.length > 0 && { tags }),
  } as const
  const inverse = { type: 'annotations', action: 'delete', id: localId } as const
  const title = quote.slice(0, MAX_TITLE)
  await recordOperation(library, { kind: 'highlight', operations: [{ operation, inverse, localId, title }] })
  return owned(library, localId)
}

export const addAnnotationOnce: typeof server.addAnnotationOnce = async (deps, owner, entryId, input) => {
  const stored = libraryOf(deps.database).entries.get(entryId)
  const same = stored && findSameAnnotation(stored.annotations, input)
  if (same) return { annotation: { ...same, entryId }, isNew: false }
  return { annotation: await addAnnotation(deps, owner, entryId, input), isNew: true }
}

export const changeAnnotation: typeof server.changeAnnotation = async ({ database }, _owner, id, change) => {
  const library = libraryOf(database)
  const { text, color, tags = [], quote } = owned(library, id)
  const operation = { type: 'annotations', action: 'change', id, ...change } as const
  const inverse = { type: 'annotations', action: 'change', id, text, color, tags } as const
  await recordOperation(library, {
    kind: 'note',
    operations: [{ operation, inverse, title: quote.slice(0, MAX_TITLE) }],
  })
  return { annotation: owned(library, id), before: { text, color, tags } }
}

export const deleteAnnotation: typeof server.deleteAnnotation = async ({ database }, _owner, id) => {
  const library = libraryOf(database)
  const annotation = owned(library, id)
  const { entryId, quote, text, ranges, color, tags = [] } = annotation
  const operation = { type: 'annotations', action: 'delete', id } as const
  const inverse = {
    type: 'annotations',
    action: 'create',
    tmp: crypto.randomUUID(),
    entry: entryId,
    quote,
    ranges: JSON.parse(ranges),
    text,
    color: parseColor(color) ?? COLORS[0],
    ...(tags.length > 0 && { tags }),
  } as const
  const title = quote.slice(0, MAX_TITLE)
  await recordOperation(library, { kind: 'unhighlight', operations: [{ operation, inverse, title }] })
  return annotation
}

export const findAnnotatedEntry: typeof server.findAnnotatedEntry = async ({ database }, _owner, id) =>
  owned(libraryOf(database), id).entryId

/** Refuses the change, because the sync protocol has no operation for moving an annotation. */
export const moveAnnotation: typeof server.moveAnnotation = async () => {
  throw needsNetwork()
}

function owned(library: Library, id: AnnotationId | number) {
  const found = findAnnotation(library, id)
  if (!found) throw notFound('annotation')
  return { ...found.annotation, entryId: found.stored.entry.id as EntryId }
}
