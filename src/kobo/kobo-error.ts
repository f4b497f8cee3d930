import type { FastifyReply } from 'fastify'
import { sendError } from '../http/send-error.ts'

/** Sends an error as JSON in the form of Pocket's API. */
export function sendKoboError(error: unknown, reply: FastifyReply): FastifyReply {
  return sendError(error, reply, (message) => ({ status: 0, error: message }))
}
