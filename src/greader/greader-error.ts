import type { FastifyReply } from 'fastify'
import { AppError, ERROR_CODES } from '../kernel/errors.ts'
import { statusText } from '../kernel/status-text.ts'

/** The error for a request without a valid key. */
export class Unauthorized extends Error {
  override readonly name = 'Unauthorized'
}

/** Sends an error in the format of the API: a list of messages in JSON, and plain text for a request without a key. */
export function sendGreaderError(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof Unauthorized) return reply.code(401).type('text/plain; charset=utf-8').send('Unauthorized')
  const { status, message } = error instanceof AppError ? ofAppError(error) : fromOther(error)
  if (status >= 500 && status !== 503) reply.log.error({ requestId: reply.request.id, err: error }, 'request failed')
  const wait = error instanceof AppError ? error.details['retryAfterSeconds'] : undefined
  if (wait !== undefined || status === 503) reply.header('retry-after', String(wait ?? 5))
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({ errors: [message] })
}

const ofAppError = ({ code, message }: AppError) => ({ status: ERROR_CODES[code], message })

function fromOther(error: unknown) {
  const { statusCode } = error as { readonly statusCode?: unknown }
  const status = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : 500
  return { status, message: statusText(status) ?? 'Error' }
}
