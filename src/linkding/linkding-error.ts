import type { FastifyReply } from 'fastify'
import { sendError } from '../http/send-error.ts'

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
  if (!(error instanceof LinkdingError)) return sendError(error, reply, (detail) => ({ detail }))
  if (error.status === 401) reply.header('www-authenticate', 'Token')
  return reply.code(error.status).send(error.body)
}
