import type { FastifyReply, FastifyRequest } from 'fastify'
import { xmlText } from '../exports/formats/xml-text.ts'
import { AppError, ERROR_CODES } from '../kernel/errors.ts'
import { statusText } from '../kernel/status-text.ts'

/** Answers a failure behind a feed as readers expect it: XML with `response`, `code` and `message` (contract, section 9). */
export function sendFeedError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error instanceof AppError ? ERROR_CODES[error.code] : statusOf(error)
  if (status >= 500 && status !== 503) request.log.error({ requestId: request.id, err: error }, 'request failed')
  const wait = error instanceof AppError ? error.details['retryAfterSeconds'] : undefined
  if (status === 429 || status === 503) reply.header('retry-after', String(wait ?? 5))
  const message = status === 400 ? error.message : (statusText(status) ?? 'Error')
  const body = `<response><code>${status}</code><message>${xmlText(message)}</message></response>`
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/xml')
    .send(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`)
}

function statusOf(error: Error): number {
  const { statusCode } = error as { readonly statusCode?: unknown }
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 600 ? statusCode : 500
}
