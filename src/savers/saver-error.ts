import type { FastifyReply } from 'fastify'
import { sendError } from '../http/send-error.ts'

/** A refusal with the status that the other service uses for it. */
export class SaverError extends Error {
  override readonly name = 'SaverError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Sends an error as JSON, and in the headers that clients of Pocket read. */
export function sendSaverError(error: unknown, reply: FastifyReply): FastifyReply {
  if (!(error instanceof SaverError)) return sendError(error, reply, (message) => ({ status: 0, error: message }))
  const { status, message } = error
  return reply.code(status).headers({ 'x-error': message }).send({ status: 0, error: message })
}
