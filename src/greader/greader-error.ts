import type { FastifyReply } from 'fastify'
import { sendError } from '../http/send-error.ts'
import { InvalidKey } from '../keys/key-user.ts'

/** Sends an error in the format of the API: a list of messages in JSON, and plain text for a request without a key. */
export function sendGreaderError(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof InvalidKey) return reply.code(401).type('text/plain; charset=utf-8').send('Unauthorized')
  return sendError(error, reply, (message) => ({ errors: [message] }))
}
