import type { FastifyReply } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { OauthError } from '../../oauth/oauth-error.ts'
import { sendError, StatusError } from '../../http/send-error.ts'

export const notFound = () => new StatusError(404)

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
  if (error instanceof StatusError && error.status === 401) {
    reply.header('www-authenticate', 'Bearer realm="Bearer token"')
  }
  const sent = error instanceof AppError && error.code === 'not_found' ? notFound() : error
  const isJson = reply.request.headers.accept?.includes('json')
  if (isJson) return sendError(sent, reply, (message, status) => ({ status, message }))
  return sendError(sent, reply, (message) => message, 'text/plain')
}

function sendOauthError({ status, error, message }: OauthError, reply: FastifyReply): FastifyReply {
  const isUnknownClient = error === 'invalid_client'
  reply.code(isUnknownClient ? 401 : status).header('cache-control', 'no-store')
  return reply.send({ error, ...(!SHORT_CODES.has(error) && { error_description: message }) })
}
