import type { FastifyRequest } from 'fastify'
import { notFound } from '../kernel/errors.ts'
import type { EntryId } from '../kernel/brand.ts'

/** @returns the id in the path @throws AppError `not_found` for anything but a decimal integer that can be one */
export function entryIdOf(request: FastifyRequest): EntryId {
  const text = (request.params as { readonly entry: string }).entry
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound('entry')
  return Number(text) as EntryId
}
