import type { FastifyReply } from 'fastify'
import { AppError, ERROR_CODES } from '../kernel/errors.ts'
import { statusText } from '../kernel/status-text.ts'

/** An error in the format of linkding's API: `{"detail":"…"}`, or the reasons for each refused field. */
export class LinkdingError extends Error {
  override readonly name = 'LinkdingError'
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
  }
}

/** Sends an error in the format of linkding's API. */
export function sendLinkdingError(error: unknown, reply: FastifyReply): FastifyReply {
  const { status, body } = error instanceof LinkdingError ? error : fromOther(error)
  if (status === 401) reply.header('www-authenticate', 'Token')
  if (status >= 500 && status !== 503) reply.log.error({ requestId: reply.request.id, err: error }, 'request failed')
  const wait = error instanceof AppError ? error.details['retryAfterSeconds'] : undefined
  if (wait !== undefined || status === 503) reply.header('retry-after', String(wait ?? 5))
  return reply.code(status).send(body)
}

function fromOther(error: unknown): Pick<LinkdingError, 'status' | 'body'> {
  if (error instanceof AppError) return { status: ERROR_CODES[error.code], body: { detail: error.message } }
  const { statusCode } = error as { readonly statusCode?: unknown }
  const status = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : 500
  return { status, body: { detail: statusText(status) ?? 'Error' } }
}
