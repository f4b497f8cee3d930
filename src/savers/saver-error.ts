import type { FastifyReply } from 'fastify'
import { sendError, StatusError } from '../http/send-error.ts'

/** Sends an error as JSON, and in the header that clients of Pocket read. */
export function sendSaverError(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof StatusError) reply.header('x-error', error.message)
  return sendError(error, reply, (message) => ({ status: 0, error: message }))
}
