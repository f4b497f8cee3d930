import type { EntryId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import type { WebRequest } from '../web-request.ts'

export type WithId = { readonly id: string }

/**
 * @returns the entry id in the path
 * @throws AppError `not_found` if the path contains no valid id
 */
export function entryIdOf({ params }: WebRequest<WithId>): EntryId {
  if (!/^[1-9]\d{0,14}$/.test(params.id)) throw notFound('entry')
  return Number(params.id) as EntryId
}
