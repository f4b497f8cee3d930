import type { FastifyReply } from 'fastify'
import { AppError, ERROR_CODES } from '../../kernel/errors.ts'
import { statusText } from '../../kernel/status-text.ts'
import { OauthError } from '../../oauth/oauth-error.ts'

/** An error in the format of Readeck's API: `{"status":404,"message":"Not Found"}`. */
export class ReadeckError extends Error {
  override readonly name = 'ReadeckError'
  readonly status: number

  /** @param message by default the text of the status */
  constructor(status: number, message = statusText(status) ?? 'Error') {
    super(message)
    this.status = status
  }
}

export const notFound = () => new ReadeckError(404)

/** A refused form: the reasons for each field, beside the values of all fields, as Readeck sends them. */
export class FormError extends Error {
  override readonly name = 'FormError'
  readonly status: number
  readonly body: object

  constructor(status: number, body: object) {
    super('invalid form')
    this.status = status
    this.body = body
  }
}

/** Codes of OAuth errors that Readeck sends without a description. */
const SHORT_CODES: ReadonlySet<string> = new Set([
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
  'invalid_client',
])

/** Sends an error in the format of Readeck's API. The requested media type decides between JSON and plain text. */
export function sendReadeckError(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof FormError) return reply.code(error.status).send(error.body)
  if (error instanceof OauthError) return sendOauthError(error, reply)
  const { status, message } = error instanceof ReadeckError ? error : fromOther(error)
  addHeaders(error, status, reply)
  const isJson = reply.request.headers.accept?.includes('json')
  return isJson ? reply.code(status).send({ status, message }) : reply.code(status).type('text/plain').send(message)
}

function addHeaders(error: unknown, status: number, reply: FastifyReply): void {
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="Bearer token"')
  if (status >= 500 && status !== 503) reply.log.error({ requestId: reply.request.id, err: error }, 'request failed')
  const wait = error instanceof AppError ? error.details['retryAfterSeconds'] : undefined
  if (wait !== undefined || status === 503) reply.header('retry-after', String(wait ?? 5))
}

function sendOauthError({ status, error, message }: OauthError, reply: FastifyReply): FastifyReply {
  const isUnknownClient = error === 'invalid_client'
  reply.code(isUnknownClient ? 401 : status).header('cache-control', 'no-store')
  return reply.send({ error, ...(!SHORT_CODES.has(error) && { error_description: message }) })
}

function fromOther(error: unknown): { readonly status: number; readonly message: string } {
  if (error instanceof AppError) {
    const status = ERROR_CODES[error.code]
    return { status, message: error.code === 'not_found' ? 'Not Found' : error.message }
  }
  const { statusCode } = error as { readonly statusCode?: unknown }
  const status = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : 500
  return { status, message: statusText(status) ?? 'Error' }
}
