import type { FastifyReply } from 'fastify'
import { AppError, ERROR_CODES } from '../kernel/errors.ts'
import { statusText } from '../kernel/status-text.ts'

/** A refusal with a status that no code of `AppError` has, or with the words that clients of an interface expect. */
export class StatusError extends Error {
  override readonly name = 'StatusError'
  readonly status: number

  /** @param message by default the text of the status */
  constructor(status: number, message = statusText(status) ?? 'Error') {
    super(message)
    this.status = status
  }
}

/**
 * Sends an error in the format of an interface, with the header `Retry-After` if the client may try again. Logs an error that
 * is not expected.
 * @param present returns the body
 * @param type media type of the body
 */
export function sendError(
  error: unknown,
  reply: FastifyReply,
  present: (message: string, status: number) => object | string,
  type = 'application/json; charset=utf-8',
): FastifyReply {
  const { status, message, wait } = partsOf(error)
  if (status === 500) reply.log.error({ requestId: reply.request.id, err: error }, 'request failed')
  if (wait !== undefined || status === 503) reply.header('retry-after', String(wait ?? 5))
  return reply.code(status).type(type).send(present(message, status))
}

function partsOf(error: unknown): { readonly status: number; readonly message: string; readonly wait?: unknown } {
  if (error instanceof StatusError) return error
  if (error instanceof AppError) {
    return { status: ERROR_CODES[error.code], message: error.message, wait: error.details['retryAfterSeconds'] }
  }
  // Errors of Fastify, such as a body that is too large, have a status.
  const { statusCode } = error as { readonly statusCode?: unknown }
  const status = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : 500
  return { status, message: statusText(status) ?? 'Error' }
}
