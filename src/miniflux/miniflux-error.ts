import type { FastifyReply } from 'fastify'
import { sendError } from '../http/send-error.ts'
import { InvalidKey } from '../keys/key-user.ts'

/** Sends an error in the format of Miniflux's API: `{"error_message":"…"}`. */
export function sendMinifluxError(error: unknown, reply: FastifyReply): FastifyReply {
  if (!(error instanceof InvalidKey)) return sendError(error, reply, (message) => ({ error_message: message }))
  return reply.code(401).header('www-authenticate', 'Basic').send({ error_message: 'access unauthorized' })
}
