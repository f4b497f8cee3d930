import type { FastifyRequest } from 'fastify'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'

export type WithId = { Params: { readonly id: string } }

/**
 * @returns the entry id in the path
 * @throws AppError `not_found` if the path contains no valid id
 */
export function entryIdOf({ params }: FastifyRequest<WithId>): EntryId {
  if (!/^[1-9]\d{0,14}$/.test(params.id)) throw notFound('entry')
  return Number(params.id) as EntryId
}
