import { requireId } from '../../kernel/parse-id.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import type { WebRequest } from '../web-request.ts'

export type WithId = { readonly id: string }

/**
 * @returns the entry id in the path
 * @throws AppError `not_found` if the path contains no valid id
 */
export function entryIdOf({ params }: WebRequest<WithId>): EntryId {
  return requireId(params.id, 'entry')
}
