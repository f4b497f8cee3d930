import type { FastifyReply } from 'fastify'
import { AppError, ERROR_CODES } from '../kernel/errors.ts'
import { statusText } from '../kernel/status-text.ts'

/**
 * Sends an error in the format of an interface, with the header `Retry-After` if the client may try again. Logs an error that
 * is not expected.
 * @param present returns the body for a message
 * @param type media type of the body
 */
export function sendError(
  error: unknown,
  reply: FastifyReply,
  present: (message: string) => object,
  type = 'application/json; charset=utf-8',
): FastifyReply {
  const { status, message, wait } = error instanceof AppError ? ofAppError(error) : fromOther(error)
  if (status >= 500 && status !== 503) reply.log.error({ requestId: reply.request.id, err: error }, 'request failed')
  if (wait !== undefined || status === 503) reply.header('retry-after', String(wait ?? 5))
  return reply.code(status).type(type).send(present(message))
}

const ofAppError = ({ code, message, details }: AppError) => ({
  status: ERROR_CODES[code],
  message,
  wait: details['retryAfterSeconds'],
})

/** Errors of Fastify, such as a body that is too large, have a status. */
function fromOther(error: unknown) {
  const { statusCode } = error as { readonly statusCode?: unknown }
  const status = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : 500
  return { status, message: statusText(status) ?? 'Error', wait: undefined }
}
