import type { FastifyReply } from 'fastify'
import { sendError } from '../http/send-error.ts'

/** A refusal with the status that the device expects. */
export class KoboError extends Error {
  override readonly name = 'KoboError'
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

/** Sends an error as JSON in the form of Pocket's API. */
export function sendKoboError(error: unknown, reply: FastifyReply): FastifyReply {
  if (!(error instanceof KoboError)) return sendError(error, reply, (message) => ({ status: 0, error: message }))
  return reply.code(error.statusCode).send({ status: 0, error: error.message })
}
